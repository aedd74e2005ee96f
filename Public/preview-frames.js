// The frames of a page: what they tell, believed only as far as it has the promised shape, and what they are told. A frame
// has no origin of its own, so it is known by its window.
const isPointer = text => typeof text === "string" && text.length <= 4000 && (text === "" || text.startsWith("/"));
const isProblem = problem => problem !== null && typeof problem === "object" && isPointer(problem.pointer)
  && typeof problem.kind === "string" && Number.isFinite(problem.amount) && Math.abs(problem.amount) < 1e6
  && (problem.other === null || problem.other === undefined || isPointer(problem.other));

export class Frames {
  #frames;

  /** `told.pick(frame, pointer)` and `told.layout(frame, problems)` are called with what frames say. */
  constructor(frames, told) {
    this.#frames = [...frames];
    addEventListener("message", event => {
      const frame = this.#frames.find(one => one.contentWindow === event.source), message = event.data;
      if (!frame || message === null || typeof message !== "object") return;
      if (message.galley === "pick" && isPointer(message.pointer)) told.pick?.(frame, message.pointer);
      if (message.galley === "layout" && Array.isArray(message.problems)) {
        told.layout?.(frame, message.problems.slice(0, 50).filter(isProblem));
      }
    });
    // One that was there before this script may have told already: it is asked to say it again.
    for (const frame of this.#frames) frame.contentWindow?.postMessage({ galley: "ask" }, "*");
  }

  /** Marks the element at a pointer in every frame; null marks none. */
  highlight(pointer) {
    for (const frame of this.#frames) frame.contentWindow?.postMessage({ galley: "highlight", pointer }, "*");
  }
}
