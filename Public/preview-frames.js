// Exchanges messages with the preview frames of a page. Messages that do not have the expected structure are ignored. A
// sandboxed frame has no origin of its own, so its messages are recognized by its window.
const isPointer = text => typeof text === "string" && text.length <= 4000 && (text === "" || text.startsWith("/"));
const isProblem = problem => problem !== null && typeof problem === "object" && isPointer(problem.pointer)
  && typeof problem.kind === "string" && Number.isFinite(problem.amount) && Math.abs(problem.amount) < 1e6
  && (problem.other === null || problem.other === undefined || isPointer(problem.other));

export class Frames {
  #frames;

  /**
   * Calls `handlers.pick(frame, pointer)` for clicked elements and `handlers.layout(frame, problems)` for layout
   * problems, at most 50 of each frame.
   */
  constructor(frames, handlers) {
    this.#frames = [...frames];
    addEventListener("message", event => {
      const frame = this.#frames.find(one => one.contentWindow === event.source), message = event.data;
      if (!frame || message === null || typeof message !== "object") return;
      if (message.galley === "pick" && isPointer(message.pointer)) handlers.pick?.(frame, message.pointer);
      if (message.galley === "layout" && Array.isArray(message.problems)) {
        handlers.layout?.(frame, message.problems.slice(0, 50).filter(isProblem));
      }
    });
    // A frame that was loaded before this script may have sent its messages already, and is asked to send them again.
    for (const frame of this.#frames) frame.contentWindow?.postMessage({ galley: "ask" }, "*");
  }

  /** Marks the element at a pointer in every frame; null marks none. */
  highlight(pointer) {
    for (const frame of this.#frames) frame.contentWindow?.postMessage({ galley: "highlight", pointer }, "*");
  }
}
