"""Words that begin lines of code, by language. Plain data, written for this project.

A line is not code because of one of them alone: `reference/regions/plain.py` says what else it wants. ENGLISH
lists those that are everyday words too and say less.
"""

BY_LANGUAGE = {
    "python": """
        and as assert async await break class continue def del elif else except finally for from global if import
        in is lambda nonlocal not or pass print raise return try while with yield self
    """,
    "javascript": """
        async await break case catch class console const continue debugger default delete do else export extends
        finally for function if import in instanceof let new return super switch this throw try typeof var void
        while yield module require
    """,
    "typescript": """
        abstract declare enum implements interface keyof namespace private protected public readonly static type
    """,
    "java": """
        abstract assert boolean break byte case catch char class continue default do double else enum extends final
        finally float for if implements import instanceof int interface long native new package private protected
        public return short static super switch synchronized this throw throws transient try void volatile while
    """,
    "c": """
        auto break case char const continue default do double else enum extern float for goto if inline int long
        register restrict return short signed sizeof static struct switch typedef union unsigned void volatile
        while size_t uint8_t uint16_t uint32_t uint64_t int8_t int16_t int32_t int64_t
    """,
    "c++": """
        bool catch class constexpr delete explicit friend mutable namespace new noexcept nullptr operator override
        private protected public template this throw try typename using virtual std
    """,
    "go": """
        break case chan const continue default defer else fallthrough for func go goto if import interface map
        package range return select struct switch type var fmt
    """,
    "rust": """
        as async await break const continue crate dyn else enum extern fn for if impl in let loop match mod move
        mut pub ref return self static struct super trait type unsafe use where while println
    """,
    "shell": """
        alias case do done echo elif else esac export fi for function if local return set shift source sudo then
        unset while cd
    """,
    "ruby": """
        begin class def do else elsif end ensure for if include module nil puts require rescue return unless until
        when while yield attr_reader attr_accessor
    """,
    "php": "abstract class echo else elseif foreach function global if include namespace public return use",
    "sql": "SELECT INSERT UPDATE DELETE CREATE ALTER DROP FROM WHERE JOIN VALUES GROUP ORDER",
}

#: Of these, the words that begin lines of prose as well.
ENGLISH = """
    abstract alias alter and as assert auto begin boolean break byte case catch char class console continue create
    crate declare default defer delete do done double drop echo else end ensure enum explicit export extends final
    finally float for friend from function global go group if implements import in include inline insert interface
    is join let local long loop map match mod module move native new not operator or order override package pass
    print private protected public raise range ref register require rescue restrict return select self set shift
    short signed source static struct super switch template then this throw throws trait transient try type union
    unless unsafe until unset update use using values virtual volatile when where while with yield
"""

#: What the core and the reference look up: 2 for a word of code alone, 1 for one that is English too.
WEIGHTS: dict[str, int] = {
    word: 1 if word.lower() in ENGLISH.split() and not word.isupper() else 2
    for words in BY_LANGUAGE.values()
    for word in words.split()
}
