internal import CPCRE2
internal import Synchronization

/// Memory for one match at a time, reused for later matches.
///
/// Between `take` and `giveBack`, only one thread uses the memory.
final class MatchScratch: @unchecked Sendable {
    private static let idle = Mutex<[MatchScratch]>([])
    /// The maximum number of idle instances that are kept for later matches.
    private static let mostIdle = 32

    /// PCRE2's limits of nested backtracking and of heap memory in KiB, for patterns not compiled to machine code.
    private static let depthLimit: UInt32 = 5_000
    private static let heapKibibytes: UInt32 = 20 << 10
    /// The initial and the maximum size of the stack for machine code, in bytes.
    private static let stackBytes = 32 << 10
    private static let largestStackBytes = 1 << 20

    private let data: OpaquePointer?
    private let context: OpaquePointer?
    private let stack: OpaquePointer?

    private init() {
        // Only the fact of a match is needed, so one pair of offsets suffices.
        data = pcre2_match_data_create_8(1, nil)
        context = pcre2_match_context_create_8(nil)
        stack = pcre2_jit_stack_create_8(Self.stackBytes, Self.largestStackBytes, nil)
        pcre2_set_depth_limit_8(context, Self.depthLimit)
        pcre2_set_heap_limit_8(context, Self.heapKibibytes)
        pcre2_jit_stack_assign_8(context, nil, stack.map { UnsafeMutableRawPointer($0) })
    }

    deinit {
        pcre2_match_data_free_8(data)
        pcre2_match_context_free_8(context)
        pcre2_jit_stack_free_8(stack)
    }

    /// Returns idle memory, or else new memory.
    static func take() -> MatchScratch {
        idle.withLock { $0.popLast() } ?? MatchScratch()
    }

    /// Makes the memory available for other matches.
    func giveBack() {
        Self.idle.withLock { if $0.count < Self.mostIdle { $0.append(self) } }
    }

    /// Returns PCRE2's result; it is not negative if the pattern matches.
    func match(_ code: OpaquePointer, _ text: UnsafeBufferPointer<UInt8>) -> Int32 {
        // The limit restarts at each position where a match might begin, so longer texts get a lower one.
        pcre2_set_match_limit_8(context, UInt32(max(1_000, min(100_000, 3_000_000 / max(1, text.count)))))
        return pcre2_match_8(code, text.baseAddress, text.count, 0, 0, data, context)
    }
}
