// The colors of JSON in listings. They are highlights of the text, so the page is no larger for them; a browser that has
// no highlights shows the plain text.

/** Colors the JSON of a page's listings. */
export function color(page) {
  if (!globalThis.Highlight || !CSS.highlights) return;
  const kinds = Object.fromEntries(["property", "string", "number", "word"].map(name => [name, new Highlight()]));
  for (const cell of page.querySelectorAll(".listing td")) {
    const text = cell.textContent;
    for (const match of text.matchAll(/"(?:[^"\\]|\\.)*"?|-?\d[\d.eE+-]*|true|false|null/g)) {
      const [word] = match, end = match.index + word.length;
      const kind = word[0] === '"' ? /^\s*:/.test(text.slice(end, end + 20)) ? "property" : "string" : /^[a-z]/.test(word) ? "word" : "number";
      kinds[kind].add(range(cell, match.index, end));
    }
  }
  for (const [name, highlight] of Object.entries(kinds)) CSS.highlights.set(`json-${name}`, highlight);
}

// The range of a cell's text between two offsets; right-to-left strings stand in elements of their own.
function range(cell, start, end) {
  const place = offset => {
    let node = cell.firstChild, before = 0;
    while (node.nextSibling && before + node.textContent.length < offset) {
      before += node.textContent.length;
      node = node.nextSibling;
    }
    return [node.firstChild ?? node, offset - before];
  };
  const [[startContainer, startOffset], [endContainer, endOffset]] = [place(start), place(end)];
  return new StaticRange({ startContainer, startOffset, endContainer, endOffset });
}
