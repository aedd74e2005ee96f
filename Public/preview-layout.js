// Lists layout problems. The sentences come from the server, in <template> elements with {placeholders}.
const sentences = new Map([...document.querySelectorAll("template[data-sentence]")].map(one => [one.dataset.sentence, one]));
const plural = new Intl.PluralRules(document.documentElement.lang);

function copy(name) { return sentences.get(name).content.firstElementChild.cloneNode(true); }

function filled(text, values) {
  return text.trim().split(/\{(\w+)\}/).map((part, index) => {
    if (index % 2 === 0) return part;
    const value = values[part];
    if (typeof value === "number") return String(Math.round(value));
    const code = document.createElement("code");
    code.textContent = value;
    return code;
  });
}

/** Returns a sentence with the number of problems, and an icon. */
export function tally(count) {
  if (count === 0) return copy("none");
  const line = copy("count"), words = line.querySelector("[data-one]");
  words.replaceChildren(...filled(words.dataset[plural.select(count)] ?? words.dataset.other, { count }));
  return line;
}

const kindOf = problem => problem.kind.startsWith("overflow") && !problem.other ? `${problem.kind}-screen` : problem.kind;

/** Returns the problems for which the page has a sentence. */
export function known(problems) {
  return problems.filter(problem => sentences.has(kindOf(problem)) && !["none", "count", "row"].includes(problem.kind));
}

/** Returns the list of problems; `lead(link, place, pointer)` sets the address and the words of each problem's link. */
export function list(problems, lead) {
  const rows = document.createElement("ol");
  rows.className = "diagnostics";
  for (const problem of problems) {
    const words = sentences.get(kindOf(problem));
    const row = copy("row");
    row.querySelector("p").replaceChildren(...filled(words.content.textContent, { ...problem, pointer: problem.pointer || "/" }));
    lead(row.querySelector("a"), row.querySelector("[data-place]"), problem.pointer);
    rows.append(row);
  }
  return rows;
}

/** Lists a frame's layout problems in an element, or hides the element if there are none; for `lead` see `list`. */
export function report(place, all, lead) {
  const problems = known(all);
  place.hidden = problems.length === 0;
  place.replaceChildren(...problems.length ? [tally(problems.length), list(problems, lead)] : []);
}
