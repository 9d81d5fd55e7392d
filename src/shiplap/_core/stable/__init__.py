"""The stable family: chunks that stay alike when a text changes: `stable` and `updates` of the reference."""
