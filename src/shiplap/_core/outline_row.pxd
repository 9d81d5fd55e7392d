# The layout of a row of an outline, of shiplap._data.outline_row.

from libc.stdint cimport int64_t

cdef extern from "shiplap_outline.h" nogil:
    # the columns of a row, as int64
    enum:
        COLUMNS "SHIPLAP_ROW_COLUMNS"
        ROLE "SHIPLAP_ROW_ROLE"
        NAME_START "SHIPLAP_ROW_NAME_START"
        NAME_END "SHIPLAP_ROW_NAME_END"
        START "SHIPLAP_ROW_START"
        CODE_START "SHIPLAP_ROW_CODE_START"
        BODY "SHIPLAP_ROW_BODY"
        END "SHIPLAP_ROW_END"
        PARENT "SHIPLAP_ROW_PARENT"
        RANK "SHIPLAP_ROW_RANK"
    # the same as a struct
    struct Row "shiplap_outline_row":
        int64_t role
        int64_t name_start
        int64_t name_end
        int64_t start
        int64_t code_start
        int64_t body
        int64_t end
        int64_t parent
        int64_t rank
