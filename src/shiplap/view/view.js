// The view of a document and its chunks. The text is laid out once, in rows of equal height; the page contains only the
// visible rows, so a document of many megabytes opens at once and scrolls.
//
// data: {title, text, sheets, panes: [{prefix, starts, ends, chars, bytes, tokens, unit, sizes, names, kinds, paths, headings}]},
// with what locations.js draws;
// starts and ends count UTF-16 units of the text, as JavaScript does. Kinds and headings are indices into names and paths.
//
// The list has the chunks of one pane, the active one. A narrow window (CSS has the same width) shows its text only.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const text = data.text, panes = data.panes, HUES = [210, 28, 130, 300, 50, 180, 345, 90];
  const scroll = document.getElementById("scroll"), space = document.getElementById("space");
  const tip = document.getElementById("tip"), LARGEST = 3e7; // browsers limit the height of boxes
  const HEIGHT = 20, EXTRA = 8, ENTRY = 44, NAMES = ["chunk", "compare"], MOST_FOUND = 100000;
  const list = document.getElementById("list"), entries = document.getElementById("entries");
  const find = document.getElementById("find"), found = document.getElementById("found");
  const narrow = matchMedia("(max-width: 700px)");
  let rows = null, lines = null, count = 0, scale = 1, first = -1, last = -1;
  let active = 0, listScale = 1, hits = {starts: [], ends: [], at: -1};

  // ---- layout: the start of each row, and the number of the line that begins there (0: none)

  function columns() {
    const probe = document.createElement("span");
    probe.className = "probe";
    probe.textContent = "0".repeat(100);
    document.body.append(probe);
    const width = probe.getBoundingClientRect().width / 100;
    probe.remove();
    const gutter = narrow.matches ? 44 : 60;
    const pane = (scroll.clientWidth - 8) / (narrow.matches ? 1 : panes.length) - gutter - 24;
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
    const part = document.createElement("span"), hit = above(hits.ends, from);
    const written = text.slice(from, to).replace(/\t/g, "    ").replace(/[\r\n]+$/, "");
    if (hits.starts[hit] <= from) {
      const mark = document.createElement("mark");
      mark.textContent = written;
      mark.className = hit === hits.at ? "at" : "";
      part.append(mark);
    } else {
      part.textContent = written;
    }
    if (one > two) { part.className = "none"; return part; }
    part.dataset.one = one; part.dataset.two = two;
    part.className = "in" + (pane.starts[two] === from ? " begins" : "") + (one < two ? " shared" : "")
      + (pane.hover >= one && pane.hover <= two ? " hover" : "")
      + (pane.current >= one && pane.current <= two ? " current" : "");
    part.style.background = one < two
      ? `repeating-linear-gradient(135deg, ${colour(one, .38)} 0 5px, ${colour(two, .38)} 5px 10px)` : colour(one, .22);
    if (pane.starts[two] === from) part.style.boxShadow = `inset 2px 0 ${colour(two, 1)}`;
    return part;
  }

  function fill(cell, pane, from, to) {
    let at = from;
    while (at < to) {
      let stop = to;
      for (const borders of [pane.starts, pane.ends, hits.starts, hits.ends]) {
        const next = above(borders, at);
        if (next < borders.length) stop = Math.min(stop, borders[next]);
      }
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
        if (narrow.matches && number !== active) return;
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
    drawList();
    where.arrange();
  }

  function show(place) {
    scroll.scrollTop = Math.max(0, above(rows, place) - 1) * HEIGHT / scale;
    draw(true);
  }

  // ---- the list of the active pane's chunks

  function entry(pane, chunk) {
    const link = document.createElement("a"), top = document.createElement("b"), under = document.createElement("small");
    link.href = `#${NAMES[active]}-${chunk}`;
    link.dataset.chunk = chunk;
    link.style.borderColor = colour(chunk, 1);
    if (chunk === pane.current) link.setAttribute("aria-current", "true");
    const facts = [["prefix", pane.prefix], ["number", chunk], ["kind", pane.names[pane.kinds[chunk]] || ""],
      ["size", `${pane.sizes[chunk].toLocaleString("en")} ${pane.unit}`]];
    for (const [name, value] of facts) {
      const part = document.createElement("span");
      part.className = name; part.textContent = value;
      top.append(part);
    }
    const path = pane.paths[pane.headings[chunk]].join(" › ");
    under.textContent = path || text.slice(pane.starts[chunk], Math.min(pane.ends[chunk], pane.starts[chunk] + 80));
    under.className = path ? "path" : "begin";
    const at = pane.locations?.[chunk];
    if (at) {
      const part = document.createElement("span");
      part.className = "at"; part.textContent = at;
      under.prepend(part);
    }
    link.title = [pane.prefix + chunk, at, path].filter(Boolean).join("\n");
    link.append(top, under);
    return link;
  }

  function drawList() {
    const pane = panes[active], height = pane.starts.length * ENTRY;
    listScale = height > LARGEST ? height / LARGEST : 1;
    entries.style.height = `${height / listScale}px`;
    const top = list.scrollTop * listScale, seen = Math.ceil(list.clientHeight / ENTRY);
    const from = Math.max(0, Math.floor(top / ENTRY) - EXTRA), to = Math.min(pane.starts.length, from + seen + 2 * EXTRA);
    const part = document.createDocumentFragment();
    for (let chunk = from; chunk < to; chunk++) {
      const link = entry(pane, chunk);
      link.style.top = `${chunk * ENTRY - top + list.scrollTop}px`;
      part.append(link);
    }
    entries.replaceChildren(part);
  }

  // ---- the current chunk: by key, click, number, search or the address

  function select(number, chunk, place = panes[number].starts[chunk]) {
    const pane = panes[number];
    panes.forEach((each) => { each.current = -1; each.hover = -1; });
    pane.current = chunk;
    activate(number);
    const top = chunk * ENTRY / listScale, seen = list.clientHeight;
    if (top < list.scrollTop || top + ENTRY > list.scrollTop + seen) list.scrollTop = Math.max(0, top - seen / 3);
    drawList();
    if (place === null) draw(true); else show(place);
    where.show();
    found.textContent = "";
  }

  function activate(number) {
    const changed = active !== number;
    active = number;
    for (const button of document.querySelectorAll("button[data-pane]")) {
      button.setAttribute("aria-pressed", String(Number(button.dataset.pane) === active));
    }
    if (changed && narrow.matches) draw(true);
    if (changed) where.show();
  }

  function choose(number, chunk) {
    select(number, chunk);
    address(number, chunk);
  }

  function address(number, chunk) { // without an entry of the history, which keys would fill
    try { history.replaceState(null, "", `#${NAMES[number]}-${chunk}`); } catch { /* a page inside another page */ }
  }

  function follow() {
    const match = /^#(chunk|compare)-(\d+)$/.exec(location.hash);
    if (!match) return;
    const number = NAMES.indexOf(match[1]), chunk = Number(match[2]);
    if (number < panes.length && chunk < panes[number].starts.length) {
      if (panes[number].current !== chunk) select(number, chunk);
    } else {
      found.textContent = `no ${match[1]} ${match[2]} here`;
    }
  }

  function step(by, number = active) {
    const pane = panes[number];
    if (!pane.starts.length) return;
    const top = rows[Math.min(count - 1, Math.round(scroll.scrollTop * scale / HEIGHT))];
    const from = pane.current >= 0 ? pane.current + by : Math.max(0, above(pane.starts, top) - 1);
    choose(number, Math.min(pane.starts.length - 1, Math.max(0, from)));
  }

  // ---- search

  function search() {
    const words = find.value.trim();
    hits = {starts: [], ends: [], at: -1};
    found.textContent = "";
    if (words) {
      const pattern = new RegExp(words.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&").replace(/\s+/g, "\\s+"), "giu");
      for (const match of text.matchAll(pattern)) {
        if (hits.starts.length === MOST_FOUND) break;
        hits.starts.push(match.index);
        hits.ends.push(match.index + match[0].length);
      }
      const top = rows[Math.min(count - 1, Math.floor(scroll.scrollTop * scale / HEIGHT))];
      hits.at = above(hits.starts, top - 1) - 1;
      if (hits.starts.length) { next(1); return; }
      found.textContent = "not found";
    }
    draw(true);
  }

  function next(by) {
    const number = hits.starts.length;
    if (!number) return;
    hits.at = (hits.at + by + number) % number;
    const place = hits.starts[hits.at], pane = panes[active], chunk = above(pane.ends, place);
    if (chunk < pane.starts.length && pane.starts[chunk] <= place) {
      select(active, chunk, place);
      address(active, chunk);
    } else {
      show(place);
    }
    const more = number === MOST_FOUND ? " or more" : "";
    found.textContent = `${(hits.at + 1).toLocaleString("en")} of ${number.toLocaleString("en")}${more}`;
  }

  // ---- facts about a chunk on hover

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
      ...(pane.facts?.[chunk] ?? []),
    ];
    const box = document.createElement("div"), head = document.createElement("b");
    head.textContent = pane.prefix + chunk;
    head.style.borderColor = colour(chunk, 1);
    const facts = document.createElement("dl");
    for (const [name, value] of rows) {
      const term = document.createElement("dt"), fact = document.createElement("dd");
      term.textContent = name; fact.textContent = value;
      facts.append(term, fact);
    }
    box.append(head, facts);
    return box;
  }

  function point(event) {
    const part = event.target.closest("span.in"), cell = part && part.closest("code");
    light(cell && panes[cell.dataset.pane], Number(part?.dataset.one), Number(part?.dataset.two), event);
  }

  function light(pane, one, two, event) { // chunks one..two of a pane; none without a pane
    let changed = false;
    panes.forEach((each) => {
      const now = each === pane ? two : -1;
      changed = changed || each.hover !== now;
      each.hover = now;
    });
    if (changed) { draw(true); where.draw(); }
    tip.hidden = !pane;
    if (!pane) return;
    const shown = [];
    for (let chunk = Math.max(one, two - 2); chunk <= two; chunk++) shown.push(about(pane, chunk));
    tip.replaceChildren(...shown);
    tip.style.left = `${Math.max(4, Math.min(event.clientX + 14, innerWidth - tip.offsetWidth - 8))}px`;
    const low = event.clientY + 18;
    tip.style.top = `${low + tip.offsetHeight < innerHeight ? low : Math.max(4, event.clientY - tip.offsetHeight - 10)}px`;
  }

  const where = locations({data, panes, above, colour, light, choose, step, active: () => active});
  panes.forEach((pane, number) => {
    pane.hover = pane.current = -1;
    const field = document.querySelectorAll("input[type=number]")[number];
    field.max = pane.starts.length - 1;
    field.addEventListener("change", () => {
      if (!pane.starts.length) return;
      choose(number, Math.min(pane.starts.length - 1, Math.max(0, Number(field.value) || 0)));
    });
  });
  for (const button of document.querySelectorAll("button[data-pane]")) {
    button.addEventListener("click", () => {
      activate(Number(button.dataset.pane));
      list.scrollTop = Math.max(0, panes[active].current - 1) * ENTRY / listScale;
      drawList();
    });
  }
  space.addEventListener("click", (event) => {
    const part = event.target.closest("span.in");
    if (!part || !getSelection().isCollapsed) return;
    const number = Number(part.closest("code").dataset.pane), chunk = Number(part.dataset.two);
    select(number, chunk, null);
    location.hash = `${NAMES[number]}-${chunk}`;
  });
  list.addEventListener("scroll", drawList, {passive: true});
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target === find) {
      if (event.key === "Enter") { event.preventDefault(); if (hits.at < 0) search(); else next(event.shiftKey ? -1 : 1); }
      if (event.key === "Escape") { find.value = ""; search(); find.blur(); }
    } else if (event.target.tagName !== "INPUT") {
      if (event.key === "j") step(1);
      if (event.key === "k") step(-1);
      if (event.key === "/") { event.preventDefault(); find.focus(); find.select(); }
    }
  });
  let waiting = 0;
  find.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(search, 150); });
  addEventListener("hashchange", follow);
  scroll.addEventListener("scroll", () => draw(false), {passive: true});
  space.addEventListener("mousemove", point);
  space.addEventListener("mouseleave", point);
  addEventListener("resize", arrange);
  activate(0);
  arrange();
  follow();
  requestAnimationFrame(() => { document.documentElement.dataset.ready = Math.round(performance.now()); });
})();
