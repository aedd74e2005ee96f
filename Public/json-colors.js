// Colors the JSON in listings. The colors are CSS highlights, so the page needs no elements for them; a browser without
// highlights shows the plain text. Only the visible text is colored: the time to paint highlights grows with their
// number, and within one text node with the square of their number, so a large document on one line would block the
// browser.

/** The maximum length of a text node in UTF-16 code units; longer nodes are split. */
const longest = 1_000;
/** The distance around the visible part within which text is colored too, in pixels. */
const margin = 200;
/** The maximum number of tokens in a line that are colored at a time. */
const most = 2_000;

const kinds = ["property", "string", "number", "word"];

/** Colors the JSON of a page's listings, and any that becomes visible later. */
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

// Returns the visible part of a listing, with a margin; null if no part is visible.
function seen(listing) {
  const box = listing.getBoundingClientRect();
  const view = {
    top: Math.max(box.top, 0) - margin, bottom: Math.min(box.bottom, innerHeight) + margin,
    left: Math.max(box.left, 0) - margin, right: Math.min(box.right, innerWidth) + margin,
  };
  return box.height > 0 && view.top < view.bottom ? view : null;
}

// Returns the first index for which a condition is true, or `count` if there is none. The condition must be true for
// all later indexes too.
function first(count, holds) {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle; else low = middle + 1;
  }
  return low;
}

// A line of a listing: its text nodes, and its tokens with their kinds.
class Line {
  #nodes = [];
  /** The offset at which each node begins in the text of the line. */
  #starts = [];
  /** Three numbers for each token: its start, its end and the index of its kind. */
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

  /** Adds the visible tokens to the highlights of their kinds. */
  color(view, highlights) {
    const count = this.#nodes.length;
    if (count === 0) return;
    const isShort = count === 1 || this.#starts.at(-1) + this.#nodes.at(-1).length <= longest;
    const box = index => {
      const range = document.createRange();
      range.selectNodeContents(this.#nodes[index]);
      return range.getBoundingClientRect();
    };
    // The nodes are in order, on one line or on many, so a binary search finds the visible ones.
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

  // Returns the node that contains an offset of the line, and the offset in that node. An offset between two nodes is
  // the start of the second or, for the end of a range, the end of the first.
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

// Splits long text nodes, but never inside a surrogate pair.
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
