internal import CPCRE2

/// A pattern compiled by PCRE2, to machine code if the system allows executable memory.
///
/// The compiled code never changes after `init`, so any thread may use it.
final class PCRE2Program: @unchecked Sendable {
    private let code: OpaquePointer

    /// Compiles a pattern in PCRE2's syntax; nil if PCRE2 refuses it.
    init?(_ pattern: String) {
        let options = PCRE2_UTF | PCRE2_MATCH_UNSET_BACKREF | PCRE2_NEVER_BACKSLASH_C | PCRE2_DOLLAR_ENDONLY
        var errorNumber: Int32 = 0
        var errorOffset = 0
        let bytes = Array(pattern.utf8)
        let compiled = bytes.withUnsafeBufferPointer {
            pcre2_compile_8($0.baseAddress, bytes.count, UInt32(options), &errorNumber, &errorOffset, nil)
        }
        guard let compiled else { return nil }
        code = compiled
        // If executable memory is forbidden, PCRE2 uses its interpreter.
        _ = pcre2_jit_compile_8(compiled, UInt32(PCRE2_JIT_COMPLETE))
    }

    deinit {
        pcre2_code_free_8(code)
    }

    /// Returns true if the pattern matches anywhere, nil if PCRE2 exceeded its limits; invalid UTF-8 never matches.
    func matches(_ utf8: [UInt8]) -> Bool? {
        let scratch = MatchScratch.take()
        defer { scratch.giveBack() }
        let result = utf8.withUnsafeBufferPointer { scratch.match(code, $0) }
        if result >= 0 { return true }
        switch result {
        case PCRE2_ERROR_MATCHLIMIT, PCRE2_ERROR_DEPTHLIMIT, PCRE2_ERROR_HEAPLIMIT, PCRE2_ERROR_JIT_STACKLIMIT,
            PCRE2_ERROR_NOMEMORY:
            return nil
        default: return false
        }
    }
}
