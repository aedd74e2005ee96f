/// The reason why a pattern cannot be used or a match cannot be decided.
package enum PatternError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The text is not a pattern of ECMA-262 with flag `u`; `offset` counts Unicode scalars from 0.
    case syntax(message: String, offset: Int)
    /// The pattern is larger or nested more deeply than Galley accepts.
    case tooLarge(String)
    /// Matching exceeded its limits, so the answer is unknown.
    case tooCostly

    /// The reason as a sentence.
    package var description: String {
        switch self {
        case .syntax(let message, let offset): "\(message) (at character \(offset + 1) of the pattern)"
        case .tooLarge(let message): message
        case .tooCostly: "Matching this text against the pattern takes too long."
        }
    }
}
