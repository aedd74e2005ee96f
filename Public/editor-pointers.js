// Where the values of a JSON text stand: from a pointer (RFC 6901) to its place and back. Broken text is read as far as
// it goes.

/** The place of a pointer's value, in lines and UTF-16 columns from 1; null when it is not there. */
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

/** The pointer of the innermost value around a place; null outside of all. */
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

// Calls `report(pointer, start, end)` for every value, inner ones before their containers, until it answers false.
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
