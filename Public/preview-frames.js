// Exchanges messages with the preview frames of a page. Messages that do not have the expected structure are ignored. A
// sandboxed frame has no origin of its own, so its messages are recognized by its window.
const isPointer = text => typeof text === "string" && text.length <= 4000 && (text === "" || text.startsWith("/"));
const isProblem = problem => problem !== null && typeof problem === "object" && isPointer(problem.pointer)
  && typeof problem.kind === "string" && Number.isFinite(problem.amount) && Math.abs(problem.amount) < 1e6
  && (problem.other === null || problem.other === undefined || isPointer(problem.other));
const isUnsavedText = address => typeof address === "string" && address.length <= 16_000
  && address.startsWith(`${location.origin}/previews/texts/`);

export class Frames {
  #frames;
  #renew;

  /**
   * Calls `handlers.pick(frame, pointer)` for clicked elements and `handlers.layout(frame, problems)` for layout
   * problems, at most 50 of each frame. Calls `handlers.renew(frame)` if the server no longer stores a frame's unsaved
   * text; it stores the text again and returns a promise of its new address, or of null. Calls `handlers.hear(frame)`
   * for every message.
   */
  constructor(frames, handlers) {
    this.#frames = [...frames];
    addEventListener("message", event => {
      const frame = this.#frames.find(one => one.contentWindow === event.source), message = event.data;
      if (!frame || message === null || typeof message !== "object") return;
      handlers.hear?.(frame);
      if (message.galley === "pick" && isPointer(message.pointer)) handlers.pick?.(frame, message.pointer);
      if (message.galley === "layout" && Array.isArray(message.problems)) {
        handlers.layout?.(frame, message.problems.slice(0, 50).filter(isProblem));
      }
      if (message.galley === "posting" && isUnsavedText(message.address)) {
        this.#admit(frame, message.address).then(answer => {
          frame.contentWindow?.postMessage({ galley: "posting", number: message.number, ...answer }, "*");
        });
      }
    });
    // A frame that was loaded before this script may have sent its messages already, and is asked to send them again.
    for (const frame of this.#frames) frame.contentWindow?.postMessage({ galley: "ask" }, "*");
    this.#renew = handlers.renew;
  }

  // Finds out if a frame can post to an address. If the address has expired or its text is no longer stored, the frame
  // would show a page about that instead, without the values typed into it.
  async #admit(frame, address) {
    const response = await fetch(address, { method: "HEAD" }).catch(() => null);
    if (response?.status !== 410) return { isStored: Boolean(response?.ok), isReached: Boolean(response) };
    const fresh = await this.#renew?.(frame);
    return { isStored: Boolean(fresh), isReached: true, address: fresh };
  }

  /** Marks the element at a pointer in every frame; null marks none. */
  highlight(pointer) {
    for (const frame of this.#frames) frame.contentWindow?.postMessage({ galley: "highlight", pointer }, "*");
  }
}
