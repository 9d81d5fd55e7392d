"""The readers family: the loops of readers of files over what lexbor and PDFium find."""
