internal import CPCRE2

/// A pattern compiled by PCRE2, with just-in-time code where the machine allows it.
///
/// The compiled code is never changed after `init`, so any thread may match with it.
final class PCRE2Program: @unchecked Sendable {
    private let code: OpaquePointer

    /// Compiles PCRE2's own syntax; nil when PCRE2 refuses it.
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
        // Where executable memory is forbidden the interpreter does the work.
        _ = pcre2_jit_compile_8(compiled, UInt32(PCRE2_JIT_COMPLETE))
    }

    deinit {
        pcre2_code_free_8(code)
    }

    /// Whether the pattern is found, nil when PCRE2 gave up; bytes that are not UTF-8 never match.
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
