internal import FuzzingSupport
@testable internal import Patterns

/// libFuzzer's entry point: a pattern, then at most four texts, separated by NULs.
@_cdecl("LLVMFuzzerTestOneInput")
public func patternInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let parts = input(start, count).split(separator: 0, maxSplits: 4, omittingEmptySubsequences: false)
    guard let first = parts.first else { return -1 }
    let source = String(decoding: first, as: UTF8.self)
    do throws(PatternError) {
        let pattern = try Pattern(source)
        let matchers = try Matchers(source)
        for part in parts.dropFirst() {
            // For invalid UTF-8 the answer does not matter; for text all matchers must agree.
            _ = try? pattern.matches(Array(part))
            let text = Array(String(decoding: part, as: UTF8.self).utf8)
            matchers.check(text, answer: try? pattern.matches(text))
        }
    } catch {
        check(error, length: source.unicodeScalars.count)
    }
    return 0
}

private func check(_ error: PatternError, length: Int) {
    promise(!error.description.isEmpty, "refused without a message")
    switch error {
    case .syntax(_, let offset): promise((0...length).contains(offset), "a position outside of the pattern: \(error)")
    case .tooLarge: break
    case .tooCostly: promise(false, "parsing a pattern cannot be too costly")
    }
}
