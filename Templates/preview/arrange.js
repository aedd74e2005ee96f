// Shares out the length of rows and columns where style sheets cannot. A template asks for it by a custom property of
// its element: `--arrange: proportional` (each part as long as it wants to be, relative to the others), `centers` (the
// centres of neighbours equally far apart, but never closer than the gap) or `words` (no part of a row narrower than its
// longest word, where all find room).
(() => {
  "use strict";
  const free = ["flex", "margin-inline-start", "margin-block-start", "inline-size", "block-size"];

  function arrange([box, how]) {
    const style = getComputedStyle(box);
    const parts = [...box.children].filter((part) => !["absolute", "fixed"].includes(getComputedStyle(part).position));
    if (parts.length < 2) return;
    const isRow = style.flexDirection.startsWith("row");
    const extent = (element) => element.getBoundingClientRect()[isRow ? "width" : "height"];
    for (const part of parts) for (const name of free) part.style.removeProperty(name);
    const gap = parseFloat(isRow ? style.columnGap : style.rowGap) || 0;
    const room = (isRow ? box.clientWidth : box.clientHeight) - gap * (parts.length - 1);
    if (how === "proportional") {
      for (const part of parts) part.style.setProperty("flex", "0 0 auto");
      const wanted = parts.map(extent), all = wanted.reduce((sum, one) => sum + one, 0);
      parts.forEach((part, n) => part.style.setProperty("flex", all ? `0 0 ${room * wanted[n] / all}px` : "1 1 0"));
      return;
    }
    const sizes = parts.map(extent), last = sizes.length - 1;
    const spare = room - sizes.reduce((sum, one) => sum + one, 0);
    if (spare <= 0) return;
    const length = room + gap * last, step = (length - (sizes[0] + sizes[last]) / 2) / last;
    let more = sizes.slice(1).map((size, n) => Math.max(0, step - (size + sizes[n]) / 2 - gap));
    const sum = more.reduce((total, one) => total + one, 0);
    if (sum > 0) more = more.map((one) => one * spare / sum);
    box.style.setProperty("justify-content", "flex-start");
    more.forEach((one, n) => parts[n + 1].style.setProperty(`margin-${isRow ? "inline" : "block"}-start`, `${one}px`));
  }

  // All rows at once, so that the page is laid out twice and not once a row.
  function keepWords(rows) {
    const put = (row, value) => { for (const part of row.children) part.style.minInlineSize = value; };
    for (const row of rows) put(row, "min-content");
    const wide = rows.filter((row) => row.scrollWidth > row.clientWidth);
    for (const row of wide) put(row, "");
  }

  // Outer boxes first: what is inside them is as long as they make it.
  function all() {
    const boxes = [...document.querySelectorAll(".kind-layout")]
      .map((box) => [box, getComputedStyle(box).getPropertyValue("--arrange").trim()]);
    keepWords(boxes.filter(([, how]) => how === "words").map(([box]) => box));
    boxes.filter(([, how]) => how === "proportional" || how === "centers").forEach(arrange);
  }
  all();
  document.fonts?.ready.then(all);
  let width = innerWidth;
  addEventListener("resize", () => { if (innerWidth !== width) { width = innerWidth; all(); } });
})();
