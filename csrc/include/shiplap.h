/* shiplap.h: the contract of the C primitives. shiplap_inline.h has what its callers compile into their loops.
 *
 * The primitives read text and write integers, or bytes into a buffer that the caller gives. They allocate
 * nothing, print nothing, keep no state but the one table of function pointers (below), and know no Python.h.
 *
 * Text comes in two forms:
 *   utf8_*   UTF-8 bytes, `const uint8_t *text` and a size in bytes;
 *   wide_*   code units of one, two or four bytes (`width`), one unit a code point, in native byte order: the
 *            three forms in which CPython stores a str (Latin-1, UCS-2, UCS-4);
 *   scan_*, find_*
 *            either: width 0 is UTF-8, and width 1, 2, 4 are code units as above. ASCII may be given as width 1,
 *            which is faster and means the same.
 * Offsets are in bytes for UTF-8 and in code units for wide text. Ranges are half open. No function reads a
 * byte outside text[0:size] (wide: outside the units of the range given), whatever the bytes are: a buffer that
 * another thread is changing gives a wrong answer, never a fault. Alignment of `text` is not required for
 * UTF-8; wide text is aligned to its width.
 *
 * Not specified: the result of utf8_count, utf8_count16, utf8_skip and scan_* on ill-formed UTF-8, except that it lies
 * in its range.
 */
#ifndef SHIPLAP_H
#define SHIPLAP_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(_WIN32)
#ifdef SHIPLAP_BUILD
#define SHIPLAP_API __declspec(dllexport)
#else
#define SHIPLAP_API __declspec(dllimport)
#endif
#else
#define SHIPLAP_API __attribute__((visibility("default")))
#endif

/* ---- instruction sets -------------------------------------------------------------------------------------
 * One table of function pointers is chosen at the first call and stored atomically. The environment variable
 * SHIPLAP_DISABLE (a list such as "avx512" or "avx512,avx2") hides features from that choice. The numbers count up on
 * each kind of processor: NEON is that of AArch64, the others are those of x86-64. */
enum shiplap_isa { SHIPLAP_SCALAR = 0, SHIPLAP_AVX2 = 1, SHIPLAP_AVX512 = 2, SHIPLAP_NEON = 1 };

/* The instruction set in use. */
SHIPLAP_API int shiplap_isa(void);
/* The best that this CPU and operating system have, whatever SHIPLAP_DISABLE says. */
SHIPLAP_API int shiplap_isa_supported(void);
/* Use this one, or the best supported one below it; returns the one now in use. For tests and benchmarks. */
SHIPLAP_API int shiplap_isa_use(int isa);
/* "scalar", "avx2", "avx512", or on AArch64 "scalar", "neon"; NULL for any other number. */
SHIPLAP_API const char *shiplap_isa_name(int isa);

/* ---- utf8: whole texts and places in them -----------------------------------------------------------------*/

/* `size` where text is well-formed UTF-8 (Unicode 15, table 3-7), else the offset of the first byte of the
 * first maximal ill-formed part (where CPython's strict decoder reports `start`). */
SHIPLAP_API size_t shiplap_utf8_validate(const uint8_t *text, size_t size);

/* The number of leading bytes below 0x80: `size` for ASCII. */
SHIPLAP_API size_t shiplap_utf8_ascii(const uint8_t *text, size_t size);

/* The number of code points that begin in the text: of bytes other than 0x80..0xBF. */
SHIPLAP_API size_t shiplap_utf8_count(const uint8_t *text, size_t size);

/* The number of UTF-16 code units of the text: code points with a first byte of 0xF0 or more count twice. */
SHIPLAP_API size_t shiplap_utf8_count16(const uint8_t *text, size_t size);

/* The offset after *count code points from the beginning of text, or `size` if the text has fewer. *count becomes the
 * number of missing code points, 0 if all were found. Continuation bytes belong to the code point before them, so the
 * offset is `size` or the first byte of a code point. */
SHIPLAP_API size_t shiplap_utf8_skip(const uint8_t *text, size_t size, size_t *count);

/* ---- sums: places in a long text of UTF-8 ----------------------------------------------------------------
 * A walk over UTF-8 by utf8_skip reads all of the text. Sums know how many code points begin before each
 * SHIPLAP_SUMS_STEP bytes of one part of the text, so that a walk reads the end of its way only. They are found while
 * that part is validated. A loop that goes through a text keeps the sums of the part where it is. */
enum {
  SHIPLAP_SUMS_SIZE =
      131072, /* the most bytes of a part: few enough to be in the second-level cache on the second way */
  SHIPLAP_SUMS_STEP = 256,
  SHIPLAP_SUMS_MORE = 8 /* numbers after the last sum, which no count reaches */
};
struct shiplap_sums {
  size_t begin, end; /* the part, in bytes from the begin of the text */
  size_t before;     /* code points of the text before `begin` */
  size_t after;      /* and before `end` */
  uint32_t numbers[SHIPLAP_SUMS_SIZE / SHIPLAP_SUMS_STEP + 1 + SHIPLAP_SUMS_MORE]; /* from `begin` on */
};

/* The end of the part of a text that begins at `begin`: the begin of a code point, or `size`. */
SHIPLAP_API size_t shiplap_sums_part(const uint8_t *text, size_t begin, size_t size);
/* Move the sums on to the bytes [sums->end, end), which are one part. `valid`: whether these are known to be well-formed;
 * otherwise the sums end, at the latest, before the first wrong byte. */
SHIPLAP_API void shiplap_sums_move(struct shiplap_sums *sums, const uint8_t *text, size_t end, int valid);
/* The offset of the code point with `count` code points before it, which is in the part or at its end. `known`: an offset
 * in the part that is not after it. */
SHIPLAP_API size_t shiplap_sums_seek(const struct shiplap_sums *sums, const uint8_t *text, size_t known, size_t count);
/* The code points that begin in text[begin:end], which is in the part. */
SHIPLAP_API size_t shiplap_sums_count(const struct shiplap_sums *sums, const uint8_t *text, size_t begin, size_t end);

/* ---- wide: the same for code units ------------------------------------------------------------------------*/

/* The size of units [begin, end) in UTF-8, in bytes. A surrogate has three. */
SHIPLAP_API size_t shiplap_wide_utf8_size(const void *text, int width, size_t begin, size_t end);

/* UTF-16 code units of the range: more than end - begin only for width 4. */
SHIPLAP_API size_t shiplap_wide_utf16_size(const void *text, int width, size_t begin, size_t end);

/* The furthest index i in [begin, end] such that units [begin, i) take at most *bytes bytes of UTF-8; *bytes
 * becomes the rest. */
SHIPLAP_API size_t shiplap_wide_skip(const void *text, int width, size_t begin, size_t end, size_t *bytes);

/* The index of the first surrogate (U+D800..U+DFFF) in [begin, end), or `end`. */
SHIPLAP_API size_t shiplap_wide_surrogate(const void *text, int width, size_t begin, size_t end);

/* Writes units [begin, end) as UTF-8 to `out` (a surrogate as three bytes) and returns the bytes written.
 * `out` has room for 2, 3, 4 bytes a unit at width 1, 2, 4. */
SHIPLAP_API size_t shiplap_wide_encode(const void *text, int width, size_t begin, size_t end, uint8_t *out);

/* The union of the bits of units [begin, end), which gives the width of the widest unit. */
SHIPLAP_API uint32_t shiplap_wide_bits(const void *text, int width, size_t begin, size_t end);
/* The number of lines that end in units [begin, end): after LF, CR LF and CR. `lf_after`: whether an LF follows the
 * range, so that a CR at its end does not end a line. UTF-8 may be given as width 1. */
SHIPLAP_API size_t shiplap_wide_line_ends(const void *text, int width, size_t begin, size_t end, int lf_after);
/* Writes units [begin, end) to `out` as units of `out_width` bytes, at most `width`. Higher bits are dropped. */
SHIPLAP_API void shiplap_wide_narrow(const void *text, int width, size_t begin, size_t end, void *out, int out_width);

/* ---- scan: candidates for a boundary ----------------------------------------------------------------------
 * A position p, 0 < p < size, is a candidate of
 *   SHIPLAP_LINE      if the code point before p is LF, VT, FF, CR, NEL, LS or PS, and p is not inside CR LF;
 *   SHIPLAP_WORD      if the code point before p is White_Space and the one at p is not; or if the code point before p
 *                     is not ASCII and the one at p is from U+0E00 on, where scripts without spaces begin, except
 *                     U+AC00..U+DFFF (Hangul syllables). In the second case the caller decides;
 *   SHIPLAP_SENTENCE  if the code point before p is White_Space, the one at p is not, and . ! or ? is before the
 *                     White_Space that ends at p;
 *   SHIPLAP_STANDARD  if the standard sentence rule may have a boundary at p (csrc/src/scan_standard.h). Which other
 *                     positions are given is not specified, and differs between instruction sets;
 *   SHIPLAP_LINES     as STANDARD, and also if p follows White_Space that has a line end;
 *   SHIPLAP_SECTION   if p is a candidate of LINE, no line end begins at p, and one of these holds: White_Space, or no
 *                     code point, is before the line end; the line end is PS; the line begins with a space, a tab or
 *                     one of # < ( [ . @ = - (other candidates of LINE may be given too, which differ between
 *                     instruction sets).
 * White_Space: the 25 code points of Unicode 15.0.0. LINE and WORD are exact. SENTENCE never misses a candidate, and
 * may also give a position after two or more code points of White_Space that follow another code point, because their
 * beginning may lie in another block; the caller decides. In UTF-8 every candidate is the first byte of a code point.
 * */
enum shiplap_candidate {
  SHIPLAP_LINE = 0,
  SHIPLAP_WORD = 1,
  SHIPLAP_SENTENCE = 2,
  SHIPLAP_STANDARD = 3,
  SHIPLAP_LINES = 4,
  SHIPLAP_SECTION = 5
};

/* The first candidate in [lo, hi), or -1. */
SHIPLAP_API ptrdiff_t shiplap_scan_first(const void *text, size_t size, int width, int candidate, size_t lo, size_t hi);
/* The last candidate in [lo, hi), or -1. */
SHIPLAP_API ptrdiff_t shiplap_scan_last(const void *text, size_t size, int width, int candidate, size_t lo, size_t hi);

/* All candidates in [*lo, hi), in order, until at least SHIPLAP_PLACES are found or the range ends. Writes them to
 * `places`, which has room for SHIPLAP_PLACES_ROOM, returns their number, and moves *lo to the position where to
 * continue. */
enum { SHIPLAP_PLACES = 192, SHIPLAP_PLACES_ROOM = SHIPLAP_PLACES + 64 };
SHIPLAP_API size_t shiplap_scan_all(const void *text, size_t size, int width, int candidate, size_t *lo, size_t hi,
                                    size_t *places);

/* The further candidates in the block of the candidate that a scan returned, so that a caller can continue without a
 * new scan: bit i is position base + i; some may be beyond the range. Candidates outside the block begin (end) at
 * `edge`. */
struct shiplap_more {
  uint64_t mask;
  size_t base, edge;
};

/* The same scans for one width and candidate, for loops with many calls. They require 0 < lo < hi <= size, and belong
 * to the instruction set that was in use when the pointer was taken. `more` is set if a candidate is returned. */
typedef ptrdiff_t shiplap_scan(const void *text, size_t size, size_t lo, size_t hi, struct shiplap_more *more);
SHIPLAP_API shiplap_scan *shiplap_scan_first_for(int width, int candidate);
SHIPLAP_API shiplap_scan *shiplap_scan_last_for(int width, int candidate);

/* The position of the first code point in [lo, hi) that is not White_Space, or `hi`. A code point begins at lo. */
SHIPLAP_API size_t shiplap_scan_visible(const void *text, size_t size, int width, size_t lo, size_t hi);
/* The end of the last code point in [lo, hi) that is not White_Space, or `lo`. Both are boundaries of code points. */
SHIPLAP_API size_t shiplap_scan_visible_end(const void *text, size_t size, int width, size_t lo, size_t hi);

/* ---- find: the ends of a literal, and the units of a set -----------------------------------------------
 * The positions p, length <= p <= size, that have the literal right before them: its units, in the form of the text
 * (UTF-8 at width 0), are units [p - length, p) of it. length > 0. Matches may overlap. The range is read once, and the
 * literal is compared at each position where its first and its last unit agree. */

/* The first of them in [lo, hi), or -1. */
SHIPLAP_API ptrdiff_t shiplap_find_first(const void *text, size_t size, int width, const void *literal, size_t length,
                                         size_t lo, size_t hi);
/* The last of them in [lo, hi), or -1. */
SHIPLAP_API ptrdiff_t shiplap_find_last(const void *text, size_t size, int width, const void *literal, size_t length,
                                        size_t lo, size_t hi);

/* The units of a set of ASCII in [begin, end): bit k of masks[i] is unit begin + 64 * i + k. Bit h of set[l] says
 * whether the set has the unit 16 * h + l; no set has 0. */
SHIPLAP_API void shiplap_find_set(const void *text, int width, size_t begin, size_t end, const uint8_t set[16],
                                  uint64_t *masks);

/* ---- line: what a line has -----------------------------------------------------------------------------------
 * One byte a code point, those beyond ASCII as any byte above 0x7F, which is a letter like those of ASCII. */

/* The marks that may divide a line into cells. */
enum shiplap_mark {
  SHIPLAP_MARK_PIPE = 1,
  SHIPLAP_MARK_DELIMITER = 2, /* a comma or a semicolon */
  SHIPLAP_MARK_TAB = 4,
  SHIPLAP_MARK_QUOTE = 8, /* " or ' */
  SHIPLAP_MARK_GAP = 16,  /* two spaces in a row */
  SHIPLAP_MARK_BARE = 32, /* a comma or semicolon, and after it another byte than a space or a tab */
  SHIPLAP_MARK_WORDS = 64 /* a space between two letters */
};

/* The number of bytes of a line that are read to distinguish code from prose. */
#define SHIPLAP_SIGNS_SIZE 160

/* The marks of a line, and the counts that distinguish code from prose, from its second byte on. */
struct shiplap_signs {
  unsigned marks;
  unsigned words;  /* spaces between the end of a word (a letter, a comma, a full stop) and a letter */
  unsigned code;   /* the count of full stops, brackets and operators for code */
  unsigned beyond; /* bytes above 0x7F */
};

/* The signs of a line of `size` bytes: the marks of the whole line, and the counts of its first `end` bytes, without
 * the white space at its end. From `line` on, `room` bytes may be read, at least `size`. */
SHIPLAP_API void shiplap_line_signs(const uint8_t *line, size_t size, size_t end, size_t room,
                                    struct shiplap_signs *signs);

/* ---- hashes -----------------------------------------------------------------------------------------------*/

struct shiplap_message {
  const uint8_t *data;
  size_t size;
};

/* Writes the BLAKE2b hash of 16 bytes of each of `count` messages to `hashes`. */
SHIPLAP_API void shiplap_hash_many(const struct shiplap_message *messages, size_t count, uint8_t *hashes);

/* ---- properties of code points ------------------------------------------------------------------------------
 * Three classes of a code point (Unicode 15.0.0), each the first that matches; a number for all of them. */

/* For UAX #29 grapheme clusters: Grapheme_Cluster_Break, and Extended_Pictographic. */
enum shiplap_grapheme_class {
  SHIPLAP_GRAPHEME_OTHER = 0,
  SHIPLAP_GRAPHEME_CR,
  SHIPLAP_GRAPHEME_LF,
  SHIPLAP_GRAPHEME_CONTROL,
  SHIPLAP_GRAPHEME_EXTEND,
  SHIPLAP_GRAPHEME_ZWJ,
  SHIPLAP_GRAPHEME_REGIONAL_INDICATOR,
  SHIPLAP_GRAPHEME_PREPEND,
  SHIPLAP_GRAPHEME_SPACING_MARK,
  SHIPLAP_GRAPHEME_L,
  SHIPLAP_GRAPHEME_V,
  SHIPLAP_GRAPHEME_T,
  SHIPLAP_GRAPHEME_LV,
  SHIPLAP_GRAPHEME_LVT,
  SHIPLAP_GRAPHEME_PICTOGRAPHIC
};

/* For words in scripts without spaces. */
enum shiplap_word_class {
  SHIPLAP_WORD_NONE = 0,
  SHIPLAP_WORD_IDEOGRAPH, /* Ideographic, or Script=Hiragana */
  SHIPLAP_WORD_KATAKANA,  /* Word_Break=Katakana */
  SHIPLAP_WORD_SPACELESS, /* Line_Break=SA: Thai, Lao, Khmer, Burmese, ... */
  SHIPLAP_WORD_CJK_CLOSE, /* East_Asian_Width W or F, General_Category Pe, Po, Pf */
  SHIPLAP_WORD_CJK_OPEN,  /* the same with Ps, Pi */
  SHIPLAP_WORD_MARK       /* before all of these: Word_Break Extend, Format, ZWJ, which rule WB4 skips */
};

/* For sentences. */
enum shiplap_sentence_class {
  SHIPLAP_SENTENCE_OTHER = 0,
  SHIPLAP_SENTENCE_SPACE,    /* White_Space */
  SHIPLAP_SENTENCE_STOP,     /* Sentence_Break=ATerm: a full stop, which may also end an abbreviation */
  SHIPLAP_SENTENCE_TERMINAL, /* the rest of Sentence_Terminal */
  SHIPLAP_SENTENCE_EXTEND,   /* combining and format characters: grapheme class EXTEND, ZWJ, SPACING_MARK, or Cf */
  SHIPLAP_SENTENCE_LOWER,    /* Lowercase */
  SHIPLAP_SENTENCE_UPPER,    /* Uppercase, or Lt */
  SHIPLAP_SENTENCE_DIGIT,    /* Nd */
  SHIPLAP_SENTENCE_NUMBER,   /* No */
  SHIPLAP_SENTENCE_LETTER,   /* the rest of Alphabetic and of the letters: of no case */
  SHIPLAP_SENTENCE_QUOTE,    /* Pi, Pf, and the quotation marks of other categories */
  SHIPLAP_SENTENCE_OPEN,     /* Ps */
  SHIPLAP_SENTENCE_CLOSE,    /* Pe */
  SHIPLAP_SENTENCE_CONTINUE  /* Sentence_Break=SContinue, or Pd */
};

/* All classes of a code point in one number, for shiplap_*_class_of; 0 above U+10FFFF. */
SHIPLAP_API uint16_t shiplap_properties(uint32_t code_point);

/* ---- words: their kinds for the sentence rule -----------------------------------------------------------
 * The words of src/shiplap/_data/sentences, compiled by csrc/tools/gen_sentences.py. */

/* FNV-1a of a word in UTF-8. */
SHIPLAP_API uint32_t shiplap_word_hash(const uint8_t *word, size_t size);
/* The kinds of a word in a language, as bits in the order of KINDS there; 0 for an unknown word. Language 0 is all
 * languages together, k + 1 is LANGUAGES[k]. `hash`: the hash of the word. */
SHIPLAP_API unsigned shiplap_word_kinds(const uint8_t *word, size_t size, uint32_t hash, int language);

/* A filter of tails: the last letters, as shiplap_last_units and shiplap_last_pairs give them, of each known word that
 * may be before a full stop inside a sentence. It also has one in a hundred of other tails. */
enum { SHIPLAP_TAILS = 1024 };
SHIPLAP_API extern const uint64_t shiplap_word_tails[SHIPLAP_TAILS];
/* The words of one to seven letters in ASCII, for shiplap_short_kinds, each in one of its two slots. */
enum { SHIPLAP_SHORT_WORDS = 16384 };
SHIPLAP_API extern const uint64_t shiplap_short_words[SHIPLAP_SHORT_WORDS];

#ifdef __cplusplus
}
#endif
#endif
