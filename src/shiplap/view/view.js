// The view of a document and its chunks: a list of the chunks, and the text. Both are laid out once, in rows of equal
// height; the page contains only the visible rows, so a document of many megabytes opens at once and scrolls.
//
// data: {title, text, panes: [{prefix, unit, sizes, starts, ends, chars, bytes, tokens, names, kinds, paths, headings}]};
// starts and ends count UTF-16 units of the text, as JavaScript does; kinds and headings are indices into names and paths.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const text = data.text, panes = data.panes, HUES = [210, 28, 130, 300, 50, 180, 345, 90];
  const scroll = document.getElementById("scroll"), space = document.getElementById("space");
  const items = document.getElementById("items"), listed = document.getElementById("listed");
  const query = document.getElementById("query"), found = document.getElementById("found");
  const tabs = [...document.querySelectorAll("#tabs button")];
  const tip = document.getElementById("tip"), LARGEST = 3e7; // browsers limit the height of boxes
  const HEIGHT = 20, ITEM = 46, EXTRA = 8;
  let rows = null, lines = null, count = 0, scale = 1, first = -1, last = -1;
  let current = 0, match = {from: -1, to: -1}; // the pane of the list; the found text

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
    const part = chunked(pane, from, to);
    if (from >= match.from && to <= match.to) part.classList.add("match");
    return part;
  }

  function chunked(pane, from, to) {
    const one = above(pane.ends, from), two = above(pane.starts, from) - 1; // chunks one..two contain the position
    const part = document.createElement("span");
    part.textContent = text.slice(from, to).replace(/\t/g, "    ").replace(/[\r\n]+$/, "");
    if (one > two) { part.className = "none"; return part; }
    part.dataset.one = one; part.dataset.two = two;
    part.className = "in" + (pane.starts[two] === from ? " begins" : "") + (one < two ? " shared" : "")
      + (pane.hover >= one && pane.hover <= two ? " hover" : "")
      + (pane.chosen >= one && pane.chosen <= two ? " chosen" : "");
    const alpha = pane.chosen < one || pane.chosen > two ? .22 : .5;
    part.style.background = one < two
      ? `repeating-linear-gradient(135deg, ${colour(one, alpha + .16)} 0 5px, ${colour(two, alpha + .16)} 5px 10px)`
      : colour(one, alpha);
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
      for (const edge of [match.from, match.to]) if (edge > at) stop = Math.min(stop, edge);
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

  // ---- the list of chunks

  function item(pane, chunk) {
    const box = document.createElement("a"), id = document.createElement("b"), size = document.createElement("span");
    const place = document.createElement("small");
    box.href = `#${hash(current, chunk)}`;
    box.dataset.chunk = chunk;
    box.className = chunk === pane.chosen ? "item chosen" : "item";
    id.textContent = pane.prefix + chunk;
    id.style.borderColor = colour(chunk, 1);
    size.textContent = `${pane.sizes[chunk].toLocaleString("en")} ${pane.unit}`;
    const headings = pane.paths[pane.headings[chunk]].join(" › ");
    place.textContent = [pane.names[pane.kinds[chunk]], headings].filter(Boolean).join(" · ") || "\u00a0";
    box.title = `${id.textContent}\n${place.textContent}`;
    box.append(id, size, place);
    return box;
  }

  function list() {
    const pane = panes[current], number = pane.starts.length, height = number * ITEM;
    const shrink = Math.max(1, height / LARGEST), top = items.scrollTop * shrink;
    const from = Math.max(0, Math.floor(top / ITEM) - EXTRA);
    const to = Math.min(number, from + Math.ceil(items.clientHeight / ITEM) + 2 * EXTRA);
    const part = document.createDocumentFragment();
    for (let chunk = from; chunk < to; chunk++) {
      const box = item(pane, chunk);
      box.style.top = `${chunk * ITEM - top + items.scrollTop}px`;
      part.append(box);
    }
    listed.style.height = `${height / shrink}px`;
    listed.replaceChildren(part);
    tabs.forEach((tab, place) => tab.setAttribute("aria-pressed", String(place === current)));
  }

  function reveal(chunk) { // scroll the list so that a chunk is seen
    const shrink = Math.max(1, panes[current].starts.length * ITEM / LARGEST), top = chunk * ITEM / shrink;
    if (top < items.scrollTop || top + ITEM > items.scrollTop + items.clientHeight) {
      items.scrollTop = Math.max(0, top - items.clientHeight / 3);
    }
    list();
  }

  // ---- one chunk is chosen: by a click, j and k, its number, or the address of the page

  const hash = (number, chunk) => `${number ? "compare-" : ""}chunk-${chunk}`;

  function choose(number, chunk, moves) {
    const pane = panes[number];
    if (!(chunk >= 0 && chunk < pane.starts.length)) return;
    panes.forEach((each) => { each.chosen = each === pane ? chunk : -1; });
    current = number;
    history.replaceState(null, "", `#${hash(number, chunk)}`);
    if (moves) show(pane.starts[chunk]); else draw(true);
    reveal(chunk);
  }

  function chooseByHash() {
    const named = /^#(compare-)?chunk-(\d+)$/.exec(location.hash);
    if (named) choose(named[1] && panes.length > 1 ? 1 : 0, Number(named[2]), true);
  }

  // ---- search

  function search(backwards) {
    const wanted = query.value;
    if (!wanted) { match = {from: -1, to: -1}; found.textContent = ""; draw(true); return; }
    const pattern = new RegExp(wanted.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/\s+/g, "\\s+"), "giu");
    let number = 0, chosen = -1, at = null, end = null;
    for (const one of text.matchAll(pattern)) {
      number++;
      const isNext = backwards ? one.index < match.from : chosen < 0 && one.index > match.from;
      if (isNext) [at, chosen] = [one, number];
      end = end || one;
      if (backwards && at === null) end = one;
      if (number === 100000) break;
    }
    if (at === null && number) [at, chosen] = backwards ? [end, number] : [end, 1]; // around the end
    found.textContent = number ? `${chosen} of ${number}` : "not found";
    if (at === null) { match = {from: -1, to: -1}; draw(true); return; }
    match = {from: at.index, to: at.index + at[0].length};
    show(match.from);
    const chunk = above(panes[current].starts, match.from) - 1;
    if (chunk >= 0 && panes[current].ends[chunk] > match.from) choose(current, chunk, false);
  }

  function press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target === query) {
      if (event.key === "Enter") { event.preventDefault(); search(event.shiftKey); }
      if (event.key === "Escape") query.blur();
      return;
    }
    if (event.target.closest("input")) return;
    const step = {j: 1, k: -1}[event.key];
    if (step) choose(current, Math.max(0, panes[current].chosen + step), true);
    else if (event.key === "n") search(false);
    else if (event.key === "N") search(true);
    else if (event.key === "/") { event.preventDefault(); query.focus(); query.select(); }
  }

  // ---- facts about a chunk on hover; jumping to a chunk

  function about(pane, chunk) {
    const size = pane.chars[2 * chunk + 1] - pane.chars[2 * chunk];
    const overlap = chunk ? Math.max(0, pane.chars[2 * chunk - 1] - pane.chars[2 * chunk]) : 0;
    const rows = [
      [`size in ${pane.unit}`, pane.sizes[chunk]],
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
    pane.hover = pane.chosen = -1;
    const field = document.querySelectorAll("input[type=number]")[number];
    if (!field) return;
    field.max = pane.starts.length - 1;
    field.addEventListener("change", () => {
      const chunk = Math.min(pane.starts.length - 1, Math.max(0, Number(field.value) || 0));
      choose(number, chunk, true);
    });
  });
  scroll.addEventListener("scroll", () => draw(false), {passive: true});
  items.addEventListener("scroll", list, {passive: true});
  items.addEventListener("click", (event) => {
    const box = event.target.closest("a.item");
    if (!box) return;
    event.preventDefault();
    choose(current, Number(box.dataset.chunk), true);
  });
  space.addEventListener("click", (event) => {
    const part = event.target.closest("span.in");
    if (part) choose(Number(part.closest("code").dataset.pane), Number(part.dataset.two), false);
  });
  tabs.forEach((tab, place) => tab.addEventListener("click", () => {
    current = place;
    reveal(Math.max(0, panes[place].chosen));
  }));
  query.addEventListener("input", () => { match = {from: -1, to: -1}; search(false); });
  addEventListener("keydown", press);
  addEventListener("hashchange", chooseByHash);
  space.addEventListener("mousemove", point);
  space.addEventListener("mouseleave", point);
  addEventListener("resize", () => { arrange(); list(); });
  arrange();
  list();
  chooseByHash();
  requestAnimationFrame(() => { document.documentElement.dataset.ready = Math.round(performance.now()); });
})();
