// Solves constraint layouts as the server does, but with measured sizes. Every coordinate is a + b * size, where size
// is the width or height of the wrapper, which is the box of the whole layout.
(() => {
  "use strict";
  const across = new Set(["left", "right", "leading", "trailing", "centerX", "width"]);
  const placeOf = {
    top: "start", left: "start", leading: "start", bottom: "end", right: "end", trailing: "end",
    centerX: "center", centerY: "center", width: "size", height: "size",
  };
  const facing = { start: "end", end: "start", center: "center", size: "size" };
  const plus = (p, q) => [p[0] + q[0], p[1] + q[1]];
  const minus = (p, q) => [p[0] - q[0], p[1] - q[1]];
  const times = (p, k) => [p[0] * k, p[1] * k];
  const box = (start, size) => ({ start, size, end: plus(start, size), center: plus(start, times(size, 0.5)) });

  function ordered(items, isAcross) {
    const marks = [], order = [];
    const visit = (n) => {
      if (marks[n]) return;
      marks[n] = true;
      for (const [kind, other] of items[n].constraints) {
        if (across.has(kind) === isAcross && other !== null && other >= 0) visit(other);
      }
      order.push(n);
    };
    items.forEach((_, n) => visit(n));
    return order;
  }

  function solve(items, isAcross, isRTL, known) {
    const wrapper = box([0, 0], [0, 1]), boxes = [], demands = [];
    const mirrored = isAcross && isRTL;
    for (const n of ordered(items, isAcross)) {
      const places = {};
      for (const [kind, other, constant] of items[n].constraints) {
        if (across.has(kind) !== isAcross) continue;
        const turns = mirrored && (kind === "leading" || kind === "trailing");
        const place = turns ? facing[placeOf[kind]] : placeOf[kind];
        if (places[place] || Object.keys(places).length > 1) continue;
        const base = other === null ? [0, 0] : other < 0 ? wrapper[place] : boxes[other][facing[place]];
        places[place] = plus(base, [turns ? -constant : constant, 0]);
      }
      const natural = isAcross ? items[n].width : items[n].height;
      const { start, end, center } = places;
      const size = places.size || (start && end ? minus(end, start) : start && center ? times(minus(center, start), 2)
        : end && center ? times(minus(end, center), 2) : [natural, 0]);
      const from = start || (end ? minus(end, size) : center ? minus(center, times(size, 0.5))
        : mirrored ? minus([0, 1], size) : [0, 0]);
      boxes[n] = box(from, size);
      if (start && end) demands.push([size, natural]);
      demands.push([from, 0], [minus(wrapper.end, boxes[n].end), 0]);
    }
    let size = known;
    if (size === null) {
      size = 0;
      for (const [[fixed, share], least] of demands) if (share > 1e-9) size = Math.max(size, (least - fixed) / share);
    }
    const at = ([fixed, share]) => fixed + share * size;
    return { size, places: boxes.map((b) => [at(b.start), Math.max(0, at(b.size))]) };
  }

  // The size in the layout, in fractions of a pixel, because an animated screen may be drawn smaller than it is laid
  // out.
  const sizeOf = (element, side) => parseFloat(getComputedStyle(element)[side]) || 0;
  const itemsOf = (wrapper) => [...wrapper.children].map((element) => ({
    element, number: Number(element.dataset.number), constraints: JSON.parse(element.dataset.constraints),
  })).sort((a, b) => a.number - b.number);
  const free = "inset:auto;place-self:auto;margin:0;translate:none;max-width:none;width:max-content;height:auto;left:0;top:0";

  // Returns the wrappers by nesting depth. The functions that process a level read all its sizes before they change
  // anything, so that the browser computes a few layouts per level instead of a few per wrapper.
  function levels() {
    const levels = [], depths = new Map();
    for (const wrapper of document.querySelectorAll(".constraints")) {
      const outer = wrapper.parentElement.closest(".constraints"), depth = outer ? depths.get(outer) + 1 : 0;
      depths.set(wrapper, depth);
      (levels[depth] ||= []).push({ wrapper, items: itemsOf(wrapper) });
    }
    return levels;
  }

  function measure(level) {
    for (const one of level) {
      one.isRTL = getComputedStyle(one.wrapper).direction === "rtl";
      for (const item of one.items) item.width = Math.ceil(sizeOf(item.element, "width") * 64) / 64;
    }
    for (const { wrapper, items, isRTL } of level) {
      wrapper.style.containIntrinsicInlineSize = `${solve(items, true, isRTL, null).size}px`;
    }
  }

  function placeAcross(level) {
    for (const one of level) one.room = one.wrapper.clientWidth;
    for (const { items, isRTL, room } of level) {
      for (const item of items) item.width = Math.min(item.width, room);
      const { places } = solve(items, true, isRTL, room);
      items.forEach((item, n) => {
        item.element.style.left = `${places[n][0]}px`;
        item.element.style.width = `${places[n][1]}px`;
      });
    }
  }

  function placeDown(level) {
    for (const { items } of level) {
      for (const item of items) item.height = sizeOf(item.element, "height");
    }
    for (const { wrapper, items, isRTL } of level) {
      const { size, places } = solve(items, false, isRTL, null);
      items.forEach((item, n) => {
        item.element.style.top = `${places[n][0]}px`;
        item.element.style.height = `${places[n][1]}px`;
      });
      wrapper.style.height = `${size}px`;
    }
  }

  function all() {
    const outerFirst = levels(), innerFirst = [...outerFirst].reverse();
    for (const level of outerFirst) for (const { items } of level) for (const item of items) item.element.style.cssText = free;
    innerFirst.forEach(measure);
    outerFirst.forEach(placeAcross);
    innerFirst.forEach(placeDown);
  }

  all();
  document.fonts?.ready.then(all);
  let width = innerWidth;
  addEventListener("resize", () => { if (innerWidth !== width) { width = innerWidth; all(); } });
})();
