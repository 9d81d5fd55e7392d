// The view of a document and its chunks. The text is laid out once, in rows of equal height; the page contains only the
// visible rows, so a document of many megabytes opens at once and scrolls.
//
// data: {title, text, panes: [{name, facts, prefix, starts, ends, chars, bytes, tokens, kinds, headings, hist}]}; starts
// and ends count UTF-16 units of the text, as JavaScript does.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const text = data.text, panes = data.panes, HUES = [210, 28, 130, 300, 50, 180, 345, 90];
  const scroll = document.getElementById("scroll"), space = document.getElementById("space");
  const tip = document.getElementById("tip"), LARGEST = 3e7; // browsers limit the height of boxes
  const HEIGHT = 20, EXTRA = 8;
  let rows = null, lines = null, count = 0, scale = 1, first = -1, last = -1;

  // ---- layout: the start of each row, and the number of the line that begins there (0: none)

  function columns() {
    const probe = document.createElement("span");
    probe.className = "probe";
    probe.textContent = "0".repeat(100);
    document.body.append(probe);
    const width = probe.getBoundingClientRect().width / 100;
    probe.remove();
    const pane = (scroll.clientWidth - 8) / panes.length - 84;
    return Math.max(20, Math.floor(pane / width) - 1);
  }

  function wide(code) { // two columns: Hangul, CJK, full-width forms; a surrogate pair counts in its first half
    return code >= 0x1100 && (code <= 0x115f || (code >= 0x2e80 && code <= 0xd7a3) || (code >= 0xd800 && code <= 0xdbff)
      || (code >= 0xf900 && code <= 0xfaff) || (code >= 0xfe30 && code <= 0xfe6f) || (code >= 0xff00 && code <= 0xff60));
  }

  function layout(most) {
    let starts = new Uint32Array(1024), numbers = new Uint32Array(1024), n = 0, line = 1;
    const push = (at, number) => {
      if (n === starts.length) {
        const more = new Uint32Array(2 * n), again = new Uint32Array(2 * n);
        more.set(starts); again.set(numbers);
        starts = more; numbers = again;
      }
      starts[n] = at; numbers[n++] = number;
    };
    let at = 0;
    while (at < text.length) {
      let end = text.indexOf("\n", at);
      if (end < 0) end = text.length;
      let begin = at, used = 0, blank = -1;
      push(begin, line++);
      for (let k = at; k < end; k++) {
        const code = text.charCodeAt(k);
        used += code >= 0xdc00 && code <= 0xdfff ? 0 : code === 9 ? 4 : wide(code) ? 2 : 1;
        if (used > most && k > begin && !(code >= 0xdc00 && code <= 0xdfff)) {
          begin = blank > begin ? blank : k;
          push(begin, 0);
          k = begin - 1; used = 0; blank = -1;
        } else if (code === 32 || code === 9) {
          blank = k + 1;
        }
      }
      at = end + 1;
    }
    if (!n) push(0, 1);
    return [starts.subarray(0, n), numbers.subarray(0, n)];
  }

  // ---- chunks at a position

  function above(list, value) { // first index with a number above the value; the numbers ascend
    let low = 0, high = list.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (list[middle] > value) high = middle; else low = middle + 1;
    }
    return low;
  }

  const colour = (chunk, alpha) => `hsl(${HUES[chunk % HUES.length]} 75% 50% / ${alpha})`;

  function segment(pane, from, to) {
    const one = above(pane.ends, from), two = above(pane.starts, from) - 1; // chunks one..two contain the position
    const part = document.createElement("span");
    part.textContent = text.slice(from, to).replace(/\t/g, "    ").replace(/[\r\n]+$/, "");
    if (one > two) { part.className = "none"; return part; }
    part.dataset.one = one; part.dataset.two = two;
    part.className = "in" + (pane.starts[two] === from ? " begins" : "") + (one < two ? " shared" : "")
      + (pane.hover >= one && pane.hover <= two ? " hover" : "");
    part.style.background = one < two
      ? `repeating-linear-gradient(135deg, ${colour(one, .38)} 0 5px, ${colour(two, .38)} 5px 10px)` : colour(one, .22);
    if (pane.starts[two] === from) part.style.boxShadow = `inset 2px 0 ${colour(two, 1)}`;
    return part;
  }

  function fill(cell, pane, from, to) {
    let at = from;
    while (at < to) {
      const start = above(pane.starts, at), end = above(pane.ends, at);
      let stop = to;
      if (start < pane.starts.length) stop = Math.min(stop, pane.starts[start]);
      if (end < pane.ends.length) stop = Math.min(stop, pane.ends[end]);
      cell.append(segment(pane, at, stop));
      at = stop;
    }
  }

  function draw(force) {
    const top = scroll.scrollTop * scale, seen = Math.ceil(scroll.clientHeight / HEIGHT);
    const from = Math.max(0, Math.floor(top / HEIGHT) - EXTRA), to = Math.min(count, from + seen + 2 * EXTRA);
    if (!force && from === first && to === last) return;
    first = from; last = to;
    const part = document.createDocumentFragment();
    for (let row = from; row < to; row++) {
      const box = document.createElement("div");
      box.className = "row";
      box.style.top = `${row * HEIGHT - top + scroll.scrollTop}px`;
      panes.forEach((pane, number) => {
        const gutter = document.createElement("i");
        gutter.textContent = lines[row] || "";
        const cell = document.createElement("code");
        cell.dataset.pane = number;
        fill(cell, pane, rows[row], row + 1 < count ? rows[row + 1] : text.length);
        box.append(gutter, cell);
      });
      part.append(box);
    }
    space.replaceChildren(part);
  }

  function arrange() {
    const at = rows ? rows[Math.min(count - 1, Math.floor(scroll.scrollTop * scale / HEIGHT))] : 0;
    [rows, lines] = layout(columns());
    count = rows.length;
    const height = count * HEIGHT + 24;
    scale = height > LARGEST ? height / LARGEST : 1;
    space.style.height = `${height / scale}px`;
    show(at);
  }

  function show(place) {
    scroll.scrollTop = Math.max(0, above(rows, place) - 1) * HEIGHT / scale;
    draw(true);
  }

  // ---- facts about a chunk on hover; jumping to a chunk

  function about(pane, chunk) {
    const size = pane.chars[2 * chunk + 1] - pane.chars[2 * chunk];
    const overlap = chunk ? Math.max(0, pane.chars[2 * chunk - 1] - pane.chars[2 * chunk]) : 0;
    const rows = [
      ["characters", `${pane.chars[2 * chunk]} to ${pane.chars[2 * chunk + 1]}: ${size}`],
      ["bytes", `${pane.bytes[2 * chunk]} to ${pane.bytes[2 * chunk + 1]}`],
      ["tokens", pane.tokens[chunk]],
      ["overlap", overlap],
      ["kind", pane.names[pane.kinds[chunk]] || "-"],
      ["headings", pane.paths[pane.headings[chunk]].join(" › ") || "-"],
    ];
    const box = document.createElement("div"), head = document.createElement("b");
    head.textContent = pane.prefix + chunk;
    head.style.borderColor = colour(chunk, 1);
    const list = document.createElement("dl");
    for (const [name, value] of rows) {
      const term = document.createElement("dt"), fact = document.createElement("dd");
      term.textContent = name; fact.textContent = value;
      list.append(term, fact);
    }
    box.append(head, list);
    return box;
  }

  function point(event) {
    const part = event.target.closest("span.in"), cell = part && part.closest("code");
    const pane = cell && panes[cell.dataset.pane];
    let changed = false;
    panes.forEach((each) => {
      const now = each === pane ? Number(part.dataset.two) : -1;
      changed = changed || each.hover !== now;
      each.hover = now;
    });
    if (changed) draw(true);
    tip.hidden = !pane;
    if (!pane) return;
    const one = Number(part.dataset.one), two = Number(part.dataset.two), shown = [];
    for (let chunk = Math.max(one, two - 2); chunk <= two; chunk++) shown.push(about(pane, chunk));
    tip.replaceChildren(...shown);
    tip.style.left = `${Math.max(4, Math.min(event.clientX + 14, innerWidth - tip.offsetWidth - 8))}px`;
    const low = event.clientY + 18;
    tip.style.top = `${low + tip.offsetHeight < innerHeight ? low : Math.max(4, event.clientY - tip.offsetHeight - 10)}px`;
  }

  panes.forEach((pane, number) => {
    pane.hover = -1;
    const field = document.querySelectorAll("input")[number];
    if (!field) return;
    field.max = pane.starts.length - 1;
    field.addEventListener("change", () => {
      const chunk = Math.min(pane.starts.length - 1, Math.max(0, Number(field.value) || 0));
      pane.hover = chunk;
      if (pane.starts.length) show(pane.starts[chunk]);
    });
  });
  scroll.addEventListener("scroll", () => draw(false), {passive: true});
  space.addEventListener("mousemove", point);
  space.addEventListener("mouseleave", point);
  addEventListener("resize", arrange);
  arrange();
  requestAnimationFrame(() => { document.documentElement.dataset.ready = Math.round(performance.now()); });
})();
