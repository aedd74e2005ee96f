// Layout problems as lists. The sentences are the server's, in <template> elements with {places} to fill in.
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

/** How many problems there are, as a sentence with its mark. */
export function tally(count) {
  if (count === 0) return copy("none");
  const line = copy("count"), words = line.querySelector("[data-one]");
  words.replaceChildren(...filled(words.dataset[plural.select(count)] ?? words.dataset.other, { count }));
  return line;
}

const kindOf = problem => problem.kind.startsWith("overflow") && !problem.other ? `${problem.kind}-screen` : problem.kind;

/** The problems that there are words for. */
export function told(problems) {
  return problems.filter(problem => sentences.has(kindOf(problem)) && !["none", "count", "row"].includes(problem.kind));
}

/** The list of problems that there are words for; `lead(link, place, pointer)` makes a link lead to the text. */
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

/** Shows what a frame tells of its layout below it, or nothing where all is well; `lead` as of `list`. */
export function report(place, all, lead) {
  const problems = told(all);
  place.hidden = problems.length === 0;
  place.replaceChildren(...problems.length ? [tally(problems.length), list(problems, lead)] : []);
}
