# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The work of readers for each token or character: the blocks of a page of HTML, and the lines of a page of a PDF.

Both parts call the functions of a parser in another library by their addresses, so that no Python object is made for a
token of lexbor or a character of PDFium. They share nothing else. They are one module because each module costs 0.35 MB
of generated C. The sections of each part follow the order of its work:

1. HTML: the structures and functions of lexbor, the elements, the nodes; the first pass, which makes nodes of tokens; the
   second pass, which makes blocks of nodes (lines, texts, elements, tables); and the entry point, `read_html`.
2. PDF: distances, a glyph and the functions of PDFium, the classes of characters, the box of a glyph; and the loop over
   the characters of a page, `PageReader.read`.
"""

cimport cython
from cpython.array cimport array, clone, resize
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from cpython.long cimport PyLong_AsVoidPtr
from cpython.mem cimport PyMem_RawFree, PyMem_RawMalloc, PyMem_RawRealloc
from cpython.unicode cimport PyUnicode_DecodeUTF8
from libc.math cimport INFINITY, NAN, fabsf, fmaxf, fminf, hypotf
from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uintptr_t
from libc.string cimport memchr, memcmp, memcpy, memset

from array import array as new_array
from html.entities import html5 as _REFERENCES

cdef extern from "Python.h":
    object PyUnicode_FromKindAndData(int kind, const void *buffer, Py_ssize_t size)

cdef array INT64 = new_array("q")
cdef array CODES = new_array("I")
cdef array INTEGERS = new_array("i")
cdef array FLOATS = new_array("f")

# ---- HTML: two passes
#
# The text of an HTML page as Markdown-like blocks, with the anchors and the origin of each part in the source.
#
# lexbor, the parser in selectolax, cuts the source into tokens by the HTML standard, and decodes character references.
# Two passes of our own follow:
#
#     source ──► lexbor's tokens ──► nodes: a tree in preorder, with the end of each subtree ──► text, anchors, origin
#
# The first pass (`take`) is called for each token. It applies those rules of the standard's tree construction that
# decide which text is in which block: end tags that are implied, end tags that match nothing, rows and cells of tables,
# the head. The tree of lexbor is not used: it has no offsets in the source, and takes quadratic time for some pages
# of deeply nested elements. Here each open element has the offset of the nearest open paragraph, list item, table and so
# on, so that no search walks the stack: the time is linear in the source at any depth of nesting.
#
# The second pass (`render`) reads the nodes in order and writes blocks. It knows each subtree in advance by the bits that
# the first pass set: whether the subtree has text, blocks, or content that makes a table one of layout.

# ---- HTML: lexbor's functions, and the two structures of a token (html/token.h, html/token_attr.h)

cdef struct TokenAttribute:
    const char *name_begin      # in the source
    const char *name_end
    const char *value_begin
    const char *value_end
    const void *name
    const char *value           # decoded, or NULL
    size_t value_size
    TokenAttribute *next
    TokenAttribute *prev
    int type

cdef struct Token:
    const char *begin           # in the source
    const char *end
    const char *text_start      # decoded
    const char *text_end
    TokenAttribute *attr_first
    TokenAttribute *attr_last
    void *base_element
    size_t null_count
    uintptr_t tag_id            # a number of lexbor, or the address of an unknown name
    int type

ctypedef Token *(*OnToken)(void *tokenizer, Token *token, void *context) noexcept nogil

cdef struct Lexbor:
    void *(*create)() noexcept nogil
    unsigned int (*init)(void *) noexcept nogil
    void (*set_callback)(void *, OnToken, void *) noexcept nogil
    void (*keep_duplicates)(void *, bint) noexcept nogil
    unsigned int (*begin)(void *) noexcept nogil
    unsigned int (*chunk)(void *, const char *, size_t) noexcept nogil
    unsigned int (*end)(void *) noexcept nogil
    void (*set_state)(void *, bint, uintptr_t, uintptr_t) noexcept nogil
    unsigned int (*make_tags)(void *, size_t) noexcept nogil
    unsigned int (*make_attributes)(void *, size_t) noexcept nogil
    void (*destroy_tags)(void *) noexcept nogil
    void (*destroy_attributes)(void *) noexcept nogil
    void *(*destroy)(void *) noexcept nogil
    const char *(*tag_name)(uintptr_t, size_t *) noexcept nogil

# The names of these functions, in the order of `Lexbor`.
LEXBOR_FUNCTIONS = (
    "lxb_html_tokenizer_create",
    "lxb_html_tokenizer_init",
    "lxb_html_tokenizer_callback_token_done_set_noi",
    "lxb_html_tokenizer_keep_duplicate_set_noi",
    "lxb_html_tokenizer_begin",
    "lxb_html_tokenizer_chunk",
    "lxb_html_tokenizer_end",
    "lxb_html_tokenizer_set_state_by_tag",
    "lxb_html_tokenizer_tags_make",
    "lxb_html_tokenizer_attrs_make",
    "lxb_html_tokenizer_tags_destroy",
    "lxb_html_tokenizer_attrs_destroy",
    "lxb_html_tokenizer_destroy",
    "lxb_tag_name_by_id_noi",
)

cdef Lexbor LEXBOR
memset(&LEXBOR, 0, sizeof(Lexbor))

cdef enum:
    CLOSES = 1          # types of tokens, as bits
    SELF_CLOSING = 2
    HTML_NAMESPACE = 2
    TAGS = 512          # more than lexbor has numbers of tags
    NAMES = 256         # the least number of lists in the table of unknown names
    BYTES_OF_A_NAME = 32    # bytes of the source for each list of that table
    MASK = 1            # the byte that replaces `>` in CDATA sections

# ---- HTML: elements

# Kinds of elements that have rules of their own.
cdef enum:
    OTHER
    TEXT
    A
    ARTICLE
    BLOCKQUOTE
    BR
    BUTTON
    CAPTION
    CELL
    CODE
    DD
    DIV
    DT
    HEAD
    HEADING
    HTML
    IMG
    INPUT
    LI
    LIST
    MAIN
    META
    NAV
    OL
    OPTION
    P
    PRE
    PREFORMATTED
    Q
    ROW
    RT
    SECTION
    SELECT
    SIDE
    SUP
    SVG
    TABLE
    TITLE
    IGNORED

# The properties of all elements of a name, as bits.
cdef enum:
    BLOCK = 1           # the texts before and after it are in other blocks
    VOID = 2            # it has no content
    SKIPPED = 4         # its content is not shown
    ENDS_P = 8          # it ends an open paragraph
    SPECIAL = 16        # in the standard's list of special elements: an end tag of another element does not close it
    SCOPE = 32          # a tag inside of it does not close elements outside of it
    OF_HEAD = 64        # it may be in the head
    ELEMENT = 128       # it is an element, not a comment or the like

# The properties of a node, as bits beside those of its name.
cdef enum:
    HAS_TEXT = 1 << 8       # the subtree has visible text
    HAS_BLOCK = 1 << 9
    HAS_LAYOUT = 1 << 10    # the subtree has a table, a heading or preformatted text, which a Markdown cell cannot have
    HIDDEN = 1 << 11
    IS_MAIN = 1 << 12
    IS_NAVIGATION = 1 << 13
    IS_SIDE = 1 << 14       # the header, the footer or an aside of a page
    HAS_STRAY = 1 << 15     # a table with text outside of its cells
    HAS_HEADING = 1 << 16
    PASSED_ON = HAS_TEXT | HAS_BLOCK | HAS_LAYOUT | HAS_HEADING

cdef list _BLOCKS = (
    "address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure "
    "footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr legend li listing main menu nav ol optgroup p plaintext "
    "pre search section summary table tbody td textarea tfoot th thead tr ul xmp option select"
).split()
cdef list _ENDING_P = (
    "address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure footer form "
    "h1 h2 h3 h4 h5 h6 header hgroup hr li listing main menu nav ol p plaintext pre search section summary table ul xmp"
).split()
cdef list _SPECIAL = (
    "address applet area article aside base basefont bgsound blockquote body br button caption center col colgroup dd "
    "details dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header "
    "hgroup hr html iframe img input keygen li link listing main marquee menu meta nav noembed noframes noscript "
    "object ol p param plaintext pre script search section select source style summary table tbody td template "
    "textarea tfoot th thead title tr track ul wbr xmp"
).split()
cdef list _VOID = (
    "area base basefont bgsound br col embed frame hr image img input keygen link meta param source track wbr"
).split()
cdef list _SKIPPED = (
    "annotation annotation-xml applet audio canvas datalist defs desc dialog head iframe metadata noembed noframes rp "
    "script style template title video"
).split()
cdef list _SCOPES = "applet caption html marquee object table td template th".split()
cdef list _OF_HEAD = "base basefont bgsound head html link meta noscript script style template title".split()

cdef dict _KINDS = {
    "a": A, "article": ARTICLE, "blockquote": BLOCKQUOTE, "body": HTML, "br": BR, "button": BUTTON,
    "caption": CAPTION, "td": CELL, "th": CELL, "code": CODE, "tt": CODE, "samp": CODE, "kbd": CODE, "dd": DD,
    "div": DIV, "address": DIV, "figure": DIV, "dt": DT, "head": HEAD, "h1": HEADING, "h2": HEADING, "h3": HEADING,
    "h4": HEADING, "h5": HEADING, "h6": HEADING, "html": HTML, "img": IMG, "image": IMG, "input": INPUT, "li": LI,
    "ul": LIST, "menu": LIST, "dir": LIST, "ol": OL, "main": MAIN, "meta": META, "nav": NAV, "option": OPTION,
    "p": P, "pre": PRE, "listing": PRE, "xmp": PRE, "plaintext": PRE, "q": Q, "tr": ROW, "rt": RT, "rp": RT,
    "tbody": SECTION, "thead": SECTION, "tfoot": SECTION, "aside": SIDE, "header": SIDE, "footer": SIDE,
    "sup": SUP, "svg": SVG, "math": SVG, "table": TABLE, "title": TITLE,
    "colgroup": IGNORED, "col": IGNORED, "frame": IGNORED, "frameset": IGNORED,
}  # fmt: skip

# Indexed by lexbor's number of a tag: its kind, its bits, and the level of a heading.
cdef uint8_t KIND[TAGS]
cdef uint32_t BITS[TAGS]
cdef uint8_t LEVEL[TAGS]
cdef uintptr_t TEXT_ID = 0      # lexbor's number of a text, of a comment, of a paragraph
cdef uintptr_t COMMENT_ID = 0
cdef uintptr_t P_ID = 0
cdef uintptr_t ROW_ID = 0
cdef uintptr_t SVG_ID = 0
cdef uintptr_t MATH_ID = 0
cdef uintptr_t FOREIGN_ID = 0
cdef uintptr_t UL_ID = 0
cdef uintptr_t OL_ID = 0

# Attributes that are read.
cdef enum:
    NO_NAME
    ID
    NAME
    CLASS
    ALT
    COLSPAN
    ROWSPAN
    START
    VALUE
    TYPE
    LANG
    ROLE
    HREF
    CONTENT
    PROPERTY
    HIDDEN_NAME
    STYLE
    OPEN


def connect_lexbor(dict addresses not None):
    """Store the addresses of the functions of lexbor, by name; return how many tags lexbor knows."""
    global TEXT_ID, COMMENT_ID, P_ID, ROW_ID, SVG_ID, MATH_ID, FOREIGN_ID, UL_ID, OL_ID
    cdef Lexbor found
    cdef void **slot = <void **> &found
    cdef size_t size
    cdef const char *name
    cdef int count = 0, number, k
    for k, each in enumerate(LEXBOR_FUNCTIONS):
        slot[k] = PyLong_AsVoidPtr(addresses[each])
    for number in range(1, TAGS):
        name = found.tag_name(number, &size)
        if name == NULL:
            break
        count += 1
        text = name[:size].decode()
        KIND[number] = <int> _KINDS.get(text, OTHER)
        BITS[number] = (
            BLOCK * (text in _BLOCKS) | VOID * (text in _VOID) | SKIPPED * (text in _SKIPPED)
            | ENDS_P * (text in _ENDING_P) | SPECIAL * (text in _SPECIAL) | SCOPE * (text in _SCOPES)
            | OF_HEAD * (text in _OF_HEAD) | ELEMENT * (c'a' <= name[0] <= c'z')
        )
        LEVEL[number] = name[1] - c'0' if KIND[number] == HEADING else 0
        if text == "#text": TEXT_ID = number
        elif text == "!--": COMMENT_ID = number
        elif text == "p": P_ID = number
        elif text == "tr": ROW_ID = number
        elif text == "svg": SVG_ID = number
        elif text == "math": MATH_ID = number
        elif text == "foreignobject": FOREIGN_ID = number
        elif text == "ul": UL_ID = number
        elif text == "ol": OL_ID = number
    global LEXBOR
    LEXBOR = found
    return count


# ---- HTML: nodes

# An attribute of an element. The value lives in the memory of lexbor's tokenizer.
cdef struct Attribute:
    int name
    const char *value       # decoded, UTF-8
    Py_ssize_t size         # bytes
    int64_t source          # the offset of the value in the source, in code points
    int64_t source_size     # code points
    Py_ssize_t next         # the next attribute of the element, or -1

cdef struct Node:
    uint8_t kind
    uint8_t level           # the level of a heading
    uint16_t ticks          # the longest run of backticks in the subtree
    uint32_t bits
    Py_ssize_t end          # the node after the subtree
    const char *text        # a text: decoded
    Py_ssize_t size         # bytes
    const char *raw         # the source of a text: the same as `text` if nothing was decoded
    Py_ssize_t raw_size
    int64_t source          # the offset of a text in the source, in code points
    Py_ssize_t attribute    # the first one, or -1
    Py_ssize_t decoded      # a text: its offset in `Tree.decoded`, or -1 if `text` is in the source

# An open element. The fields from `p` on are offsets in the stack of the innermost open element of a kind that an end
# tag or an implied end may close from here, or -1.
cdef struct Open:
    Py_ssize_t node
    uintptr_t tag
    Py_ssize_t before       # the next outer open element of the same tag, or -1
    Py_ssize_t p
    Py_ssize_t li
    Py_ssize_t term         # dt or dd
    Py_ssize_t option
    Py_ssize_t heading
    Py_ssize_t special      # the innermost special element
    Py_ssize_t scope        # the innermost element that begins a scope
    Py_ssize_t table
    Py_ssize_t section
    Py_ssize_t row
    Py_ssize_t cell         # a cell or a caption

cdef struct Tree:
    void *tokenizer
    const char *source      # the text that lexbor reads
    const char *original    # the source before `>` was masked in CDATA sections
    const char *at          # the address in the source up to which code points were counted
    int64_t count           # code points before `at`
    int ticks               # backticks at the end of the last text
    bint is_ascii
    bint is_xml
    bint is_in_head
    bint has_main
    bint has_article
    bint failed             # memory is missing
    Node *nodes
    Py_ssize_t size
    Py_ssize_t room
    Attribute *attributes
    Py_ssize_t attributes_size
    Py_ssize_t attributes_room
    Open *stack
    Py_ssize_t depth
    Py_ssize_t stack_room
    char *decoded
    Py_ssize_t decoded_size
    Py_ssize_t decoded_room
    Py_ssize_t last_open[TAGS]


cdef bint grow(void **block, Py_ssize_t *room, Py_ssize_t needed, size_t width) noexcept nogil:
    """Make room for `needed` items. Return False if memory is missing."""
    cdef Py_ssize_t wanted
    cdef void *larger
    if needed <= room[0]:
        return True
    wanted = needed + (needed >> 1) + 64
    larger = PyMem_RawRealloc(block[0], <size_t> wanted * width)
    if larger == NULL:
        return False
    block[0] = larger
    room[0] = wanted
    return True


cdef inline int64_t count_points(const char *begin, const char *end) noexcept nogil:
    """Return the number of code points between two addresses: continuation bytes are not counted."""
    cdef int64_t count = 0
    while begin < end:
        count += (<uint8_t> begin[0] & 0xC0) != 0x80
        begin += 1
    return count


cdef int64_t points_to(Tree *tree, const char *to) noexcept nogil:
    """Return the offset in code points of an address in the source. Addresses come in order, except those of attributes."""
    if tree.is_ascii:
        return to - tree.source
    if to >= tree.at:
        tree.count += count_points(tree.at, to)
    else:
        tree.count -= count_points(to, tree.at)
    tree.at = to
    return tree.count


cdef inline bint is_space(char c) noexcept nogil:
    """Return whether a byte is white space in HTML."""
    return c == c" " or c == c"\n" or c == c"\t" or c == c"\r" or c == c"\f"


cdef bint has_visible(const char *text, Py_ssize_t size) noexcept nogil:
    """Return whether a text has other characters than white space, no-break spaces and zero bytes."""
    cdef Py_ssize_t k = 0
    while k < size:
        if size - k >= 2 and text[k] == <char> 0xC2 and text[k + 1] == <char> 0xA0:
            k += 2
        elif is_space(text[k]) or not text[k]:
            k += 1
        else:
            return True
    return False


cdef int longest_ticks(const char *text, Py_ssize_t size, int *run) noexcept nogil:
    """Return the length of the longest run of backticks. run: the backticks at the end of the text before, which a run
    may continue; set to the backticks at the end of this text."""
    cdef int longest = 0
    cdef Py_ssize_t k
    if memchr(text, c"`", size) == NULL:
        run[0] = 0
        return 0
    for k in range(size):
        run[0] = min(run[0] + 1, 60000) if text[k] == c"`" else 0
        longest = max(longest, run[0])
    return longest


cdef Node *add_node(Tree *tree, int kind, uint32_t bits) noexcept nogil:
    """Append a node, and return it, or NULL if memory is missing."""
    cdef Node *node
    if not grow(<void **> &tree.nodes, &tree.room, tree.size + 1, sizeof(Node)):
        tree.failed = True
        return NULL
    node = &tree.nodes[tree.size]
    memset(node, 0, sizeof(Node))
    tree.size += 1
    node.kind = kind
    node.bits = bits
    node.end = tree.size
    node.attribute = -1
    node.decoded = -1
    return node


cdef bint is_name(TokenAttribute *attribute, const char *name, Py_ssize_t size) noexcept nogil:
    """Return whether the name of an attribute is `name`, given in lower case."""
    cdef Py_ssize_t k
    if attribute.name_end - attribute.name_begin != size:
        return False
    for k in range(size):
        if (attribute.name_begin[k] | 0x20) != name[k] and attribute.name_begin[k] != name[k]:
            return False
    return True


cdef int attribute_name(TokenAttribute *attribute) noexcept nogil:
    """Return the number of the name of an attribute that is read, or NO_NAME."""
    cdef Py_ssize_t size = attribute.name_end - attribute.name_begin
    if size == 2:
        return ID if is_name(attribute, "id", 2) else NO_NAME
    if size == 3:
        return ALT if is_name(attribute, "alt", 3) else NO_NAME
    if size == 4:
        if is_name(attribute, "name", 4): return NAME
        if is_name(attribute, "href", 4): return HREF
        if is_name(attribute, "type", 4): return TYPE
        if is_name(attribute, "lang", 4): return LANG
        if is_name(attribute, "role", 4): return ROLE
        if is_name(attribute, "open", 4): return OPEN
        return NO_NAME
    if size == 5:
        if is_name(attribute, "class", 5): return CLASS
        if is_name(attribute, "style", 5): return STYLE
        if is_name(attribute, "start", 5): return START
        if is_name(attribute, "value", 5): return VALUE
        return NO_NAME
    if size == 6:
        return HIDDEN_NAME if is_name(attribute, "hidden", 6) else NO_NAME
    if size == 7:
        if is_name(attribute, "colspan", 7): return COLSPAN
        if is_name(attribute, "rowspan", 7): return ROWSPAN
        if is_name(attribute, "content", 7): return CONTENT
        return NO_NAME
    if size == 8:
        if is_name(attribute, "property", 8): return PROPERTY
        if is_name(attribute, "xml:lang", 8): return LANG
    return NO_NAME


cdef bint contains(const char *text, Py_ssize_t size, const char *part, Py_ssize_t part_size) noexcept nogil:
    """Return whether a text contains a part, in upper or lower case; white space of the text is ignored."""
    cdef Py_ssize_t k, i, j
    for k in range(size - part_size + 1):
        if is_space(text[k]):
            continue
        i, j = k, 0
        while i < size and j < part_size and (is_space(text[i]) or (text[i] | 0x20) == part[j] or text[i] == part[j]):
            j += not is_space(text[i])
            i += 1
        if j == part_size:
            return True
    return False


cdef bint is_value(Attribute *attribute, const char *text, Py_ssize_t size) noexcept nogil:
    """Return whether the value of an attribute equals a text, apart from case; the text is given in lower case."""
    return attribute.size == size and contains(attribute.value, size, text, size)


cdef uint32_t bits_of(Attribute *attribute) noexcept nogil:
    """Return the properties that an attribute gives its element, as bits."""
    if attribute.name == HIDDEN_NAME:
        return 0 if is_value(attribute, "until-found", 11) else HIDDEN
    if attribute.name == STYLE:
        if contains(attribute.value, attribute.size, "display:none", 12):
            return HIDDEN
        return HIDDEN if contains(attribute.value, attribute.size, "visibility:hidden", 17) else 0
    if attribute.name == CLASS:  # the numbers of lines of code, which are not text
        return HIDDEN if contains(attribute.value, attribute.size, "lineno", 6) else 0
    if attribute.name == ROLE:
        if is_value(attribute, "main", 4):
            return IS_MAIN
        if is_value(attribute, "navigation", 10) or is_value(attribute, "search", 6):
            return IS_NAVIGATION
        if is_value(attribute, "banner", 6) or is_value(attribute, "contentinfo", 11):
            return IS_SIDE
        if is_value(attribute, "complementary", 13):
            return IS_SIDE
        if is_value(attribute, "presentation", 12) or is_value(attribute, "none", 4):
            return HAS_LAYOUT
    return 0


cdef bint add_attributes(Tree *tree, Token *token, Node *node) noexcept nogil:
    """Copy the attributes that are read from a token to its node. Return False if memory is missing."""
    cdef TokenAttribute *each = token.attr_first
    cdef Attribute *attribute
    cdef Py_ssize_t last = -1
    cdef int name
    cdef bint is_kept
    while each != NULL:
        name = attribute_name(each)
        # most attributes are classes, which matter for few elements
        is_kept = name != NO_NAME and (
            name != CLASS or node.kind in (PRE, CODE, DIV)
            or (each.value_size >= 6 and contains(each.value, each.value_size, "lineno", 6))
        )
        if is_kept:
            if not grow(<void **> &tree.attributes, &tree.attributes_room, tree.attributes_size + 1, sizeof(Attribute)):
                tree.failed = True
                return False
            attribute = &tree.attributes[tree.attributes_size]
            memset(attribute, 0, sizeof(Attribute))
            attribute.name = name
            attribute.next = -1
            if each.value != NULL:
                attribute.value = each.value
                attribute.size = each.value_size
            else:
                attribute.value = ""
            if name == ALT and each.value_begin != NULL:
                attribute.source = points_to(tree, each.value_begin)
                attribute.source_size = points_to(tree, each.value_end) - attribute.source
            if last < 0:
                node.attribute = tree.attributes_size
            else:
                tree.attributes[last].next = tree.attributes_size
            last = tree.attributes_size
            tree.attributes_size += 1
            node.bits |= bits_of(attribute)
            if name == OPEN:  # a dialog
                node.bits &= ~<uint32_t> SKIPPED
        each = each.next
    return True


cdef inline Attribute *find(Tree *tree, Node *node, int name) noexcept nogil:
    """Return the first attribute of a name, or NULL."""
    cdef Py_ssize_t k = node.attribute
    while k >= 0:
        if tree.attributes[k].name == name:
            return &tree.attributes[k]
        k = tree.attributes[k].next
    return NULL


# ---- HTML: the first pass, tokens to nodes

cdef inline Open *top(Tree *tree) noexcept nogil:
    """Return the innermost open element. The first element of the stack is the page."""
    return &tree.stack[tree.depth - 1]


cdef inline int top_kind(Tree *tree) noexcept nogil:
    return tree.nodes[top(tree).node].kind


cdef void close_to(Tree *tree, Py_ssize_t depth) noexcept nogil:
    """Close the open elements from `depth` on."""
    cdef Open *open_
    cdef Node *node
    cdef Node *parent
    while tree.depth > depth and tree.depth > 1:
        open_ = top(tree)
        node = &tree.nodes[open_.node]
        node.end = tree.size
        if open_.tag < TAGS:
            tree.last_open[open_.tag] = open_.before
        tree.depth -= 1
        parent = &tree.nodes[top(tree).node]
        pass_on(parent, node)


cdef void pass_on(Node *parent, Node *node) noexcept nogil:
    """Add the properties of a subtree to its parent."""
    if node.bits & (HIDDEN | SKIPPED):
        return
    if (
        node.bits & HAS_TEXT and parent.kind in (TABLE, SECTION, ROW)
        and node.kind not in (SECTION, ROW, CELL, CAPTION)
    ):
        parent.bits |= HAS_STRAY
    parent.bits |= node.bits & PASSED_ON
    if node.bits & BLOCK:
        parent.bits |= HAS_BLOCK
    if node.kind in (TABLE, HEADING, PRE):
        parent.bits |= HAS_LAYOUT
    if node.kind == HEADING:
        parent.bits |= HAS_HEADING
    if node.bits & HAS_STRAY and parent.kind in (TABLE, SECTION):
        parent.bits |= HAS_STRAY
    parent.ticks = max(parent.ticks, node.ticks)


cdef bint open_node(Tree *tree, uintptr_t tag, Py_ssize_t index) noexcept nogil:
    """Push an element. Return False if memory is missing."""
    cdef Open *open_
    cdef Node *node = &tree.nodes[index]
    cdef Py_ssize_t here = tree.depth
    if not grow(<void **> &tree.stack, &tree.stack_room, tree.depth + 1, sizeof(Open)):
        tree.failed = True
        return False
    open_ = &tree.stack[here]
    open_[0] = tree.stack[here - 1]
    open_.node = index
    open_.tag = tag
    if tag < TAGS:
        open_.before = tree.last_open[tag]
        tree.last_open[tag] = here
    if node.bits & SPECIAL:
        open_.special = here
        open_.option = -1
        if node.kind not in (P, DIV):
            open_.li = open_.term = -1
    if node.bits & SCOPE:
        open_.scope = here
        open_.p = open_.heading = -1
    if node.kind == P: open_.p = here
    elif node.kind == BUTTON: open_.p = -1
    elif node.kind == LI: open_.li = here
    elif node.kind == DT or node.kind == DD: open_.term = here
    elif node.kind == HEADING: open_.heading = here
    elif node.kind == OPTION: open_.option = here
    elif node.kind == TABLE:
        open_.table = here
        open_.section = open_.row = open_.cell = -1
    elif node.kind == SECTION: open_.section = here
    elif node.kind == ROW: open_.row = here
    elif node.kind == CELL or node.kind == CAPTION: open_.cell = here
    tree.depth += 1
    return True


cdef Token *take(void *tokenizer, Token *token, void *context) noexcept nogil:
    """Process a token: lexbor's callback."""
    cdef Tree *tree = <Tree *> context
    if token.tag_id == TEXT_ID:
        take_text(tree, token, token.text_start, token.text_end - token.text_start)
    elif token.tag_id == COMMENT_ID:
        take_comment(tree, token)
    elif token.tag_id >= TAGS or BITS[token.tag_id] & ELEMENT:
        if token.type & CLOSES:
            take_end(tree, token.tag_id if token.tag_id < TAGS else 0)
        else:
            take_start(tree, token)
    return NULL if tree.failed else token


cdef void take_comment(Tree *tree, Token *token) noexcept nogil:
    """Process a comment: a CDATA section in XML, a picture or a formula is a text, other comments are ignored. lexbor
    read the section with `>` masked (`masked` of `shiplap.readers.html_pages`)."""
    cdef Py_ssize_t size = token.text_end - token.text_start
    cdef const char *raw
    if size < 7 or memcmp(token.text_start, "[CDATA[", 7) or not (tree.is_xml or is_foreign(tree)):
        return
    raw = token.begin
    while raw < token.end and raw[0] != c"[":
        raw += 1
    raw += 7
    size = max(<Py_ssize_t> 0, token.end - raw)
    while size and raw[size - 1] == c">":
        size -= 1
    if size >= 2 and memcmp(raw + size - 2, "]]", 2) == 0:
        size -= 2
    take_raw(tree, raw + (tree.original - tree.source), size, raw)


cdef inline bint is_foreign(Tree *tree) noexcept nogil:
    """Return whether the innermost open element is in a picture or a formula."""
    return tree.last_open[SVG_ID] >= 0 or tree.last_open[MATH_ID] >= 0


cdef void take_raw(Tree *tree, const char *text, Py_ssize_t size, const char *raw) noexcept nogil:
    """Process a text without references."""
    cdef Token token
    memset(&token, 0, sizeof(Token))
    token.begin, token.end = raw, raw + size
    take_text(tree, &token, text, size)


cdef void unmask(char *text, Py_ssize_t size) noexcept nogil:
    """Restore each `>` in a text that looks like a CDATA section and is not one."""
    cdef Py_ssize_t k
    for k in range(size):
        if text[k] == MASK:
            text[k] = c">"


cdef void take_text(Tree *tree, Token *token, const char *text, Py_ssize_t size) noexcept nogil:
    """Process a text."""
    cdef Node *node
    cdef Py_ssize_t raw_size = token.end - token.begin
    cdef bint is_visible = has_visible(text, size)
    if size == 0:
        return
    if is_visible and tree.is_in_head and tree.depth == 1:
        tree.is_in_head = False
    node = add_node(tree, TEXT, HAS_TEXT if is_visible else 0)
    if node == NULL:
        return
    node.raw = token.begin + (tree.original - tree.source)
    node.raw_size = raw_size
    node.source = points_to(tree, token.begin)
    node.size = size
    if size == raw_size and (memcmp(text, token.begin, size) == 0 or text != token.text_start):
        node.text = node.raw
    else:
        if not grow(<void **> &tree.decoded, &tree.decoded_room, tree.decoded_size + size, 1):
            tree.failed = True
            return
        memcpy(tree.decoded + tree.decoded_size, text, size)
        if tree.original != tree.source:
            unmask(tree.decoded + tree.decoded_size, size)
        node.decoded = tree.decoded_size
        tree.decoded_size += size
    node.ticks = longest_ticks(text, size, &tree.ticks)
    pass_on(&tree.nodes[top(tree).node], node)


cdef void take_start(Tree *tree, Token *token) noexcept nogil:
    """Process a start tag."""
    cdef uintptr_t tag = token.tag_id if token.tag_id < TAGS else 0
    cdef int kind = KIND[tag]
    cdef uint32_t bits = BITS[tag]
    cdef bint is_closed = bits & VOID or (token.type & SELF_CLOSING and (tree.is_xml or is_foreign(tree) or kind == SVG))
    cdef Py_ssize_t index = tree.size
    cdef Node *node
    if tree.is_in_head and not bits & OF_HEAD and tree.depth == 1:
        tree.is_in_head = False
    if kind == IGNORED:
        return
    if is_foreign(tree):
        if bits & ENDS_P and tree.last_open[FOREIGN_ID] < 0:
            close_to(tree, max(tree.last_open[SVG_ID], tree.last_open[MATH_ID]))
    elif not close_implied(tree, tag, kind, bits):
        return
    index = tree.size
    node = add_node(tree, kind, bits)
    if node == NULL:
        return
    node.level = LEVEL[tag]
    if not add_attributes(tree, token, node):
        return
    if kind == HTML or kind == HEAD:
        node.bits &= ~<uint32_t> (BLOCK | SKIPPED | HIDDEN)
        return
    if kind == MAIN:
        node.bits |= IS_MAIN
    elif kind == NAV:
        node.bits |= IS_NAVIGATION
    elif kind == SIDE:
        node.bits |= IS_SIDE
    if kind == TITLE and is_foreign(tree):
        node.kind = OTHER
    if not node.bits & (HIDDEN | SKIPPED):
        tree.has_main |= (node.bits & IS_MAIN) != 0
        tree.has_article |= kind == ARTICLE
    if is_closed:
        if kind == IMG and find(tree, node, ALT) != NULL:
            node.bits |= HAS_TEXT * has_visible(find(tree, node, ALT).value, find(tree, node, ALT).size)
        elif kind == INPUT and is_shown_input(tree, node):
            node.bits |= HAS_TEXT
        pass_on(&tree.nodes[top(tree).node], node)
        return
    if tag and not is_foreign(tree) and (not tree.is_xml or kind == TITLE):
        LEXBOR.set_state(tree.tokenizer, False, token.tag_id, HTML_NAMESPACE)
    open_node(tree, tag, index)


cdef bint is_shown_input(Tree *tree, Node *node) noexcept nogil:
    """Return whether an input is a button with a label."""
    cdef Attribute *type_ = find(tree, node, TYPE)
    cdef Attribute *value = find(tree, node, VALUE)
    if type_ == NULL or value == NULL or not has_visible(value.value, value.size):
        return False
    return is_value(type_, "submit", 6) or is_value(type_, "button", 6) or is_value(type_, "reset", 5)


cdef bint close_implied(Tree *tree, uintptr_t tag, int kind, uint32_t bits) noexcept nogil:
    """Close the elements that a start tag ends, and open a row that a cell implies. Return whether the tag counts."""
    cdef Node *row
    if kind in (CELL, ROW, SECTION, CAPTION):
        if top(tree).table < 0:
            return False
        if top(tree).cell >= 0:
            close_to(tree, top(tree).cell)
        if kind == CELL and top(tree).row >= 0:
            close_to(tree, top(tree).row + 1)
            return True
        if top(tree).row >= 0:
            close_to(tree, top(tree).row)
        if kind in (CELL, ROW) and top(tree).section >= 0:
            close_to(tree, top(tree).section + 1)
        else:
            close_to(tree, top(tree).table + 1)
        if kind == CELL:
            row = add_node(tree, ROW, BITS[ROW_ID])
            return row != NULL and open_node(tree, ROW_ID, tree.size - 1)
        return True
    if bits & ENDS_P and top(tree).p >= 0:
        close_to(tree, top(tree).p)
    if kind == TABLE and top(tree).table >= 0 and top(tree).cell < 0:
        close_to(tree, top(tree).table)
    elif kind == LI and top(tree).li >= 0:
        close_to(tree, top(tree).li)
    elif kind in (DT, DD) and top(tree).term >= 0:
        close_to(tree, top(tree).term)
    elif kind == OPTION and top(tree).option >= 0:
        close_to(tree, top(tree).option)
    elif kind in (A, HEADING, RT) and top_kind(tree) == kind:
        close_to(tree, tree.depth - 1)
    elif kind == BUTTON and tree.last_open[tag] > top(tree).scope:
        close_to(tree, tree.last_open[tag])
    return True


cdef void take_end(Tree *tree, uintptr_t tag) noexcept nogil:
    """Process an end tag. An end tag that matches no open element in its scope is ignored."""
    cdef int kind = KIND[tag]
    cdef Py_ssize_t at = tree.last_open[tag]
    cdef Open *open_ = top(tree)
    cdef Node *node
    if kind == HEAD:
        tree.is_in_head = False
    elif kind == BR or (kind == P and open_.p < 0):  # read as a start tag, as the standard says
        node = add_node(tree, kind, BITS[tag])
        if node != NULL:
            pass_on(&tree.nodes[open_.node], node)
    elif kind == P:
        close_to(tree, open_.p)
    elif kind == HEADING:
        if open_.heading >= 0:
            close_to(tree, open_.heading)
    elif kind == TABLE:
        if open_.table >= 0:
            close_to(tree, open_.table)
    elif kind == SECTION:
        if open_.section >= 0:
            close_to(tree, open_.section)
    elif kind == ROW:
        if open_.row >= 0:
            close_to(tree, open_.row)
    elif kind == CELL or kind == CAPTION:
        if open_.cell >= 0 and at == open_.cell:
            close_to(tree, at)
    elif kind == LI:
        if at > max(open_.scope, max(tree.last_open[UL_ID], tree.last_open[OL_ID])):
            close_to(tree, at)
    elif BITS[tag] & SPECIAL:
        if at >= open_.scope and at > 0:
            close_to(tree, at)
    elif at > 0 and (at > open_.special or is_foreign(tree)):
        close_to(tree, at)


# ---- HTML: the second pass, nodes to blocks

cdef enum:
    DEEPEST = 8         # the most levels of lists and quotes that are indented, so that indents do not outgrow the text
    MOST_FIELDS = 100   # fields of a table for each of its cells; a table with more has no spans
    MOST_SPAN = 1000    # columns of a cell, by the standard
    MOST_CLASSES = 1000 # bytes of classes that are searched for a language, because elements with many texts share them
    FENCE = 3
    NO_MEMORY = -1

# The effect of the end of an element.
cdef enum:
    ENDS_BLOCK
    ENDS_CONTAINER
    ENDS_LIST
    ENDS_INLINE         # a heading or a cell
    ENDS_CODE
    ENDS_PRE
    ENDS_TABLE
    ENDS_ROW
    ENDS_QUOTED
    ENDS_RUBY
    ENDS_WORD

cdef struct Frame:
    Py_ssize_t node
    int action
    int after               # the least number of line ends before the next block
    Py_ssize_t prefix       # bytes of the prefix and of the marker, to be restored at the end
    Py_ssize_t marker
    int64_t number          # of a list: the number of its next item; of an item: the blocks before it
    bint is_ordered

cdef struct Writer:
    Tree *tree
    char *out
    Py_ssize_t size
    Py_ssize_t room
    int64_t points          # code points of the output
    int64_t *origin         # rows of four: start, end, start and end in the source
    Py_ssize_t origin_size  # in numbers
    Py_ssize_t origin_room
    int64_t *anchors        # rows of three: offset, attribute, rank
    Py_ssize_t anchors_size
    Py_ssize_t anchors_room
    Py_ssize_t waiting      # index of the first row of `anchors` whose offset is not known yet
    Frame *frames
    Py_ssize_t depth
    Py_ssize_t frames_room
    char *prefix            # the text that each line begins with
    Py_ssize_t prefix_size
    Py_ssize_t prefix_room
    Py_ssize_t low          # the least size of the prefix since the last line
    char *marker            # the text that replaces the prefix from `marker_base` on in the next line
    Py_ssize_t marker_size
    Py_ssize_t marker_room
    Py_ssize_t marker_base
    Py_ssize_t last_mark    # offset of the last mark in the marker
    int containers          # open lists and quotes
    int lists
    int need                # the least number of line ends before the next block
    int64_t blocks          # blocks that were begun
    bint is_open            # the current line has text
    bint is_space           # whether white space is before the next word
    int64_t space           # the offset of this white space in the source, or -1
    int breaks              # <br> before the next word
    int level               # the level of a heading that has no text yet
    bint is_term_open       # a description that has no text yet
    int inlines             # open headings and cells
    bint is_cell
    bint is_cell_open       # the cell has text
    int codes
    int code                # backticks to write before the next word
    bint is_code_open
    int pres
    bint is_pre_open
    int fence
    int lines               # line ends of preformatted text before the next character
    bint is_line_open
    const char *language
    Py_ssize_t language_size
    int *carry              # rows that the cell in each column still spans
    Py_ssize_t carry_room
    Py_ssize_t columns
    Py_ssize_t column
    Py_ssize_t rows
    bint has_spans
    bint is_row_open
    bint is_main            # content="main": the text around the content is left out
    bint failed


cdef bint write(Writer *w, const char *text, Py_ssize_t size) noexcept nogil:
    """Append bytes to the output. Return False if memory is missing."""
    if not grow(<void **> &w.out, &w.room, w.size + size, 1):
        w.failed = True
        return False
    memcpy(w.out + w.size, text, size)
    w.size += size
    return True


cdef void mark(Writer *w, const char *text, Py_ssize_t size) noexcept nogil:
    """Append ASCII that is not in the source."""
    if write(w, text, size):
        w.points += size


cdef void mark_times(Writer *w, const char *text, Py_ssize_t size, Py_ssize_t times) noexcept nogil:
    cdef Py_ssize_t k
    for k in range(times):
        mark(w, text, size)


cdef void append(Writer *w, const char *text, Py_ssize_t size, int64_t points, int64_t source, int64_t source_points) noexcept nogil:
    """Append a text, and its origin, in code points."""
    cdef int64_t *row = w.origin + w.origin_size - 4
    cdef bint is_verbatim = points == source_points
    if not write(w, text, size):
        return
    if (
        is_verbatim and w.origin_size and row[1] == w.points and row[3] == source
        and row[1] - row[0] == row[3] - row[2]
    ):
        row[1] += points
        row[3] += points
    elif grow(<void **> &w.origin, &w.origin_room, w.origin_size + 4, sizeof(int64_t)):
        row = w.origin + w.origin_size
        row[0], row[1], row[2], row[3] = w.points, w.points + points, source, source + source_points
        w.origin_size += 4
    else:
        w.failed = True
    w.points += points


# ---- HTML: lines and blocks

cdef void break_word(Writer *w) noexcept nogil:
    """End the word: the next word begins after a space."""
    if not w.is_space and not w.pres:
        w.is_space, w.space = w.is_open or w.is_cell_open, -1


cdef void break_block(Writer *w, int need) noexcept nogil:
    """End the block, if any: the next text begins another block, after at least `need` line ends."""
    if w.inlines:
        w.is_space = w.is_space or w.is_open
        w.space = -1
        return
    if w.pres:
        if w.is_line_open:
            w.lines = max(w.lines, 1)
        return
    w.is_open = w.is_space = False
    w.breaks = 0
    if w.marker_size or w.is_term_open:  # the first block of an item follows its marker
        need = min(need, 1)
    w.need = max(w.need, need)


cdef void end_line(Writer *w, Py_ssize_t prefix) noexcept nogil:
    """Write a line end, and a part of the prefix."""
    mark(w, "\n", 1)
    mark(w, w.prefix, prefix)


cdef void begin_block(Writer *w, bint is_text) noexcept nogil:
    """Write the line ends before a block, and the marks that its first line begins with. is_text: the block is a
    paragraph or a heading, which is written in the line of the mark of a description."""
    cdef Py_ssize_t k
    if w.size:
        for k in range(w.need):
            mark(w, "\n", 1)
            if k + 1 < w.need:
                mark(w, w.prefix, trimmed(w.prefix, min(w.low, w.prefix_size)))
        if w.is_term_open and not is_text and w.need < 2:
            mark(w, "\n", 1)
    settle_anchors(w)
    if w.marker_size:
        mark(w, w.prefix, w.marker_base)
        mark(w, w.marker, w.marker_size)
        w.last_mark = w.marker_size - 2
        w.marker_size = 0
        if not is_text and w.marker[w.last_mark] != c">":  # a block of several lines begins below the marker of an item
            w.size -= 1
            w.points -= 1
            end_line(w, w.prefix_size)
    else:
        mark(w, w.prefix, w.prefix_size)
    if w.is_term_open and is_text:
        mark(w, ": ", 2)
    if w.level and is_text:
        mark_times(w, "#", 1, w.level)
        mark(w, " ", 1)
        w.level = 0
    w.is_term_open = False
    w.low = w.prefix_size
    w.need = 0
    w.blocks += 1
    w.is_open = True


cdef Py_ssize_t trimmed(const char *text, Py_ssize_t size) noexcept nogil:
    """Return the size of a text without white space at its end."""
    while size and text[size - 1] == c" ":
        size -= 1
    return size


cdef void open_container(Writer *w, const char *first, Py_ssize_t size, const char *rest) noexcept nogil:
    """Begin an item or a quote. first: the marks of its first line. rest: the marks of its other lines, of equal size."""
    w.containers += 1
    w.is_term_open = False
    if w.marker_size == 0:
        w.marker_base = w.prefix_size
    elif w.containers > DEEPEST:
        return
    if not grow(<void **> &w.marker, &w.marker_room, w.marker_size + size, 1):
        w.failed = True
        return
    memcpy(w.marker + w.marker_size, first, size)
    w.marker_size += size
    if w.containers > DEEPEST:
        return
    if not grow(<void **> &w.prefix, &w.prefix_room, w.prefix_size + size, 1):
        w.failed = True
        return
    memcpy(w.prefix + w.prefix_size, rest, size)
    w.prefix_size += size


cdef void settle_anchors(Writer *w) noexcept nogil:
    """Set the offset of the anchors that wait for a text: the text begins here."""
    while w.waiting < w.anchors_size:
        w.anchors[w.waiting] = w.points
        w.waiting += 3


cdef bint is_run(const char *text, Py_ssize_t size, char c, Py_ssize_t least) noexcept nogil:
    """Return whether a word begins with `least` or more times the character `c`."""
    cdef Py_ssize_t k = 0
    while k < size and text[k] == c:
        k += 1
    return k >= least


cdef bint is_marked(const char *text, Py_ssize_t size) noexcept nogil:
    """Return whether a line that begins with a text would be read as a heading, a fence or an underline."""
    cdef Py_ssize_t k = 0
    cdef char c = text[0]
    if c == c"`" or c == c"~":
        return is_run(text, size, c, FENCE)
    while k < size and text[k] == c:
        k += 1
    if c == c"#":
        return k <= 6 and (k == size or is_space(text[k]))
    return (c == c"-" or c == c"=") and k == size


cdef void write_space(Writer *w) noexcept nogil:
    """Write the space before a word, if the source has white space there."""
    if w.is_space and w.space >= 0:
        append(w, " ", 1, 1, w.space, 1)
    elif w.is_space:
        mark(w, " ", 1)


cdef void prepare(Writer *w, const char *text, Py_ssize_t size) noexcept nogil:
    """Write the text before a word: the marks of a block, line ends, a space, backticks."""
    cdef bint is_first = False
    if w.pres:  # the words of a picture
        write_space(w)
        w.is_space = False
        return
    if w.is_cell:
        if w.is_cell_open:
            write_space(w)
        settle_anchors(w)
        w.is_cell_open = True
    elif not w.is_open:
        is_first = w.level == 0
        begin_block(w, True)
    elif w.breaks >= 2:
        w.need = 2
        begin_block(w, True)
        is_first = True
    elif w.breaks:
        end_line(w, w.prefix_size)
        settle_anchors(w)
        is_first = True
    else:
        write_space(w)
        settle_anchors(w)
    w.is_space = False
    w.breaks = 0
    if w.code and not w.is_code_open:
        mark_times(w, "`", 1, w.code)
        if text[0] == c"`":
            mark(w, " ", 1)
        w.is_code_open = True
    elif is_first and is_marked(text, size):
        mark(w, "\\", 1)


cdef void put(Writer *w, const char *text, Py_ssize_t size, int64_t source, int64_t source_points) noexcept nogil:
    """Write words."""
    prepare(w, text, size)
    append(w, text, size, count_points(text, text + size), source, source_points)


# ---- HTML: texts

cdef Py_ssize_t reference_size(const char *raw, Py_ssize_t size, Py_ssize_t *decoded) noexcept nogil:
    """Return the size of the character reference that begins here, with its `&`; 0 if it is missing, or NO_MEMORY.
    decoded: set to the size of the text of a named reference, 0 for a number."""
    cdef Py_ssize_t k = 1, begin
    decoded[0] = 0
    if size > 2 and raw[1] == c"#":
        k = 3 if (raw[2] | 0x20) == c"x" else 2
        begin = k
        while k < size and (
            c"0" <= raw[k] <= c"9" or (raw[2] | 0x20) == c"x" and c"a" <= (raw[k] | 0x20) <= c"f"
        ):
            k += 1
        if k == begin:
            return 0
        return k + (k < size and raw[k] == c";")
    while k < size and k < 40 and (c"a" <= (raw[k] | 0x20) <= c"z" or c"0" <= raw[k] <= c"9"):
        k += 1
    if k == 1:
        return 0
    if k < size and raw[k] == c";":
        k += 1
    return named_size(raw, k, decoded)


cdef Py_ssize_t named_size(const char *raw, Py_ssize_t size, Py_ssize_t *decoded) noexcept nogil:
    """Return the size of the longest named reference of at most `size` bytes that begins here; 0 if it is missing, or
    NO_MEMORY."""
    cdef Py_ssize_t k
    if size == 4 and memcmp(raw, "&lt;", 4) == 0 or size == 4 and memcmp(raw, "&gt;", 4) == 0:
        decoded[0] = 1
        return 4
    if size == 5 and memcmp(raw, "&amp;", 5) == 0:
        decoded[0] = 1
        return 5
    with gil:
        try:
            name = raw[1:size].decode("ascii")
            for k in range(len(name), 0, -1):
                if name[:k] in _REFERENCES:
                    decoded[0] = len(_REFERENCES[name[:k]].encode())
                    return k + 1
        except MemoryError:
            return NO_MEMORY
    return 0


# Steps through a text and its source together.
cdef struct Cursor:
    const char *text
    Py_ssize_t size
    const char *raw
    Py_ssize_t raw_size
    Py_ssize_t at           # offset in `text`
    Py_ssize_t raw_at       # offset in `raw`
    int64_t source          # the offset of `raw_at` in the source, in code points
    bint failed             # memory is missing
cdef Py_ssize_t step(Cursor *c, int64_t *source_points) noexcept nogil:
    """Move past one code point of the text, or past the text of one reference; return its bytes. source_points: set to
    its code points in the source."""
    cdef Py_ssize_t decoded = 0, size = 0, k
    cdef const char *raw = c.raw + c.raw_at
    if c.raw_at >= c.raw_size:  # cannot happen for a text that lexbor decoded
        source_points[0] = 0
        c.at += 1
        return 1
    if raw[0] == c"&":
        size = reference_size(raw, c.raw_size - c.raw_at, &decoded)
        if size == NO_MEMORY:
            c.failed = True
            size = 0
    if size:
        source_points[0] = size
        c.raw_at += size
        if decoded == 0:
            decoded = point_size(c.text[c.at])
    elif raw[0] == c"\r":
        size = 1 + (c.raw_at + 1 < c.raw_size and raw[1] == c"\n")
        source_points[0] = size
        c.raw_at += size
        decoded = 1
    else:
        decoded = point_size(raw[0])
        source_points[0] = 1
        c.raw_at += decoded
    c.source += source_points[0]
    decoded = min(decoded, c.size - c.at)
    c.at += decoded
    return decoded


cdef void skip_ignored(Cursor *c) noexcept nogil:
    """Move past end tags without a name, which are ignored within a text."""
    while (
        c.raw_size - c.raw_at >= 3 and memcmp(c.raw + c.raw_at, "</>", 3) == 0 and not is_at(c, "</>", 3)
    ):
        c.raw_at += 3
        c.source += 3


cdef inline bint is_at(Cursor *c, const char *part, Py_ssize_t size) noexcept nogil:
    """Return whether a part is next in the text."""
    return c.size - c.at >= size and memcmp(c.text + c.at, part, size) == 0


cdef inline Py_ssize_t point_size(char c) noexcept nogil:
    """Return the size in bytes of a code point by its first byte."""
    cdef uint8_t first = <uint8_t> c
    return 1 if first < 0xC0 else 2 if first < 0xE0 else 3 if first < 0xF0 else 4


cdef void render_text(Writer *w, Node *node) noexcept nogil:
    """Write a text whose white space collapses."""
    cdef Cursor c
    cdef int64_t source, points
    cdef Py_ssize_t begin, size
    if not node.bits & HAS_TEXT:
        if not w.is_space:
            w.is_space, w.space = w.is_open or w.is_cell_open, node.source if is_space(node.raw[0]) else -1
        return
    c.text, c.size, c.raw, c.raw_size = node.text, node.size, node.raw, node.raw_size
    c.at = c.raw_at = 0
    c.failed = False
    c.source = node.source
    if node.decoded < 0:
        render_verbatim(w, node.text, node.size, node.source, w.tree.is_ascii)
        return
    c.text = w.tree.decoded + node.decoded
    while c.at < c.size:
        skip_ignored(&c)
        begin, source = c.at, c.source
        size = step(&c, &points)
        if size == 1 and is_space(c.text[begin]):
            if not w.is_space:
                w.is_space, w.space = True, source
        elif c.text[begin]:
            render_piece(w, &c, begin, size, source, points)
    w.failed |= c.failed


cdef void render_piece(Writer *w, Cursor *c, Py_ssize_t begin, Py_ssize_t size, int64_t source, int64_t points) noexcept nogil:
    """Write a decoded code point, or the verbatim word that begins with it."""
    cdef Py_ssize_t k
    cdef int64_t own = count_points(c.text + begin, c.text + begin + size)
    if own == points and c.raw[c.raw_at - 1] == c.text[begin + size - 1]:
        while (
            c.at < c.size and c.raw_at < c.raw_size and c.text[c.at] == c.raw[c.raw_at] and not is_space(c.text[c.at])
            and c.text[c.at] and c.raw[c.raw_at] != c"&" and c.text[c.at] != c"|"
        ):
            c.source += (<uint8_t> c.text[c.at] & 0xC0) != 0x80
            c.at += 1
            c.raw_at += 1
        points = c.source - source
    if w.is_cell and c.text[begin] == c"|":
        prepare(w, "|", 1)
        mark(w, "\\", 1)
    put(w, c.text + begin, c.at - begin, source, points)


cdef void render_verbatim(Writer *w, const char *text, Py_ssize_t size, int64_t source, bint is_ascii) noexcept nogil:
    """Write a text that is the same in the source."""
    cdef Py_ssize_t k = 0, begin
    cdef int64_t points
    while k < size:
        if is_space(text[k]) or not text[k]:
            if not w.is_space and text[k]:
                w.is_space, w.space = True, source
            k += 1
            source += 1
            continue
        begin = k
        if w.is_cell and text[k] == c"|":
            prepare(w, "|", 1)
            mark(w, "\\", 1)
            k += 1
        while k < size and text[k] and not (w.is_cell and text[k] == c"|"):
            if is_space(text[k]) and (text[k] != c" " or k + 1 == size or is_space(text[k + 1])):
                break
            k += 1
        points = k - begin if is_ascii else count_points(text + begin, text + k)
        prepare(w, text + begin, k - begin)
        append(w, text + begin, k - begin, points, source, points)
        source += points


cdef void render_preformatted(Writer *w, Node *node) noexcept nogil:
    """Write a text whose white space is kept."""
    cdef Cursor c
    cdef int64_t source, points
    cdef Py_ssize_t begin, size
    c.text = node.text if node.decoded < 0 else w.tree.decoded + node.decoded
    c.size, c.raw, c.raw_size, c.source = node.size, node.raw, node.raw_size, node.source
    c.at = c.raw_at = 0
    c.failed = False
    while c.at < c.size:
        skip_ignored(&c)
        begin, source = c.at, c.source
        size = step(&c, &points)
        if size == 1 and (c.text[begin] == c"\n" or c.text[begin] == c"\r"):
            w.lines += 1
        elif c.text[begin]:
            begin_line(w)
            if points == 1:
                while (
                    c.at < c.size and c.raw_at < c.raw_size and c.text[c.at] == c.raw[c.raw_at] and c.text[c.at]
                    and c.text[c.at] != c"\n" and c.raw[c.raw_at] != c"&"
                ):
                    c.source += (<uint8_t> c.text[c.at] & 0xC0) != 0x80
                    c.at += 1
                    c.raw_at += 1
                points = c.source - source
            append(w, c.text + begin, c.at - begin, count_points(c.text + begin, c.text + c.at), source, points)
    w.failed |= c.failed


cdef void begin_line(Writer *w) noexcept nogil:
    """Write the text before a character of preformatted text: the fence, line ends."""
    cdef Py_ssize_t k
    if not w.is_pre_open:
        begin_block(w, False)
        mark_times(w, "`", 1, w.fence)
        mark(w, w.language, w.language_size)
        end_line(w, w.prefix_size)
        w.is_pre_open = True
        w.lines = 0
    for k in range(w.lines):
        end_line(w, w.prefix_size if k + 1 == w.lines else trimmed(w.prefix, w.prefix_size))
    w.lines = 0
    w.is_line_open = True
    settle_anchors(w)


# ---- HTML: blocks of elements

cdef int64_t number_of(Attribute *attribute, int64_t otherwise, int64_t most) noexcept nogil:
    """Return the integer at the start of the value of an attribute, at most `most`; `otherwise` if it is missing."""
    cdef Py_ssize_t k = 0
    cdef int64_t number = 0
    cdef bint is_negative = False
    if attribute == NULL:
        return otherwise
    while k < attribute.size and is_space(attribute.value[k]):
        k += 1
    if k < attribute.size and attribute.value[k] == c"-":
        is_negative = True
        k += 1
    if k == attribute.size or not c"0" <= attribute.value[k] <= c"9":
        return otherwise
    while k < attribute.size and c"0" <= attribute.value[k] <= c"9":
        number = min(most, number * 10 + (attribute.value[k] - c"0"))
        k += 1
    return -number if is_negative else number


cdef bint open_frame(Writer *w, Py_ssize_t node, int action, int after) noexcept nogil:
    """Push a frame. Return False if memory is missing."""
    cdef Frame *frame
    if not grow(<void **> &w.frames, &w.frames_room, w.depth + 1, sizeof(Frame)):
        w.failed = True
        return False
    frame = &w.frames[w.depth]
    memset(frame, 0, sizeof(Frame))
    frame.node, frame.action, frame.after = node, action, after
    frame.prefix, frame.marker = w.prefix_size, w.marker_size
    w.depth += 1
    return True


cdef void close_frame(Writer *w) noexcept nogil:
    """End an element."""
    cdef Frame *frame
    w.depth -= 1
    frame = &w.frames[w.depth]
    if frame.action == ENDS_CODE:
        w.codes -= 1
        if w.is_code_open:
            if w.out[w.size - 1] == c"`" and w.tree.nodes[frame.node].ticks:
                mark(w, " ", 1)
            mark_times(w, "`", 1, w.code)
        w.code = 0
        w.is_code_open = False
        return
    if frame.action == ENDS_WORD:
        break_word(w)
        return
    if frame.action == ENDS_QUOTED or frame.action == ENDS_RUBY:
        mark(w, '"' if frame.action == ENDS_QUOTED else ")", 1)
        return
    if frame.action == ENDS_PRE:
        w.pres -= 1
        if w.is_pre_open:
            end_line(w, w.prefix_size)
            mark_times(w, "`", 1, w.fence)
        w.is_pre_open = w.is_line_open = False
        w.lines = 0
    elif frame.action == ENDS_INLINE:
        w.inlines -= 1
        if w.is_cell:
            mark(w, " ", 1)
            mark_times(w, "|  ", 3, frame.number - 1)
            w.is_cell = w.is_cell_open = False
            w.is_space = False
            return
        w.level = 0
    elif frame.action == ENDS_CONTAINER:
        w.containers -= 1
        w.prefix_size = frame.prefix
        w.low = min(w.low, w.prefix_size)
        w.marker_size = min(w.marker_size, frame.marker)
        if w.blocks - frame.number == 1 and frame.after == 1:  # an item of one paragraph
            w.need = min(w.need, 1)
    elif frame.action == ENDS_LIST:
        w.lists -= 1
    elif frame.action == ENDS_ROW:
        end_row(w)
    elif frame.action == ENDS_TABLE:
        clear_carry(w)
    if w.tree.nodes[frame.node].kind == DD:
        w.is_term_open = False
    break_block(w, frame.after)


cdef void render(Writer *w) noexcept nogil:
    """Write all nodes."""
    cdef Tree *tree = w.tree
    cdef Py_ssize_t k = 1, inside = 0
    cdef Node *node
    cdef bint is_chosen = w.is_main and (tree.has_main or tree.has_article)
    while k < tree.size and not w.failed:
        node = &tree.nodes[k]
        while w.depth and tree.nodes[w.frames[w.depth - 1].node].end <= k:
            close_frame(w)
        if node.bits & (HIDDEN | SKIPPED):
            k = node.end
            continue
        if is_chosen and k >= inside:
            if tree.has_main and not node.bits & IS_MAIN or not tree.has_main and node.kind != ARTICLE:
                k += 1
                continue
            inside = node.end
        if w.is_main and (node.bits & IS_NAVIGATION or (node.bits & IS_SIDE and is_side(w, k, is_chosen))):
            k = node.end
        elif node.kind == TEXT:
            if w.pres:
                render_preformatted(w, node)
            else:
                render_text(w, node)
            k += 1
        else:
            k = render_element(w, k, node)
    while w.depth:
        close_frame(w)
    settle_anchors(w)


cdef bint is_side(Writer *w, Py_ssize_t index, bint is_chosen) noexcept nogil:
    """Return whether a header, footer or aside belongs to the page, not to a part of the page."""
    cdef Py_ssize_t k
    if is_chosen:
        return False
    for k in range(w.depth - 1, max(-1, w.depth - 32), -1):
        if w.tree.nodes[w.frames[k].node].kind == ARTICLE:
            return False
    return True


cdef Py_ssize_t render_element(Writer *w, Py_ssize_t index, Node *node) noexcept nogil:
    """Begin an element; return the node to continue with."""
    cdef Tree *tree = w.tree
    cdef int kind = node.kind
    add_anchors(w, index, node)
    if kind == BR:
        if w.pres:
            w.lines += 1
        elif w.inlines:
            w.is_space, w.space = w.is_open or w.is_cell_open, -1
        elif w.is_open:
            w.breaks += 1
            w.is_space = False
    elif kind == IMG or kind == INPUT:
        if node.bits & HAS_TEXT:
            render_value(w, find(tree, node, ALT if kind == IMG else VALUE))
    elif kind == A and is_mark(tree, index, node):
        return node.end
    elif kind == CODE:
        open_code(w, index, node)
    elif kind == BUTTON:
        break_word(w)
        open_frame(w, index, ENDS_WORD, 0)
    elif kind == SUP:
        if is_power(w, index, node):
            mark(w, "^", 1)
    elif kind == Q or kind == RT:
        if node.bits & HAS_TEXT and not node.bits & HAS_BLOCK and not w.pres:
            prepare(w, "x", 1)
            mark(w, '"' if kind == Q else "(", 1)
            open_frame(w, index, ENDS_QUOTED if kind == Q else ENDS_RUBY, 0)
    elif node.bits & BLOCK:
        open_block(w, index, node)
    return index + 1


cdef void open_block(Writer *w, Py_ssize_t index, Node *node) noexcept nogil:
    """Begin an element that is a block."""
    cdef int kind = node.kind
    cdef Frame *frame
    if w.pres:
        break_block(w, 1)
        open_frame(w, index, ENDS_BLOCK, 1)
    elif w.inlines and not (w.is_cell and kind == CELL):
        break_block(w, 1)
        open_frame(w, index, ENDS_BLOCK, 1)
    elif kind == HEADING:
        break_block(w, 2)
        w.level = node.level
        w.inlines += 1
        open_frame(w, index, ENDS_INLINE, 2)
    elif kind == PRE:
        open_pre(w, index, node)
    elif kind in (LIST, OL, LI) and node.bits & HAS_HEADING:  # a list of layout: Markdown has headings outside of lists
        break_block(w, 2)
        open_frame(w, index, ENDS_BLOCK, 2)
    elif kind == LIST or kind == OL:
        w.is_term_open = False
        break_block(w, 1 if w.lists else 2)
        if not open_frame(w, index, ENDS_LIST, 1 if w.lists else 2):
            return
        w.lists += 1
        frame = &w.frames[w.depth - 1]
        frame.is_ordered = kind == OL
        frame.number = number_of(find(w.tree, node, START), 1, 999999999)
    elif kind == LI:
        open_item(w, index, node)
    elif kind == BLOCKQUOTE:
        break_block(w, 2)
        open_frame(w, index, ENDS_CONTAINER, 2)
        open_container(w, "> ", 2, "> ")
    elif kind == DT:
        break_block(w, 2)
        open_frame(w, index, ENDS_BLOCK, 1)
    elif kind == DD:
        break_block(w, 1)
        open_frame(w, index, ENDS_BLOCK, 2)
        w.is_term_open = node.bits & HAS_TEXT != 0 and w.size > 0
    elif kind == TABLE:
        open_table(w, index, node)
    elif kind in (ROW, SECTION, CAPTION) and not w.is_row_open and in_table(w):
        if kind == ROW:
            open_row(w, index)
            return
        clear_carry(w)
        if kind == CAPTION:
            w.rows = 0
        break_block(w, 2 if kind == CAPTION else 1)
        open_frame(w, index, ENDS_BLOCK, 2 if kind == CAPTION else 1)
    elif kind == CELL and w.is_row_open:
        open_cell(w, index, node)
    elif kind == OPTION:
        break_block(w, 1)
        open_frame(w, index, ENDS_BLOCK, 1)
    else:
        break_block(w, 2)
        open_frame(w, index, ENDS_BLOCK, 2)


cdef void open_item(Writer *w, Py_ssize_t index, Node *node) noexcept nogil:
    """Begin an item of a list, with its number."""
    cdef char marker[32]
    cdef char indent[32]
    cdef Frame *list_ = NULL
    cdef int64_t number
    cdef int size = 0, k
    cdef char digits[24]
    break_block(w, 1)
    if w.depth and w.frames[w.depth - 1].action == ENDS_LIST:
        list_ = &w.frames[w.depth - 1]
    if list_ != NULL and list_.is_ordered:
        number = number_of(find(w.tree, node, VALUE), list_.number, 999999999)
        list_.number = number + 1
        number = max(<int64_t> 0, number)
        k = 0
        while number or k == 0:
            digits[k] = c"0" + number % 10
            number //= 10
            k += 1
        while k:
            k -= 1
            marker[size] = digits[k]
            size += 1
        marker[size] = c"."
        size += 1
    else:
        marker[0] = c"-"
        size = 1
    marker[size] = c" "
    size += 1
    memset(indent, c" ", size)
    if not open_frame(w, index, ENDS_CONTAINER, 1):
        return
    w.frames[w.depth - 1].number = w.blocks
    open_container(w, marker, size, indent)


cdef void open_code(Writer *w, Py_ssize_t index, Node *node) noexcept nogil:
    """Begin code within a line: the backticks are written before its first word."""
    if w.pres or w.codes or node.bits & HAS_BLOCK or not node.bits & HAS_TEXT:
        return
    w.codes += 1
    w.code = node.ticks + 1 if node.ticks else 1
    w.is_code_open = False
    open_frame(w, index, ENDS_CODE, 0)


cdef void open_pre(Writer *w, Py_ssize_t index, Node *node) noexcept nogil:
    """Begin preformatted text: the fence is written before its first character."""
    break_block(w, 2)
    if not node.bits & HAS_TEXT:
        open_frame(w, index, ENDS_BLOCK, 2)
        return
    open_frame(w, index, ENDS_PRE, 2)
    w.pres += 1
    w.is_pre_open = w.is_line_open = False
    w.lines = 0
    w.fence = max(FENCE, node.ticks + 1)
    find_language(w, index, node)


cdef void find_language(Writer *w, Py_ssize_t index, Node *node) noexcept nogil:
    """Find the language of preformatted text in its class, in a class of the elements around it, or of its first child."""
    cdef Py_ssize_t k
    cdef Tree *tree = w.tree
    w.language_size = 0
    if language_of(w, find(tree, node, CLASS)):
        return
    for k in range(index + 1, min(index + 4, node.end)):
        if tree.nodes[k].kind == CODE:
            if language_of(w, find(tree, &tree.nodes[k], CLASS)):
                return
            break
    for k in range(w.depth - 2, max(-1, w.depth - 5), -1):
        node = &tree.nodes[w.frames[k].node]
        if node.kind != DIV or language_of(w, find(tree, node, CLASS)):
            return


cdef bint has_prefix(const char *text, Py_ssize_t size, const char *prefix, Py_ssize_t prefix_size) noexcept nogil:
    return size > prefix_size and memcmp(text, prefix, prefix_size) == 0


cdef bint language_of(Writer *w, Attribute *attribute) noexcept nogil:
    """Read the language from a class; return whether the class names a language."""
    cdef Py_ssize_t k = 0, begin, size, end
    cdef const char *word
    cdef bint is_next = False
    if attribute == NULL:
        return False
    end = min(attribute.size, MOST_CLASSES)
    while k < end:
        while k < end and is_space(attribute.value[k]):
            k += 1
        begin = k
        while k < end and not is_space(attribute.value[k]):
            k += 1
        word, size = attribute.value + begin, k - begin
        if is_next:
            pass
        elif has_prefix(word, size, "language-", 9):
            word, size = word + 9, size - 9
        elif has_prefix(word, size, "lang-", 5):
            word, size = word + 5, size - 5
        elif has_prefix(word, size, "highlight-source-", 17):
            word, size = word + 17, size - 17
        elif has_prefix(word, size, "highlight-", 10):
            word, size = word + 10, size - 10
        elif has_prefix(word, size, "brush:", 6):
            word, size = word + 6, size - 6
        else:
            is_next = size == 10 and memcmp(word, "sourceCode", 10) == 0 or size == 6 and memcmp(word, "brush:", 6) == 0
            continue
        while size and word[size - 1] == c";":
            size -= 1
        if is_language(word, size):
            w.language, w.language_size = word, size
        return True
    return False


cdef bint is_language(const char *word, Py_ssize_t size) noexcept nogil:
    """Return whether a word can name a language after a fence."""
    cdef Py_ssize_t k
    cdef char c
    if not 1 <= size <= 30 or size == 7 and memcmp(word, "default", 7) == 0 or size == 4 and memcmp(word, "none", 4) == 0:
        return False
    for k in range(size):
        c = word[k]
        if not (c"a" <= (c | 0x20) <= c"z" or c"0" <= c <= c"9" or c in (c"+", c"#", c"_", c".", c"-")):
            return False
    return True


cdef void render_value(Writer *w, Attribute *attribute) noexcept nogil:
    """Write the value of an attribute as words of their own."""
    cdef Py_ssize_t k = 0, begin
    cdef const char *text = attribute.value
    cdef bint is_verbatim = attribute.source_size == count_points(text, text + attribute.size)
    if w.pres:
        begin_line(w)
    break_word(w)
    if is_verbatim:
        render_verbatim(w, text, attribute.size, attribute.source, w.tree.is_ascii)
    else:
        while k < attribute.size:
            begin = k
            while k < attribute.size and not is_space(text[k]) and not (w.is_cell and text[k] == c"|"):
                k += 1
            if k > begin:
                put(w, text + begin, k - begin, attribute.source, attribute.source_size)
            if k < attribute.size and text[k] == c"|":
                prepare(w, "|", 1)
                mark(w, "\\|", 2)
                k += 1
            while k < attribute.size and is_space(text[k]):
                w.is_space, w.space = True, -1
                k += 1
    break_word(w)


cdef bint is_mark(Tree *tree, Py_ssize_t index, Node *node) noexcept nogil:
    """Return whether a link leads to a fragment of the page and has no letter or digit, such as the pilcrow after a
    heading. Such a link is a control of the page, not text."""
    cdef Attribute *href = find(tree, node, HREF)
    cdef Py_ssize_t k, i
    cdef Node *each
    cdef const char *text
    if href == NULL or href.size == 0 or href.value[0] != c"#" or node.end - index > 6:
        return False
    for k in range(index + 1, node.end):
        each = &tree.nodes[k]
        if each.kind == IMG and each.bits & HAS_TEXT or each.attribute >= 0 and find(tree, each, ID) != NULL:
            return False
        if each.kind == TEXT:
            text = each.text if each.decoded < 0 else tree.decoded + each.decoded
            if has_letter(text, each.size):
                return False
    return True


cdef bint has_letter(const char *text, Py_ssize_t size) noexcept nogil:
    """Return whether a text has a letter or a digit. Letters beyond ASCII are distinguished from symbols by their range."""
    cdef Py_ssize_t k = 0, width, i
    cdef uint32_t point
    while k < size:
        width = point_size(text[k])
        if width == 1:
            if c"a" <= (text[k] | 0x20) <= c"z" or c"0" <= text[k] <= c"9":
                return True
        else:
            point = <uint32_t> <uint8_t> text[k] & (<uint32_t> 0xFF >> (width + 1))
            for i in range(1, min(width, size - k)):
                point = point << 6 | (<uint32_t> <uint8_t> text[k + i] & 0x3F)
            if not (
                point < 0xC0 or 0x2000 <= point < 0x2C00 or 0xE000 <= point < 0xF900 or 0xFE00 <= point < 0xFE10
                or 0x1F000 <= point < 0x1FB00
            ):
                return True
        k += width
    return False


cdef bint is_power(Writer *w, Py_ssize_t index, Node *node) noexcept nogil:
    """Return whether a superscript is a number or one letter, directly after a letter, a digit or a bracket: 10^6."""
    cdef Node *text
    cdef char last, first
    cdef const char *words
    if w.pres or w.is_space or w.breaks or not w.size or not (w.is_open or w.is_cell_open) or index + 1 >= node.end:
        return False
    last = w.out[w.size - 1]
    if not (c"a" <= (last | 0x20) <= c"z" or c"0" <= last <= c"9" or last == c")"):
        return False
    text = &w.tree.nodes[index + 1]
    if text.kind != TEXT or text.size == 0:
        return False
    words = text.text if text.decoded < 0 else w.tree.decoded + text.decoded
    first = words[0]
    if c"0" <= first <= c"9" or first == c"-" or first == c"+":
        return True
    return text.size == 1 and c"a" <= (first | 0x20) <= c"z"


cdef void add_anchors(Writer *w, Py_ssize_t index, Node *node) noexcept nogil:
    """Store the fragments that lead to an element. They get the offset of the next text."""
    cdef Py_ssize_t k = node.attribute
    while k >= 0:
        if w.tree.attributes[k].size and (
            w.tree.attributes[k].name == ID or w.tree.attributes[k].name == NAME and node.kind == A
        ):
            if not grow(<void **> &w.anchors, &w.anchors_room, w.anchors_size + 3, sizeof(int64_t)):
                w.failed = True
                return
            w.anchors[w.anchors_size] = -1
            w.anchors[w.anchors_size + 1] = k
            w.anchors[w.anchors_size + 2] = 2 if node.kind == HEADING else 1 if node.bits & BLOCK else 0
            w.anchors_size += 3
        k = w.tree.attributes[k].next


# ---- HTML: tables

cdef bint in_table(Writer *w) noexcept nogil:
    """Return whether the innermost table is written as a table."""
    cdef Py_ssize_t k = w.depth - 1
    while k >= 0 and w.tree.nodes[w.frames[k].node].kind == SECTION:
        k -= 1
    return k >= 0 and w.frames[k].action == ENDS_TABLE


cdef void open_table(Writer *w, Py_ssize_t index, Node *node) noexcept nogil:
    """Begin a table. A table of layout is written as blocks instead of rows: it has content that a Markdown table cannot
    hold, text outside of its cells, or only one cell."""
    break_block(w, 2)
    if node.bits & (HAS_LAYOUT | HAS_STRAY) or not node.bits & HAS_TEXT or not measure(w, index, node):
        open_frame(w, index, ENDS_BLOCK, 2)
        return
    open_frame(w, index, ENDS_TABLE, 2)
    w.rows = 0
    w.is_row_open = False


cdef bint measure(Writer *w, Py_ssize_t index, Node *node) noexcept nogil:
    """Count the columns of a table; return whether it has more than one cell. Spans are ignored if the table would have
    more than MOST_FIELDS fields for each cell."""
    cdef Tree *tree = w.tree
    cdef Py_ssize_t k = index + 1, cells = 0, rows = 0, widest = 0, column = 0, fields = 0
    while k < node.end:
        if tree.nodes[k].kind == ROW:
            column = 0
            rows += 1
        if tree.nodes[k].kind == CELL and not tree.nodes[k].bits & (HIDDEN | SKIPPED):
            cells += 1
            column += 1
            widest = max(widest, column)
        k = next_of_table(tree, k)
    w.has_spans, w.columns = True, 0
    column = 0
    k = index + 1
    while k < node.end and fields + w.columns <= MOST_FIELDS * cells:
        if tree.nodes[k].kind in (ROW, SECTION):
            finish_row(w, column, False)
            fields += w.columns
            column = 0
            if tree.nodes[k].kind == SECTION:
                clear_carry(w)
        elif tree.nodes[k].kind == CELL and not tree.nodes[k].bits & (HIDDEN | SKIPPED):
            column = place(w, &tree.nodes[k], skip_carried(w, column, False))
            w.columns = max(w.columns, column)
        k = next_of_table(tree, k)
    clear_carry(w)
    w.has_spans = k >= node.end and rows * w.columns <= MOST_FIELDS * cells
    if not w.has_spans:
        w.columns = widest
    return cells > 1


cdef inline Py_ssize_t next_of_table(Tree *tree, Py_ssize_t k) noexcept nogil:
    """Return the node after a part of a table; the content of cells is skipped."""
    if tree.nodes[k].kind in (CELL, CAPTION) or tree.nodes[k].bits & (HIDDEN | SKIPPED):
        return tree.nodes[k].end
    return k + 1


cdef void clear_carry(Writer *w) noexcept nogil:
    """Forget the rows that cells span."""
    if w.has_spans:
        memset(w.carry, 0, min(w.carry_room, w.columns + MOST_SPAN) * sizeof(int))


cdef bint reserve_carry(Writer *w, Py_ssize_t columns) noexcept nogil:
    """Make room for `columns` columns. Return False if memory is missing."""
    cdef Py_ssize_t before = w.carry_room
    if not grow(<void **> &w.carry, &w.carry_room, columns, sizeof(int)):
        w.failed = True
        return False
    memset(w.carry + before, 0, (w.carry_room - before) * sizeof(int))
    return True


cdef Py_ssize_t skip_carried(Writer *w, Py_ssize_t column, bint is_written) noexcept nogil:
    """Move past the columns that cells of the rows above span; return the next column."""
    while w.has_spans and column < w.carry_room and w.carry[column] > 0:
        w.carry[column] -= 1
        column += 1
        if is_written:
            mark(w, "|  ", 3)
    return column


cdef Py_ssize_t place(Writer *w, Node *cell, Py_ssize_t column) noexcept nogil:
    """Store the rows that a cell spans, and return the column after the cell."""
    cdef Py_ssize_t columns = 1, rows = 1, k
    if w.has_spans:
        columns = max(<int64_t> 1, number_of(find(w.tree, cell, COLSPAN), 1, MOST_SPAN))
        rows = number_of(find(w.tree, cell, ROWSPAN), 1, 65534)
        rows = 65534 if rows == 0 else max(<int64_t> 1, rows)
        if reserve_carry(w, column + columns):
            for k in range(columns):
                w.carry[column + k] = <int> rows - 1
    return column + columns


cdef void finish_row(Writer *w, Py_ssize_t column, bint is_written) noexcept nogil:
    """Move past the columns after the last cell of a row."""
    while column < w.columns:
        if column < w.carry_room and w.carry[column] > 0:
            w.carry[column] -= 1
        if is_written:
            mark(w, "|  ", 3)
        column += 1


cdef void open_row(Writer *w, Py_ssize_t index) noexcept nogil:
    """Begin a row of a table."""
    break_block(w, 1)
    open_frame(w, index, ENDS_ROW, 1)
    w.is_row_open = True
    w.column = 0
    w.is_open = False


cdef void open_cell(Writer *w, Py_ssize_t index, Node *node) noexcept nogil:
    """Begin a cell of a row."""
    cdef Py_ssize_t column
    if not w.is_open:
        begin_block(w, False)
    column = skip_carried(w, w.column, True)
    w.column = place(w, node, column)
    mark(w, "| ", 2)
    w.inlines += 1
    w.is_cell = True
    w.is_cell_open = w.is_space = False
    if open_frame(w, index, ENDS_INLINE, 0):
        w.frames[w.depth - 1].number = w.column - column


cdef void end_row(Writer *w) noexcept nogil:
    """Write the columns after the last cell of a row; after the first row, also the line that makes that row the header."""
    w.is_row_open = False
    if not w.is_open:
        finish_row(w, w.column if w.has_spans else w.columns, False)
        return
    if w.has_spans or w.rows == 0:  # without spans, rows of one cell need not be as wide as the widest
        finish_row(w, w.column, True)
    mark(w, "|", 1)
    w.rows += 1
    if w.rows == 1:
        end_line(w, w.prefix_size)
        mark(w, "|", 1)
        mark_times(w, " --- |", 6, w.columns)


# ---- HTML: the page

cdef bytes text_of(Tree *tree, Py_ssize_t index):
    """Return the text of an element that contains no other element."""
    cdef Py_ssize_t k
    cdef Node *each
    parts = []
    for k in range(index + 1, tree.nodes[index].end):
        each = &tree.nodes[k]
        if each.kind == TEXT:
            parts.append((each.text if each.decoded < 0 else tree.decoded + each.decoded)[:each.size])
    return b"".join(parts)


cdef str string(const char *text, Py_ssize_t size):
    return PyUnicode_DecodeUTF8(text, size, "surrogatepass")


cdef array numbers(const int64_t *rows, Py_ssize_t size):
    cdef array copy = clone(INT64, size, False)
    memcpy(copy.data.as_voidptr, rows, size * sizeof(int64_t))
    return copy


cdef list described(Tree *tree):
    """Return the metadata of the head: pairs of a name and a value, in the order of the source."""
    cdef Py_ssize_t k
    cdef Node *node
    cdef Attribute *name
    cdef Attribute *value
    found = []
    for k in range(1, tree.size):
        node = &tree.nodes[k]
        if node.kind == TITLE:
            found.append(("title", text_of(tree, k).decode("utf-8", "replace")))
        elif node.kind == HTML or node.kind == META:
            name = find(tree, node, NAME) if find(tree, node, PROPERTY) == NULL else find(tree, node, PROPERTY)
            value = find(tree, node, LANG if node.kind == HTML else CONTENT)
            if value != NULL and (name != NULL or node.kind == HTML):
                key = "lang" if node.kind == HTML else "meta " + string(name.value, name.size).strip().lower()
                found.append((key, string(value.value, value.size)))
    return found


def read_html(bytes source, bytes original, Py_ssize_t begin, bint is_ascii, bint is_xml, bint is_main, /):
    """Read a page.

    source: UTF-8. original: the same, with CDATA sections not masked. begin: the byte offset of the page, after a byte
    order mark. Returns the text; the metadata of the head, as pairs; the origin, four numbers a row; the anchors, three
    numbers a row (offset, number of the fragment, rank among anchors of one offset); and the fragments.
    """
    cdef Tree tree
    cdef Writer w
    cdef Attribute *attribute
    cdef const char *data = PyBytes_AS_STRING(source)
    cdef Py_ssize_t size = PyBytes_GET_SIZE(source), k
    cdef unsigned int status = 0
    if PyBytes_GET_SIZE(original) != size:
        raise ValueError("source and original must have the same size")
    if LEXBOR.create == NULL:
        raise RuntimeError("lexbor is not connected")
    memset(&tree, 0, sizeof(Tree))
    memset(&w, 0, sizeof(Writer))
    memset(tree.last_open, 0xFF, sizeof(tree.last_open))
    tree.source = tree.at = data
    tree.original = PyBytes_AS_STRING(original)
    tree.is_ascii, tree.is_xml, tree.is_in_head = is_ascii, is_xml, True
    w.tree = &tree
    try:
        if add_node(&tree, OTHER, 0) == NULL or not open_root(&tree):
            raise MemoryError
        with nogil:
            tree.tokenizer = LEXBOR.create()
            status = LEXBOR.init(tree.tokenizer)
            if status == 0:
                LEXBOR.set_callback(tree.tokenizer, take, &tree)
                # very many names would take quadratic time with lexbor's own tables of 256 lists, and with its search for
                # duplicates; of several attributes with one name the first counts (`find`)
                LEXBOR.keep_duplicates(tree.tokenizer, True)
                status = LEXBOR.make_tags(tree.tokenizer, max(NAMES, size // BYTES_OF_A_NAME))
                if status == 0:
                    status = LEXBOR.make_attributes(tree.tokenizer, max(NAMES, size // BYTES_OF_A_NAME))
                if status == 0:
                    status = LEXBOR.begin(tree.tokenizer)
            if status == 0:
                status = LEXBOR.chunk(tree.tokenizer, data + begin, size - begin)
            if status == 0:
                status = LEXBOR.end(tree.tokenizer)
            close_to(&tree, 1)
            tree.nodes[0].end = tree.size
        if status or tree.failed:
            raise MemoryError
        with nogil:
            write_page(&w, is_main)
        if w.failed:
            raise MemoryError
        fragments = []
        for k in range(0, w.anchors_size, 3):
            attribute = &tree.attributes[w.anchors[k + 1]]
            fragments.append(string(attribute.value, attribute.size))
            w.anchors[k + 1] = k // 3
        return (
            string(w.out, w.size), described(&tree), numbers(w.origin, w.origin_size),
            numbers(w.anchors, w.anchors_size), fragments,
        )  # fmt: skip
    finally:
        if tree.tokenizer != NULL:
            LEXBOR.destroy_tags(tree.tokenizer)
            LEXBOR.destroy_attributes(tree.tokenizer)
            LEXBOR.destroy(tree.tokenizer)
        PyMem_RawFree(tree.nodes)
        PyMem_RawFree(tree.attributes)
        PyMem_RawFree(tree.stack)
        PyMem_RawFree(tree.decoded)
        PyMem_RawFree(w.out)
        PyMem_RawFree(w.origin)
        PyMem_RawFree(w.anchors)
        PyMem_RawFree(w.frames)
        PyMem_RawFree(w.prefix)
        PyMem_RawFree(w.marker)
        PyMem_RawFree(w.carry)


cdef bint open_root(Tree *tree) noexcept nogil:
    """Open the page itself, which no tag closes. Return False if memory is missing."""
    cdef Open *root
    if not grow(<void **> &tree.stack, &tree.stack_room, 1, sizeof(Open)):
        return False
    root = tree.stack
    memset(root, 0xFF, sizeof(Open))
    root.node = root.special = root.scope = 0
    tree.depth = 1
    return True


cdef void write_page(Writer *w, bint is_main) noexcept nogil:
    """Write the page. If `is_main`, the text around the content is left out, unless the result would be empty."""
    w.is_main = is_main
    render(w)
    if is_main and w.size == 0 and (w.tree.has_main or w.tree.has_article):
        w.tree.has_main = w.tree.has_article = False
        write_again(w, True)
    if is_main and w.size == 0:
        write_again(w, False)


cdef void write_again(Writer *w, bint is_main) noexcept nogil:
    w.anchors_size = w.waiting = w.origin_size = 0
    w.is_main = is_main
    render(w)


# ---- PDF: the lines of a page, with the boxes of their glyphs
#
# PDFium gives the properties of one character in several calls. A call by ctypes takes 0.5 to 1 microsecond, as long as
# PDFium takes to parse the character; a call by address takes some nanoseconds. The addresses come from the library that
# pypdfium2 has loaded, so this module is not linked to PDFium. The same loop makes lines and runs of the characters. That
# was measured with numpy instead, on 32 pages at once: it added a sixth of the time of PDFium.
#
# PDFium is not thread-safe: the caller holds a lock, and this module holds the GIL.

# ---- PDF: directions, codes and distances

cdef enum:
    LTR = 0             # directions of lines
    RTL = 1
    TTB = 2
    BTT = 3
    SKEWED = 4          # neither horizontal nor vertical
    HYPHEN = 2          # the code by which PDFium marks a hyphen at the end of a line
    LINE_END = 10
    LIGATURE = 0xFB00   # ff, fi, fl, ffi, ffl
    OT1 = 0x0B          # the first code of the ligatures in the old (OT1) and the new (T1) encoding of TeX's fonts
    T1 = 0x1B
    MOST_LETTERS = 3    # the most letters of a ligature
    LINE = 7            # how many numbers `PageReader.read` returns for a line, and (RUN) for a run
    RUN = 4

cdef float LARGEST = 1e6    # points; PDFium's own limit of a page is 14,400
cdef float SKEW = 0.05      # the largest slope of a line that counts as straight

# Distances in sizes of the font. Glyphs of one line: RAISED is the largest difference of their baselines (indices and
# exponents are moved by 0.3 to 0.5). A glyph may begin at most BACK before the end of the glyph before it (accents, kerning).
# A glyph that begins more than COLUMN after that end is in another column, with a box of its own. A line end of PDFium
# counts unless the next glyph follows in the same line; then it is a space if the gap is larger than SPACED.
cdef float RAISED = 0.6
cdef float BACK = 1.0
cdef float COLUMN = 1.5
cdef float FOLLOWS = 1.0
cdef float OVERLAPS = 0.3
cdef float SPACED = 0.15

# The box of a glyph whose outline PDFium does not find: PDFium gives a box with a height of a thousandth (below FLAT), and
# ASCENT and DESCENT replace it. In sizes of the font, from the baseline.
cdef float FLAT = 0.002
cdef float ASCENT = 0.8
cdef float DESCENT = 0.2

# ---- PDF: a glyph, and the functions of PDFium

# The matrix of a text object, or the matrix of a page, which converts points of the page to points as displayed:
# x' = a x + c y + e, y' = b x + d y + f.
cdef struct Matrix:
    float a
    float b
    float c
    float d
    float e
    float f

# A visible character, and its box as displayed, in points.
cdef struct Glyph:
    uint32_t code
    int direction           # the direction of its line: LTR to BTT
    bint is_skewed          # the line is at another angle
    bint is_known           # whether PDFium knows where the glyph is
    void *text_object       # the text object of PDFium: its glyphs share turn and size
    int turn                # quarter turns of the text object, clockwise, or SKEWED
    float size              # the size of the font
    float x0, y0, x1, y1    # the box
    float across            # the baseline: y, or x of a vertical line
    float edge, far         # the begin and end of the glyph along the line
    float begin, end        # `edge` and `far` with the sign that makes them rise in the direction of the line

# Functions of PDFium. Each takes the handle of the text of a page, and the number of a character.
ctypedef int (*Count)(void *) noexcept
ctypedef unsigned int (*Code)(void *, int) noexcept
ctypedef int (*Is)(void *, int) noexcept
ctypedef int (*Box)(void *, int, double *, double *, double *, double *) noexcept      # left, right, bottom, top
ctypedef int (*Origin)(void *, int, double *, double *) noexcept
ctypedef int (*TextMatrix)(void *, int, Matrix *) noexcept
ctypedef void *(*TextObject)(void *, int) noexcept
ctypedef double (*FontSize)(void *, int) noexcept

#: The functions of PDFium that `PageReader` calls, in the order of their addresses.
PDFIUM_FUNCTIONS = (
    "FPDFText_CountChars", "FPDFText_GetUnicode", "FPDFText_IsHyphen", "FPDFText_IsGenerated", "FPDFText_GetCharBox",
    "FPDFText_GetCharOrigin", "FPDFText_GetTextObject", "FPDFText_GetMatrix", "FPDFText_GetFontSize",
)


# ---- PDF: classes of characters

cdef inline bint is_left_out(uint32_t code) noexcept nogil:
    """Return whether a code is not part of a text: a control character, a lone surrogate, a noncharacter."""
    if code < 0x20:
        return code != HYPHEN and code != 9 and code != LINE_END    # U+0000: PDFium knows no code point
    return 0x7F <= code < 0xA0 or 0xD800 <= code < 0xE000 or code & 0xFFFE == 0xFFFE or code > 0x10FFFF


cdef inline bint is_white(uint32_t code) noexcept nogil:
    """Return whether a code is white space or a line end."""
    if code < 0x1680:
        return (code <= 0x20 and code != HYPHEN) or code == 0xA0
    return 0x2000 <= code <= 0x200A or code in (0x1680, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000)


cdef inline bint is_from_right(uint32_t code) noexcept nogil:
    """Return whether a code is of a script that is written from the right: Hebrew to Arabic Extended-A, their presentation
    forms, and such scripts of the Supplementary Multilingual Plane."""
    if code < 0x590:
        return False
    return code < 0x900 or 0xFB1D <= code < 0xFE00 or 0xFE70 <= code < 0xFEFF or 0x10800 <= code < 0x11000 \
        or 0x1E800 <= code < 0x1F000


cdef inline bint is_from_left(uint32_t code) noexcept nogil:
    """Return whether a code, for which `is_from_right` is false, is a letter or a digit, which have a direction."""
    return 0x30 <= code <= 0x39 or 0x61 <= code | 0x20 <= 0x7A or code >= 0xC0


cdef inline bint may_be_mark(uint32_t code) noexcept nogil:
    """Return whether a code may be a combining mark: it is outside of the large blocks without combining marks."""
    return code >= 0x300 and not (
        0x370 <= code < 0x483 or 0x48A <= code < 0x591 or 0x1E00 <= code < 0x20D0 or 0x2100 <= code < 0x2CEF
        or 0x309B <= code < 0xA66F or 0xAC00 <= code < 0xFB1E or 0xFE30 <= code <= 0xFFFF
    )


cdef inline bint is_small(uint32_t code) noexcept nogil:
    return 0x61 <= code <= 0x7A


# ---- PDF: the box of a glyph

cdef inline int turn_of(Matrix *text, Matrix *page) noexcept nogil:
    """Return the clockwise quarter turns of the line of a character as displayed, or SKEWED."""
    cdef float x = page.a * text.a + page.c * text.b
    cdef float y = page.b * text.a + page.d * text.b
    if fabsf(y) <= SKEW * fabsf(x):
        return 0 if x >= 0 else 2
    if fabsf(x) <= SKEW * fabsf(y):
        return 1 if y > 0 else 3
    return SKEWED


cdef void direct(Glyph *glyph, bint from_right, float x, float y) noexcept nogil:
    """Write the direction of a glyph, and the fields that depend on it. x, y: the origin of the glyph."""
    cdef int[5] directions = [LTR, TTB, RTL, BTT, LTR]
    cdef int[4] opposite = [RTL, LTR, BTT, TTB]
    cdef float sign, above, below
    glyph.is_skewed = glyph.turn == SKEWED
    glyph.direction = directions[glyph.turn]
    if from_right:
        glyph.direction = opposite[glyph.direction]
    above, below = ASCENT * glyph.size, DESCENT * glyph.size
    if glyph.turn == 1 or glyph.turn == 2:      # the top of its letters is to the right, or below
        above, below = below, above
    if glyph.direction < TTB and glyph.y1 - glyph.y0 < FLAT * glyph.size:
        glyph.y0, glyph.y1 = y - above, y + below
    elif glyph.direction >= TTB and glyph.x1 - glyph.x0 < FLAT * glyph.size:
        glyph.x0, glyph.x1 = x - above, x + below
    glyph.across = y if glyph.direction < TTB else x
    if glyph.direction == LTR:
        glyph.edge, glyph.far, sign = glyph.x0, glyph.x1, 1
    elif glyph.direction == RTL:
        glyph.edge, glyph.far, sign = glyph.x1, glyph.x0, -1
    elif glyph.direction == TTB:
        glyph.edge, glyph.far, sign = glyph.y0, glyph.y1, 1
    else:
        glyph.edge, glyph.far, sign = glyph.y1, glyph.y0, -1
    glyph.begin, glyph.end = sign * glyph.edge, sign * glyph.far


# ---- PDF: lines

cdef inline int spell(uint32_t code, uint32_t *letters) noexcept nogil:
    """Write the letters of a glyph, and return how many: a ligature has several, and HYPHEN becomes a hyphen."""
    cdef int count = 1
    letters[0] = 0x2D if code == HYPHEN else code
    if LIGATURE <= code < LIGATURE + 5:
        letters[0] = 0x66                                       # f
        if code == LIGATURE or code >= LIGATURE + 3:
            letters[count] = 0x66
            count += 1
        if code != LIGATURE:
            letters[count] = 0x69 if (code - LIGATURE) % 2 else 0x6C      # i or l
            count += 1
    return count


cdef inline void end_of_line(int *line, int end, Glyph *last, uint32_t *codes) noexcept nogil:
    """Write the row of a line at its end. last: its last glyph."""
    line[1] = end
    if line[2] == 0:
        line[2] = end - line[0]
    line[4] = last.code == HYPHEN
    line[5] = codes[line[0]]
    line[6] = codes[end - 1]


@cython.final
@cython.no_gc
cdef class PageReader:
    """Reader of the lines of pages, by the functions of PDFium at `addresses`, in the order of PDFIUM_FUNCTIONS."""

    cdef Count count
    cdef Code code
    cdef Is is_hyphen
    cdef Is is_generated
    cdef Box box
    cdef Origin origin
    cdef TextObject text_object
    cdef TextMatrix matrix
    cdef FontSize size

    def __init__(self, addresses, /):
        found = tuple(addresses)
        if len(found) != len(PDFIUM_FUNCTIONS) or not all(found):
            raise ValueError("addresses: one for each of PDFIUM_FUNCTIONS is needed, none of which is 0")
        self.count = <Count> PyLong_AsVoidPtr(found[0])
        self.code = <Code> PyLong_AsVoidPtr(found[1])
        self.is_hyphen = <Is> PyLong_AsVoidPtr(found[2])
        self.is_generated = <Is> PyLong_AsVoidPtr(found[3])
        self.box = <Box> PyLong_AsVoidPtr(found[4])
        self.origin = <Origin> PyLong_AsVoidPtr(found[5])
        self.text_object = <TextObject> PyLong_AsVoidPtr(found[6])
        self.matrix = <TextMatrix> PyLong_AsVoidPtr(found[7])
        self.size = <FontSize> PyLong_AsVoidPtr(found[8])

    cdef uint32_t control(self, void *text, int i, uint32_t code, uint32_t before) noexcept:
        """Return the character that a control character means, or 0. before: the character before it.

        Old fonts of TeX have ligatures at these codes, and PDFium gives the code if the file names no character. A
        ligature stands beside a small letter.
        """
        if code == HYPHEN:
            return HYPHEN if self.is_hyphen(text, i) == 1 else 0
        if self.is_generated(text, i) == 1:
            return LINE_END if code == LINE_END else 0
        if (OT1 <= code < OT1 + 5 or T1 <= code < T1 + 5) and (is_small(before) or is_small(self.code(text, i + 1))):
            return LIGATURE + (code - OT1) % (T1 - OT1)
        return 9 if code == 9 else 0

    cdef void place(self, void *text, int i, Matrix *page, bint from_right, Glyph *glyph) noexcept:
        """Write the box of a character. On entry the glyph has the turn and size of the text object of the last glyph."""
        cdef double left = 0, right = 0, bottom = 0, top = 0, x = 0, y = 0
        cdef float x0, y0, x1, y1
        cdef Matrix matrix
        cdef void *text_object = self.text_object(text, i)
        if glyph.size < 0 or text_object != glyph.text_object:
            matrix.a = matrix.d = 1
            matrix.b = matrix.c = 0
            self.matrix(text, i, &matrix)
            glyph.text_object = text_object
            glyph.turn = turn_of(&matrix, page)
            glyph.size = <float> self.size(text, i) * hypotf(matrix.c, matrix.d)
        self.box(text, i, &left, &right, &bottom, &top)
        self.origin(text, i, &x, &y)
        x0 = <float> (page.a * left + page.c * bottom + page.e)
        y0 = <float> (page.b * left + page.d * bottom + page.f)
        x1 = <float> (page.a * right + page.c * top + page.e)
        y1 = <float> (page.b * right + page.d * top + page.f)
        glyph.x0, glyph.x1 = fminf(x0, x1), fmaxf(x0, x1)
        glyph.y0, glyph.y1 = fminf(y0, y1), fmaxf(y0, y1)
        if not 0 < glyph.size < LARGEST:
            glyph.size = fminf(fmaxf(glyph.y1 - glyph.y0, 1), LARGEST)
        direct(glyph, from_right, <float> (page.a * x + page.c * y + page.e), <float> (page.b * x + page.d * y + page.f))
        glyph.is_known = glyph.x0 > -LARGEST and glyph.x1 < LARGEST and glyph.y0 > -LARGEST and glyph.y1 < LARGEST \
            and fabsf(glyph.across) < LARGEST
        if not glyph.is_known:
            glyph.edge = glyph.far = NAN

    def read(self, handle, transform, /):
        """Return the lines and runs of a page: (text, edges, lines, sizes, runs, boxes, marks).

        handle: the address of the text of a page (FPDF_TEXTPAGE). transform: a, b, c, d, e, f of the matrix that
            converts points of the page to points as displayed (from the left top corner).

        `text` has the code points of all lines, one line after the other: white space between two glyphs of a line is
        one space, or a tab between columns. A run is a part of a line without a jump. `edges`: for each code point of
        each run, its begin along the line. `lines`: for each line its start and end in the text, the code points of its
        first word, how many columns end in it, whether it ends with a hyphen that breaks a word, and its first and last
        code. `sizes`: for each line the size of its font and its baseline. `runs`: for each run the number of its line,
        its start and end in the text, and its direction. `boxes`: x0, y0, x1, y1 of each run, infinite if no glyph has
        a box. `marks`: for each character within a run that may be a combining mark, its index in `edges` and its code.
        """
        cdef void *text = PyLong_AsVoidPtr(handle)
        cdef int total = 0 if text == NULL else self.count(text)
        if total < 0:
            total = 0
        cdef array codes = clone(CODES, MOST_LETTERS * total, zero=False)
        cdef array edges = clone(FLOATS, MOST_LETTERS * total, zero=False)
        cdef array lines = clone(INTEGERS, LINE * total, zero=False)
        cdef array sizes = clone(FLOATS, 2 * total, zero=False)
        cdef array runs = clone(INTEGERS, RUN * total, zero=False)
        cdef array boxes = clone(FLOATS, 4 * total, zero=False)
        cdef array marks = clone(INTEGERS, 0, zero=False)
        cdef int *line = lines.data.as_ints - LINE
        cdef int *run = runs.data.as_ints - RUN
        cdef float *line_size = sizes.data.as_floats - 2
        cdef float *box = boxes.data.as_floats - 4
        cdef Matrix page
        page.a, page.b, page.c, page.d, page.e, page.f = transform
        cdef Glyph last, glyph
        cdef uint32_t code, before = 0, high = 0, space = 0
        cdef int i, k, letters, kept = 0, placed = 0
        cdef bint has_line_end = False, from_right = False, ends_line, ends_run, is_column
        cdef float size, gap
        glyph.text_object = NULL
        glyph.is_known = False
        glyph.turn = 0
        glyph.size = -1
        for i in range(total):
            code = self.code(text, i)
            if code < 0x20:
                code = self.control(text, i, code, before)
            if 0xD800 <= code < 0xDC00:     # the first half of a pair, where PDFium's characters have 16 bits
                high = code
                continue
            if 0xDC00 <= code < 0xE000 and high:
                code = 0x10000 + ((high - 0xD800) << 10) + (code - 0xDC00)
            high = 0
            if is_left_out(code):
                continue
            before = code
            if is_white(code):
                if code == LINE_END or code == 0x2028 or code == 0x2029:
                    has_line_end = True
                elif space == 0:
                    space = code
                continue
            if is_from_right(code):
                from_right = True
            elif from_right and is_from_left(code):
                from_right = False
            last = glyph
            glyph.code = code
            self.place(text, i, &page, from_right, &glyph)
            if kept == 0:
                ends_line = ends_run = True
                is_column = False
            else:
                size = fmaxf(glyph.size, last.size)
                gap = glyph.begin - last.end
                ends_run = glyph.direction != last.direction or glyph.is_skewed or last.is_skewed
                ends_run = ends_run or not fabsf(glyph.across - last.across) <= RAISED * size
                ends_line = has_line_end and (ends_run or gap <= -OVERLAPS * size or gap >= FOLLOWS * size)
                ends_line = ends_line or (last.code == HYPHEN and (ends_run or gap < -BACK * size))
                is_column = not ends_run and not ends_line and gap > COLUMN * size
                ends_run = ends_run or ends_line or gap < -BACK * size or gap > COLUMN * size
                if not ends_line and (space or (has_line_end and gap > SPACED * size)):
                    if line[2] == 0:
                        line[2] = kept - line[0]
                    if not ends_run:
                        edges.data.as_floats[placed] = last.far
                        placed += 1
                    codes.data.as_uints[kept] = 9 if is_column else space if space else 0x20
                    kept += 1
            space = has_line_end = 0
            if ends_line:
                if kept:
                    end_of_line(line, kept, &last, codes.data.as_uints)
                line += LINE
                line_size += 2
                line[0], line[2], line[3] = kept, 0, 0
                line_size[0], line_size[1] = glyph.size, glyph.across
            if ends_run:
                run += RUN
                box += 4
                run[0], run[1], run[3] = <int> ((line - lines.data.as_ints) // LINE), kept, glyph.direction
                box[0] = box[1] = INFINITY
                box[2] = box[3] = -INFINITY
            elif may_be_mark(code):
                marks.append(placed)
                marks.append(<int> code)
            line[3] += is_column
            line_size[0] = fmaxf(line_size[0], glyph.size)
            if glyph.is_known:
                box[0], box[1] = fminf(box[0], glyph.x0), fminf(box[1], glyph.y0)
                box[2], box[3] = fmaxf(box[2], glyph.x1), fmaxf(box[3], glyph.y1)
            letters = spell(code, codes.data.as_uints + kept)
            for k in range(letters):
                edges.data.as_floats[placed + k] = glyph.edge
            kept += letters
            placed += letters
            run[2] = kept
        if kept:
            end_of_line(line, kept, &glyph, codes.data.as_uints)
        lines = lines[: line + LINE - lines.data.as_ints]
        runs = runs[: run + RUN - runs.data.as_ints]
        sizes = sizes[: len(lines) // LINE * 2]
        boxes = boxes[: len(runs) // RUN * 4]
        text_of_page = PyUnicode_FromKindAndData(4, codes.data.as_voidptr, kept)    # of 4 bytes each
        return text_of_page, edges[:placed], lines, sizes, runs, boxes, marks
