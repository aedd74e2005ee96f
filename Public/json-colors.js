// The colors of JSON in listings. They are highlights of the text, so the page is no larger for them; a browser that has
// no highlights shows the plain text. Only what is in view has colors: the time to paint highlights grows with their
// number, and within one node of text with its square, so a large document on one line would stop the browser.

/** The length of a node of text in UTF-16 units; longer ones are split. */
const longest = 1_000;
/** How far around the window a text has colors already, in pixels. */
const margin = 200;
/** The most tokens of a line that have colors at a time. */
const most = 2_000;

const kinds = ["property", "string", "number", "word"];

/** Colors the JSON of a page's listings, and keeps coloring what comes into view. */
export function color(page) {
  if (!globalThis.Highlight || !CSS.highlights) return;
  const highlights = kinds.map(() => new Highlight());
  kinds.forEach((name, index) => CSS.highlights.set(`json-${name}`, highlights[index]));
  const listings = [...page.querySelectorAll(".listing")].map(listing => ({ listing, rows: [...listing.querySelectorAll("tr")] }));
  const lines = new Map();
  let isWaiting = false;

  function paint() {
    isWaiting = false;
    for (const highlight of highlights) highlight.clear();
    for (const { listing, rows } of listings) {
      const view = seen(listing);
      if (!view) continue;
      for (let index = first(rows.length, at => rows[at].getBoundingClientRect().bottom >= view.top); index < rows.length; index += 1) {
        if (rows[index].getBoundingClientRect().top > view.bottom) break;
        for (const cell of rows[index].querySelectorAll("td")) {
          if (!lines.has(cell)) lines.set(cell, new Line(cell));
          lines.get(cell).color(view, highlights);
        }
      }
    }
  }

  function later() {
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(paint);
  }

  paint();
  for (const type of ["scroll", "toggle"]) document.addEventListener(type, later, { capture: true, passive: true });
  addEventListener("resize", later);
  const sizes = new ResizeObserver(later);
  for (const { listing } of listings) sizes.observe(listing);
}

// The part of a listing that the window shows, and a margin; null for none.
function seen(listing) {
  const box = listing.getBoundingClientRect();
  const view = {
    top: Math.max(box.top, 0) - margin, bottom: Math.min(box.bottom, innerHeight) + margin,
    left: Math.max(box.left, 0) - margin, right: Math.min(box.right, innerWidth) + margin,
  };
  return box.height > 0 && view.top < view.bottom ? view : null;
}

// The first of so many indexes for which a condition holds that holds for all after it.
function first(count, holds) {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle; else low = middle + 1;
  }
  return low;
}

// A line of a listing: its nodes of text, and its tokens with their kinds.
class Line {
  #nodes = [];
  /** Where each node begins in the text of the line. */
  #starts = [];
  /** Start, end and kind of each token, one after the other. */
  #tokens = [];

  constructor(cell) {
    const text = cell.textContent;
    if (text.length > longest) split(cell);
    let length = 0;
    for (const node of texts(cell)) {
      this.#nodes.push(node);
      this.#starts.push(length);
      length += node.length;
    }
    for (const match of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"?|-?\d[\d.eE+-]*|true|false|null/g)) {
      const [word] = match, end = match.index + word.length;
      const kind = word[0] === '"' ? /^\s*:/.test(text.slice(end, end + 20)) ? 0 : 1 : /^[a-z]/.test(word) ? 3 : 2;
      this.#tokens.push(match.index, end, kind);
    }
  }

  /** Adds the tokens in view to the highlights of their kinds. */
  color(view, highlights) {
    const count = this.#nodes.length;
    if (count === 0) return;
    const isShort = count === 1 || this.#starts.at(-1) + this.#nodes.at(-1).length <= longest;
    const box = index => {
      const range = document.createRange();
      range.selectNodeContents(this.#nodes[index]);
      return range.getBoundingClientRect();
    };
    // The nodes stand one after the other, on one line or on many.
    const from = isShort ? 0 : first(count, index => {
      const { bottom, right } = box(index);
      return bottom >= view.top && right >= view.left;
    });
    const to = isShort ? count : from + first(count - from, index => {
      const { top, left } = box(from + index);
      return top > view.bottom || left > view.right;
    });
    if (from >= to) return;
    const start = this.#starts[from], end = this.#starts[to - 1] + this.#nodes[to - 1].length;
    const tokens = this.#tokens, begin = first(tokens.length / 3, index => tokens[3 * index + 1] > start);
    for (let at = 3 * begin; at < tokens.length && tokens[at] < end && at < 3 * (begin + most); at += 3) {
      const [startContainer, startOffset] = this.#place(Math.max(tokens[at], start));
      const [endContainer, endOffset] = this.#place(Math.min(tokens[at + 1], end), true);
      highlights[tokens[at + 2]].add(new StaticRange({ startContainer, startOffset, endContainer, endOffset }));
    }
  }

  // The node and the offset in it of an offset of the line. Between two nodes it is the start of the second, or, for the
  // end of a range, the end of the first.
  #place(offset, isEnd = false) {
    const index = first(this.#starts.length, at => isEnd ? this.#starts[at] >= offset : this.#starts[at] > offset) - 1;
    return [this.#nodes[index], offset - this.#starts[index]];
  }
}

function texts(cell) {
  const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT), nodes = [];
  while (walker.nextNode()) nodes.push(walker.currentNode);
  return nodes;
}

// Splits the long nodes of text, but no character.
function split(cell) {
  for (const node of texts(cell)) {
    const text = node.data, parts = document.createDocumentFragment();
    if (text.length <= longest) continue;
    for (let start = 0; start < text.length;) {
      const end = start + longest, isPair = /[\uD800-\uDBFF]/.test(text[end - 1]);
      parts.append(text.slice(start, isPair ? end + 1 : end));
      start = isPair ? end + 1 : end;
    }
    node.replaceWith(parts);
  }
}
