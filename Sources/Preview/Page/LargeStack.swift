import Foundation

/// Runs work that recurses through a document; for a deeply nested document, on a thread with a large stack.
enum LargeStack {
    /// The nesting depth of brackets above which a separate thread is used.
    private static let depth = 24
    /// The stack size in bytes of address space; only the used part takes memory.
    private static let size = 512 << 20

    /// Runs the work and waits for it; on the caller's own stack if `text` is not deeply nested.
    static func run<Result: Sendable>(for text: [UInt8], _ work: @escaping @Sendable () -> Result) -> Result {
        guard nests(text) else { return work() }
        let answer = Answer<Result>()
        let thread = Thread { answer.give(work()) }
        thread.stackSize = size
        thread.start()
        return answer.wait()
    }

    private static func nests(_ text: [UInt8]) -> Bool {
        var open = 0
        for byte in text {
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                open += 1
                if open > depth { return true }
            case UInt8(ascii: "}"), UInt8(ascii: "]"): open -= 1
            default: break
            }
        }
        return false
    }

    /// The result that the thread passes back.
    private final class Answer<Result: Sendable>: @unchecked Sendable {
        private let condition = NSCondition()
        private var result: Result?

        func give(_ result: Result) {
            condition.withLock { self.result = result }
            condition.signal()
        }

        func wait() -> Result {
            condition.withLock {
                while true {
                    if let result { return result }
                    condition.wait()
                }
            }
        }
    }
}
