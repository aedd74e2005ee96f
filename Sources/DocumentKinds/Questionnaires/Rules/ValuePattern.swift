import JSONText
import Patterns

/// A regular expression in a document that a value must match.
struct ValuePattern: Sendable {
    private let pattern: Pattern

    /// The error for a text that is not a usable regular expression.
    struct Failure: Error {
        let message: String
    }

    /// Compiles a regular expression.
    ///
    /// - Throws: `Failure` if the text is not an ECMA-262 regular expression or is too large.
    init(_ source: String) throws(Failure) {
        do throws(PatternError) {
            pattern = try Pattern(source)
        } catch {
            throw Failure(message: "\(code: source, upTo: Excerpt.long) is not a pattern: \(error)")
        }
    }

    /// Returns true if some part of a string matches, and for values that are not strings; throws `.tooCostly` if
    /// matching exceeds its limits.
    func matches(_ value: JSONValue) throws(PatternError) -> Bool {
        guard let bytes = value.utf8 else { return true }
        return try pattern.matches(bytes)
    }
}
