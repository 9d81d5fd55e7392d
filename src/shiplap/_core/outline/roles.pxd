# The words of a language that have a role, and the numbers of shiplap._data.code_languages.

from libc.stdint cimport uint64_t

cdef extern from "shiplap_outline.h" nogil:
    # roles of words
    enum:
        FUNCTION "SHIPLAP_ROLE_FUNCTION"
        METHOD "SHIPLAP_ROLE_METHOD"
        CLASS "SHIPLAP_ROLE_CLASS"
        STRUCT "SHIPLAP_ROLE_STRUCT"
        ENUM "SHIPLAP_ROLE_ENUM"
        INTERFACE "SHIPLAP_ROLE_INTERFACE"
        TRAIT "SHIPLAP_ROLE_TRAIT"
        IMPL "SHIPLAP_ROLE_IMPL"
        MODULE "SHIPLAP_ROLE_MODULE"
        TYPE "SHIPLAP_ROLE_TYPE"
        CONTROL "SHIPLAP_ROLE_CONTROL"
        FOLLOWS "SHIPLAP_ROLE_FOLLOWS"
        CASE "SHIPLAP_ROLE_CASE"
        VALUE "SHIPLAP_ROLE_VALUE"
        NEW "SHIPLAP_ROLE_NEW"
        OPERATOR "SHIPLAP_ROLE_OPERATOR"
        EXTERN "SHIPLAP_ROLE_EXTERN"
        FOR "SHIPLAP_ROLE_FOR"
        WHERE "SHIPLAP_ROLE_WHERE"
        ASYNC "SHIPLAP_ROLE_ASYNC"
        CONTINUES "SHIPLAP_ROLE_CONTINUES"
        FINAL "SHIPLAP_ROLE_FINAL"
        DECLARES "SHIPLAP_ROLE_DECLARES"
    # families of languages
    enum:
        C "SHIPLAP_FAMILY_C"
        JAVA "SHIPLAP_FAMILY_JAVA"
        SCRIPT "SHIPLAP_FAMILY_SCRIPT"
        GO "SHIPLAP_FAMILY_GO"
        RUST "SHIPLAP_FAMILY_RUST"
        PYTHON "SHIPLAP_FAMILY_PYTHON"
    # flags of languages
    enum:
        HASH_COMMENTS "SHIPLAP_FLAG_HASH_COMMENTS"
        NESTED_COMMENTS "SHIPLAP_FLAG_NESTED_COMMENTS"
        TRIPLE_QUOTES "SHIPLAP_FLAG_TRIPLE_QUOTES"
        DIRECTIVES "SHIPLAP_FLAG_DIRECTIVES"
        TEMPLATES "SHIPLAP_FLAG_TEMPLATES"
        RAW_BACKTICK "SHIPLAP_FLAG_RAW_BACKTICK"
        REGEXES "SHIPLAP_FLAG_REGEXES"
        LONG_STRINGS "SHIPLAP_FLAG_LONG_STRINGS"
        RAW_DELIMITED "SHIPLAP_FLAG_RAW_DELIMITED"
        NEWLINES "SHIPLAP_FLAG_NEWLINES"
        CPP "SHIPLAP_FLAG_CPP"
    enum:
        MAX_ROLE_WORD "SHIPLAP_MAX_ROLE_WORD"   # letters of the longest word with a role: below 16

cdef enum:
    ROLE_SLOTS = 128    # of the hash table of such words: a power of two, twice those of any language and more

# The letters of a word, with zeros behind them.
cdef union Letters:
    uint64_t[2] parts
    unsigned char[16] each

# A word, and its role; of role 0 is an empty slot.
cdef struct RoleWord:
    Letters letters
    int role

cdef struct Roles:
    RoleWord words[ROLE_SLOTS]
    Letters[MAX_ROLE_WORD + 1] masks    # of each size: 0xFF for its letters
    unsigned short sizes[128]           # by first letter: of 16 bits, one for each size that a word of it has


cdef inline unsigned int hash_of(unsigned int first, unsigned int last, Py_ssize_t size) noexcept nogil:
    """The slot where a word is looked for first, by its first and last letter and its size."""
    return (first * 5 + last * 11 + <unsigned int> size * 31) & (ROLE_SLOTS - 1)
