// The locations of the chunks: a time line in the header of each pane with times, and the pages of the document with the boxes
// of the active pane's chunks. The page contains only the visible sheets. Both follow the current chunk.
//
// data.sheets: [{number, name, width, height, picture}], in points, with a picture if there is one; pane: {locations, facts,
// times, span, boxes}, as locations.py makes them.
"use strict";
const locations = ({data, panes, active, above, colour, light, choose, step}) => {
  const LARGEST = 3e7, MARGIN = 10, CAPTION = 22, LANE = 9, LABEL = 14; // pixels
  const frame = document.getElementById("pages"), space = document.getElementById("sheets");
  const where = document.getElementById("where"), lines = document.querySelectorAll(".times");
  const sheets = frame ? data.sheets : [];
  let tops = [0], scale = 1;

  for (const {boxes} of panes.filter((pane) => pane.boxes)) { // the rows of each page, and the chunk of each row
    boxes.of = new Map(sheets.map((sheet) => [sheet.number, []]));
    boxes.pages.forEach((page, row) => boxes.of.get(page).push(row));
    boxes.chunk = (row) => above(boxes.offsets, row) - 1;
  }

  const state = (pane, chunk) => (chunk === pane.current ? "current" : "") + (chunk === pane.hover ? " hover" : "");
  const rect = (pane, chunk, x, y, width, height, alpha) => `<rect data-chunk="${chunk}" class="${state(pane, chunk)}" x="${x}"`
    + ` y="${y}" width="${width}" height="${height}" style="fill:${colour(chunk, alpha)};stroke:${colour(chunk, 1)}"/>`;

  // ---- the time line: chunks alternate between two lanes, so that overlaps are seen

  function drawLine(line) {
    const pane = panes[line.dataset.pane], [begin, finish, first, last] = pane.span, width = line.clientWidth || 360;
    const at = (seconds) => (seconds - begin) / (finish - begin || 1) * (width - 2) + 1;
    const reach = [-1, -1], bars = [];
    pane.times.forEach((time, chunk) => {
      if (!time) return;
      const lane = chunk % 2, x = at(time[0]), end = Math.max(x + 1.5, at(time[1]));
      if (end < reach[lane] + .5 && !state(pane, chunk).trim()) return; // it would not be seen
      reach[lane] = end;
      bars.push(rect(pane, chunk, x.toFixed(2), lane * LANE, (end - x).toFixed(2), LANE - 1, .5));
    });
    const low = 2 * LANE + LABEL - 3;
    line.innerHTML = `<svg width="${width}" height="${2 * LANE + LABEL}" aria-hidden="true">${bars.join("")}`
      + `<text x="1" y="${low}">${first}</text><text x="${width - 1}" y="${low}" text-anchor="end">${last}</text></svg>`;
    line.setAttribute("aria-valuenow", Math.max(0, pane.current));
    line.setAttribute("aria-valuetext", pane.current < 0 ? "no chunk" : words(pane));
  }

  // ---- the pages: outlines of their true proportions, with the boxes of the chunks

  function arrange() {
    if (frame) {
      const width = frame.clientWidth - 2 * MARGIN;
      tops = [0];
      for (const sheet of sheets) tops.push(tops[tops.length - 1] + width * sheet.height / sheet.width + CAPTION + MARGIN);
      const height = tops[sheets.length] + MARGIN;
      scale = height > LARGEST ? height / LARGEST : 1;
      space.style.height = `${height / scale}px`;
    }
    draw();
  }

  function drawSheet(pane, sheet) {
    const part = document.createElement("div"), picture = document.createElement("div"), caption = document.createElement("p");
    part.className = "sheet";
    part.dataset.page = sheet.number;
    picture.className = "picture"; // the outline of the page, with its picture below the boxes
    picture.style.aspectRatio = `${sheet.width} / ${sheet.height}`;
    const {of, corners, chunk} = pane.boxes, rows = of.get(sheet.number), isOwn = (row) => chunk(row) === pane.current;
    const own = rows.filter(isOwn), others = rows.filter((row) => !isOwn(row));
    const drawn = [...others, ...own].map((row) => {
      const [x0, y0, x1, y1] = corners.slice(4 * row, 4 * row + 4);
      return rect(pane, chunk(row), x0, y0, x1 - x0, y1 - y0, isOwn(row) ? .5 : .22);
    });
    picture.innerHTML = `<svg viewBox="0 0 ${sheet.width} ${sheet.height}" aria-hidden="true">${drawn.join("")}</svg>`;
    if (sheet.picture) { // an address with the picture in it: nothing is loaded
      const image = document.createElement("img");
      image.src = sheet.picture;
      image.alt = "";
      picture.prepend(image);
    }
    caption.textContent = sheet.name;
    part.setAttribute("role", "img");
    part.setAttribute("aria-label", sheet.name
      + (own.length ? `: ${own.length} ${own.length > 1 ? "boxes" : "box"} of ${pane.prefix}${pane.current}` : ""));
    part.append(picture, caption);
    return part;
  }

  function drawSheets() {
    const pane = panes[active()], top = frame.scrollTop * scale, low = top + frame.clientHeight;
    const part = document.createDocumentFragment();
    for (let k = Math.max(0, above(tops, top) - 1); pane.boxes && k < sheets.length && tops[k] < low; k++) {
      const sheet = drawSheet(pane, sheets[k]);
      sheet.style.top = `${tops[k] - top + frame.scrollTop + MARGIN}px`;
      part.append(sheet);
    }
    space.replaceChildren(part);
  }

  function show() { // the current chunk: its first box in the window, and its location in words
    const pane = panes[active()];
    if (where) where.textContent = words(pane);
    if (frame && pane.boxes && pane.current >= 0) showFirst(pane.boxes, pane.current);
    draw();
  }

  function showFirst({offsets, pages, corners}, chunk) {
    const row = offsets[chunk];
    if (row === offsets[chunk + 1]) return; // it has no box
    const k = sheets.findIndex((sheet) => sheet.number === pages[row]), seen = frame.scrollTop * scale;
    const top = tops[k] + corners[4 * row + 1] * (frame.clientWidth - 2 * MARGIN) / sheets[k].width;
    if (top < seen || top > seen + frame.clientHeight - 3 * CAPTION) {
      frame.scrollTop = Math.max(0, top - frame.clientHeight / 3) / scale;
    }
  }

  function draw() {
    lines.forEach(drawLine);
    if (frame) drawSheets();
  }

  function words(pane) {
    const facts = pane.facts && pane.current >= 0 ? pane.facts[pane.current] : [];
    return facts.length ? `${pane.prefix}${pane.current}: ${facts.map((fact) => fact.join(" ")).join("; ")}` : "";
  }

  // ---- the mouse and the keyboard

  function listen(part, number) {
    const chunk = (event) => event.target.closest("rect[data-chunk]")?.dataset.chunk;
    const point = (event) => light(chunk(event) ? panes[number()] : null, Number(chunk(event)), Number(chunk(event)), event);
    part.addEventListener("mousemove", point);
    part.addEventListener("mouseleave", point);
    part.addEventListener("click", (event) => { if (chunk(event)) choose(number(), Number(chunk(event))); });
  }

  for (const line of lines) {
    const number = Number(line.dataset.pane), steps = {ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1};
    listen(line, () => number);
    line.addEventListener("keydown", (event) => {
      const last = panes[number].times.length - 1, to = {Home: 0, End: last}[event.key];
      if (to === undefined && !steps[event.key]) return;
      event.preventDefault();
      if (to === undefined) step(steps[event.key], number); else choose(number, to);
    });
  }
  if (frame) {
    listen(frame, active);
    frame.addEventListener("scroll", drawSheets, {passive: true});
  }
  return {arrange, draw, show};
};
