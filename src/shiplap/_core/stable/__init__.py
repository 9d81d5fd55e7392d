"""The stable family: cuts that depend on the text near them alone, so that an edit changes few chunks."""
