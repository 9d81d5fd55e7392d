"""Code points that look like the letters and marks of a prompt's frame, beside the ASCII ones. Each text is the
inside of a set of a regular expression. tests/prompt/test_prompt.py derives the letters from the Unicode data."""

#: Opening brackets except "[", colons, and dashes (two of which begin the line after the context).
OTHER_OPENING = "\u2045\u2772\u27e6\u298b\u298d\u298f\u3010\u3014\u3016\u3018\u301a\ufe39\ufe3b\ufe47\ufe5d\uff3b"
COLONS = ":\u02d0\u02f8\u2236\u2a74\ua789\ufe13\ufe30\ufe55\uff1a"
DASHES = (
    "-\u058a\u05be\u1400\u1806\u2010-\u2015\u2043\u2212\u2500\u2501\u2e17\u2e1a\u2e3a\u2e3b\u2e40\u2e5d\u301c\u3030"
    "\u30a0\ufe31\ufe32\ufe58\ufe63\uff0d\U00010ead"
)

#: Dashes as wide as two or three.
WIDE_DASHES = "\u2e3a\u2e3b"

#: Visible by no ink, but neither white space nor a control or format character.
FILLERS = "\u115f\u1160\u2800\u3164\uffa0"

#: Code points whose compatibility decomposition (NFKD), without marks and case, is the letter.
LETTERS = {
    "c": (
        "\u00c7\u00e7\u0106-\u010d\u1d9c\u1e08\u1e09\u2102\u212d\u216d\u217d\u24b8\u24d2\ua7f2\uff23\uff43"
        "\U0001d402\U0001d41c\U0001d436\U0001d450\U0001d46a\U0001d484\U0001d49e\U0001d4b8\U0001d4d2\U0001d4ec"
        "\U0001d520\U0001d554\U0001d56e\U0001d588\U0001d5a2\U0001d5bc\U0001d5d6\U0001d5f0\U0001d60a\U0001d624"
        "\U0001d63e\U0001d658\U0001d672\U0001d68c\U0001f12b\U0001f132"
    ),
    "d": (
        "\u010e\u010f\u1d30\u1d48\u1e0a-\u1e13\u2145\u2146\u216e\u217e\u24b9\u24d3\uff24\uff44\U0001d403"
        "\U0001d41d\U0001d437\U0001d451\U0001d46b\U0001d485\U0001d49f\U0001d4b9\U0001d4d3\U0001d4ed\U0001d507"
        "\U0001d521\U0001d53b\U0001d555\U0001d56f\U0001d589\U0001d5a3\U0001d5bd\U0001d5d7\U0001d5f1\U0001d60b"
        "\U0001d625\U0001d63f\U0001d659\U0001d673\U0001d68d\U0001f133"
    ),
    "e": (
        "\u00c8-\u00cb\u00e8-\u00eb\u0112-\u011b\u0204-\u0207\u0228\u0229\u1d31\u1d49\u1e14-\u1e1d\u1eb8-\u1ec7"
        "\u2091\u212f\u2130\u2147\u24ba\u24d4\uff25\uff45\U0001d404\U0001d41e\U0001d438\U0001d452\U0001d46c"
        "\U0001d486\U0001d4d4\U0001d4ee\U0001d508\U0001d522\U0001d53c\U0001d556\U0001d570\U0001d58a\U0001d5a4"
        "\U0001d5be\U0001d5d8\U0001d5f2\U0001d60c\U0001d626\U0001d640\U0001d65a\U0001d674\U0001d68e\U0001f134"
    ),
    "f": (
        "\u1da0\u1e1e\u1e1f\u2131\u24bb\u24d5\ua7f3\uff26\uff46\U0001d405\U0001d41f\U0001d439\U0001d453\U0001d46d"
        "\U0001d487\U0001d4bb\U0001d4d5\U0001d4ef\U0001d509\U0001d523\U0001d53d\U0001d557\U0001d571\U0001d58b"
        "\U0001d5a5\U0001d5bf\U0001d5d9\U0001d5f3\U0001d60d\U0001d627\U0001d641\U0001d65b\U0001d675\U0001d68f"
        "\U0001f135"
    ),
    "n": (
        "\u00d1\u00f1\u0143-\u0148\u01f8\u01f9\u1d3a\u1e44-\u1e4b\u207f\u2099\u2115\u24c3\u24dd\uff2e\uff4e"
        "\U0001d40d\U0001d427\U0001d441\U0001d45b\U0001d475\U0001d48f\U0001d4a9\U0001d4c3\U0001d4dd\U0001d4f7"
        "\U0001d511\U0001d52b\U0001d55f\U0001d579\U0001d593\U0001d5ad\U0001d5c7\U0001d5e1\U0001d5fb\U0001d615"
        "\U0001d62f\U0001d649\U0001d663\U0001d67d\U0001d697\U0001f13d"
    ),
    "o": (
        "\u00ba\u00d2-\u00d6\u00f2-\u00f6\u014c-\u0151\u01a0\u01a1\u01d1\u01d2\u01ea-\u01ed\u020c-\u020f"
        "\u022a-\u0231\u1d3c\u1d52\u1e4c-\u1e53\u1ecc-\u1ee3\u2092\u2134\u24c4\u24de\uff2f\uff4f\U0001d40e"
        "\U0001d428\U0001d442\U0001d45c\U0001d476\U0001d490\U0001d4aa\U0001d4de\U0001d4f8\U0001d512\U0001d52c"
        "\U0001d546\U0001d560\U0001d57a\U0001d594\U0001d5ae\U0001d5c8\U0001d5e2\U0001d5fc\U0001d616\U0001d630"
        "\U0001d64a\U0001d664\U0001d67e\U0001d698\U0001f13e"
    ),
    "t": (
        "\u0162-\u0165\u021a\u021b\u1d40\u1d57\u1e6a-\u1e71\u1e97\u209c\u24c9\u24e3\uff34\uff54\U0001d413"
        "\U0001d42d\U0001d447\U0001d461\U0001d47b\U0001d495\U0001d4af\U0001d4c9\U0001d4e3\U0001d4fd\U0001d517"
        "\U0001d531\U0001d54b\U0001d565\U0001d57f\U0001d599\U0001d5b3\U0001d5cd\U0001d5e7\U0001d601\U0001d61b"
        "\U0001d635\U0001d64f\U0001d669\U0001d683\U0001d69d\U0001f143"
    ),
    "x": (
        "\u02e3\u1e8a-\u1e8d\u2093\u2169\u2179\u24cd\u24e7\uff38\uff58\U0001d417\U0001d431\U0001d44b\U0001d465"
        "\U0001d47f\U0001d499\U0001d4b3\U0001d4cd\U0001d4e7\U0001d501\U0001d51b\U0001d535\U0001d54f\U0001d569"
        "\U0001d583\U0001d59d\U0001d5b7\U0001d5d1\U0001d5eb\U0001d605\U0001d61f\U0001d639\U0001d653\U0001d66d"
        "\U0001d687\U0001d6a1\U0001f147"
    ),
}

#: Letters of other alphabets with the same look.
TWINS = {
    "c": "\u03f2\u03f9\u0421\u0441",
    "d": "\u0501",
    "e": "\u0395\u0415\u0435",
    "n": "\u039d\u0578",
    "o": "\u039f\u03bf\u041e\u043e\u0555\u0585",
    "t": "\u03a4\u0422",
    "x": "\u03a7\u03c7\u0425\u0445",
}
