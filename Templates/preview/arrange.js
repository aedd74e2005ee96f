// Distributes the length of rows and columns in ways that style sheets cannot express. The template of an element of the
// kind `layout` requests this by a custom property of the element: `--arrange: proportional` (the length of each part is
// proportional to its natural length), `centers` (the centers of neighbors equally far apart, but never closer than the
// gap) or `words` (no part of a row narrower than its longest word, if there is room for all).
(() => {
  "use strict";
  const free = ["flex", "margin-inline-start", "margin-block-start", "inline-size", "block-size"];

  const isIn = (part) => !["absolute", "fixed"].includes(getComputedStyle(part).position);

  // Arranges the boxes of one nesting level. All are reset, then all measured, then all arranged, so that the browser
  // computes few layouts.
  function arrange(boxes) {
    const level = boxes.map(([box, how]) => ({ box, how, parts: [...box.children].filter(isIn) }))
      .filter(({ parts }) => parts.length > 1);
    for (const { how, parts } of level) {
      for (const part of parts) {
        for (const name of free) part.style.removeProperty(name);
        if (how === "proportional") part.style.setProperty("flex", "0 0 auto");
      }
    }
    for (const one of level) {
      const style = getComputedStyle(one.box);
      one.isRow = style.flexDirection.startsWith("row");
      one.gap = parseFloat(one.isRow ? style.columnGap : style.rowGap) || 0;
      one.room = (one.isRow ? one.box.clientWidth : one.box.clientHeight) - one.gap * (one.parts.length - 1);
      // The size in the layout, because an animated screen may be drawn smaller than it is laid out.
      one.sizes = one.parts.map((part) => parseFloat(getComputedStyle(part)[one.isRow ? "width" : "height"]) || 0);
    }
    for (const { box, how, parts, isRow, gap, room, sizes } of level) {
      const sum = sizes.reduce((total, one) => total + one, 0), last = sizes.length - 1;
      if (how === "proportional") {
        parts.forEach((part, n) => part.style.setProperty("flex", sum ? `0 0 ${room * sizes[n] / sum}px` : "1 1 0"));
      } else if (room > sum) {
        const step = (room + gap * last - (sizes[0] + sizes[last]) / 2) / last;
        const more = sizes.slice(1).map((size, n) => Math.max(0, step - (size + sizes[n]) / 2 - gap));
        const all = more.reduce((total, one) => total + one, 0);
        box.style.setProperty("justify-content", "flex-start");
        more.forEach((one, n) => parts[n + 1].style.setProperty(
          `margin-${isRow ? "inline" : "block"}-start`, `${all ? one * (room - sum) / all : 0}px`));
      }
    }
  }

  // Changes all rows at once, so that the browser computes two layouts instead of one per row.
  function keepWords(rows) {
    const put = (row, value) => { for (const part of row.children) part.style.minInlineSize = value; };
    for (const row of rows) put(row, "min-content");
    const wide = rows.filter((row) => row.scrollWidth > row.clientWidth);
    for (const row of wide) put(row, "");
  }

  // Outer boxes come first, because they determine the length of the boxes inside.
  function all() {
    const boxes = [...document.querySelectorAll(".kind-layout")]
      .map((box) => [box, getComputedStyle(box).getPropertyValue("--arrange").trim()]);
    keepWords(boxes.filter(([, how]) => how === "words").map(([box]) => box));
    const levels = [], depths = new Map();
    for (const [box, how] of boxes) {
      if (how !== "proportional" && how !== "centers") continue;
      let outer = box.parentElement;
      while (outer && !depths.has(outer)) outer = outer.parentElement;
      const depth = outer ? depths.get(outer) + 1 : 0;
      depths.set(box, depth);
      (levels[depth] ||= []).push([box, how]);
    }
    levels.forEach(arrange);
  }
  all();
  document.fonts?.ready.then(all);
  let width = innerWidth;
  addEventListener("resize", () => { if (innerWidth !== width) { width = innerWidth; all(); } });
})();
