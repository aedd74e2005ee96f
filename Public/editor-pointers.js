// Finds the position of the value at a JSON Pointer (RFC 6901), and the pointer of the value at a position. The text
// need not be valid JSON.

/** Returns the position of a pointer's value, in lines and UTF-16 columns from 1; null if there is none. */
export function placeOf(text, pointer) {
  let found = null;
  visit(text, (path, start, end) => {
    if (found === null && path === pointer) found = [start, end];
    return found === null;
  });
  if (!found) return null;
  const [line, column] = position(text, found[0]);
  const [endLine, endColumn] = position(text, found[1]);
  return { line, column, endLine, endColumn };
}

/** Returns the pointer of the innermost value that contains a position; null if there is none. */
export function pointerAt(text, line, column) {
  let offset = 0;
  for (let number = 1; number < line; number += 1) offset = text.indexOf("\n", offset) + 1;
  offset += column - 1;
  let best = null, length = Infinity;
  visit(text, (path, start, end) => {
    if (start <= offset && offset <= end && end - start <= length) [best, length] = [path, end - start];
    return start <= offset || best === null;
  });
  return best;
}

function position(text, offset) {
  const before = text.lastIndexOf("\n", offset - 1);
  let line = 1;
  for (let index = text.indexOf("\n"); index !== -1 && index < offset; index = text.indexOf("\n", index + 1)) line += 1;
  return [line, offset - before];
}

// Calls `report(pointer, start, end)` for every value, inner values before their containers, until `report` returns
// false.
function visit(text, report) {
  const stack = [];
  const token = /"(?:[^"\\]|\\[^])*"?|[{}[\],:]|[^\s"{}[\],:]+/g;
  const path = () => stack.map(level => "/" + (level.name === null ? level.index : level.name.replaceAll("~", "~0").replaceAll("/", "~1"))).join("");
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const [word] = match, start = match.index, level = stack.at(-1);
    if (word === "{" || word === "[") {
      stack.push({ start, isObject: word === "{", name: word === "{" ? "" : null, index: 0, wantsName: word === "{" });
    } else if (word === "}" || word === "]") {
      const closed = stack.pop();
      if (closed && !report(path(), closed.start, start + 1)) return;
    } else if (word === ",") {
      if (level) { level.index += 1; level.wantsName = level.isObject; }
    } else if (word !== ":") {
      if (level?.isObject && level.wantsName) {
        try { level.name = JSON.parse(word); } catch { level.name = word; }
        level.name = String(level.name);
        level.wantsName = false;
      } else if (!report(path(), start, start + word.length)) return;
    }
  }
}
