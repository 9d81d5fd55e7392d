# Part of windows.pyx: a plan in the form that the loop reads.

cdef int compile_plan(Plan *compiled, plan) except -1:
    """From a shiplap.plan.Plan in characters or bytes."""
    cdef int k
    compiled.in_bytes = plan.unit == "bytes"
    compiled.size, compiled.overlap = plan.size, plan.overlap
    compiled.min_size, compiled.max_size = plan.min_size, plan.max_size
    compiled.row_count = len(plan.rows)
    for k, row in enumerate(plan.rows):
        compiled.rows[k].level = <Level> <int> number(row.level)
        compiled.rows[k].at_least, compiled.rows[k].at_most = row.at_least, row.at_most
        compiled.rows[k].last = row.pick != "first"
        compiled.rows[k].rest = row.pick == "rest"
        compiled.rests |= compiled.rows[k].rest
    compiled.unit_count = len(plan.units)
    for k, unit in enumerate(plan.units):
        compiled.units[k].level = <Level> <int> number(unit.level)
        compiled.units[k].at_most = compiled.units[k].reach = unit.at_most
        compiled.units[k].again = k > 0 and compiled.units[k].level == compiled.units[k - 1].level
    for k in range(compiled.unit_count - 1, 0, -1):
        if compiled.units[k].again:
            compiled.units[k - 1].reach = max(compiled.units[k - 1].reach, compiled.units[k].reach)
    compiled.overlap_count = len(plan.overlap_levels)
    for k, level in enumerate(plan.overlap_levels):
        compiled.overlap_levels[k] = <Level> <int> number(level)
    compiled.strip_whitespace, compiled.skip_blank = plan.strip_whitespace, plan.skip_blank
    compiled.oversize_raises, compiled.snaps = plan.oversize == "raise", plan.snaps
    compiled.exact = not plan.snaps and not plan.strip_whitespace and plan.rows[0].at_most == plan.size \
        and plan.rows[0].pick == "last" and plan.min_size == 0 and plan.units[0].level == "char"
    # then the first unit ends there or before, and is within the row, or all that is left within the size.
    # (Trimming moves the start once more.)
    compiled.defers = not plan.strip_whitespace and max(plan.size, plan.rows[0].at_most) <= plan.units[0].at_most \
        and plan.units[0].level in ("char", "grapheme", plan.rows[0].level) and plan.rows[0].level != "char"
    # likewise the first word ends at an end that begins a word, whichever row has found it
    if not compiled.defers and not plan.strip_whitespace and plan.units[0].level == "word" \
            and plan.size <= plan.units[0].at_most:
        compiled.by_words = all(row.at_most <= plan.units[0].at_most for row in plan.rows)
        compiled.defers = compiled.by_words
    return 0
