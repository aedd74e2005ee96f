import Foundation

/// Work that recurses as deeply as a document nests, on a thread whose stack is large enough for it.
enum DeepStack {
    /// Brackets inside each other from which on a stack of its own is worth its thread.
    private static let depth = 24
    /// Bytes of address space; only what is used is ever touched.
    private static let size = 512 << 20

    /// Does the work, on the caller's own stack where the text nests little, and waits for it.
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

    /// What the thread hands over.
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
