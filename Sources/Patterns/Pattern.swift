import Foundation

/// Why a pattern cannot be used.
package enum PatternError: Error, Sendable, CustomStringConvertible {
    /// It is no pattern.
    case invalid
    /// Matching was given up.
    case tooCostly

    package var description: String {
        switch self {
        case .invalid: "the pattern is not understood"
        case .tooCostly: "matching takes too long"
        }
    }
}

/// A compiled pattern, searched for anywhere in a text.
package struct Pattern: Sendable {
    private let expression: NSRegularExpression

    /// Compiles a pattern; throws where it is none.
    package init(_ source: String) throws(PatternError) {
        do {
            expression = try NSRegularExpression(pattern: source)
        } catch {
            throw PatternError.invalid
        }
    }

    /// Whether the pattern occurs in a UTF-8 text.
    package func matches(_ utf8: [UInt8]) throws(PatternError) -> Bool {
        matches(String(decoding: utf8, as: UTF8.self))
    }

    private func matches(_ text: String) -> Bool {
        let whole = NSRange(location: 0, length: text.utf16.count)
        return expression.firstMatch(in: text, range: whole) != nil
    }
}
