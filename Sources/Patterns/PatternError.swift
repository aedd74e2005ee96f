/// Why a pattern cannot be used, or why its answer is not known.
package enum PatternError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Not a pattern of ECMA-262 with flag `u`; `offset` counts Unicode scalars from 0.
    case syntax(message: String, offset: Int)
    /// A pattern, but larger or deeper than Galley takes on.
    case tooLarge(String)
    /// Matching took more steps than it may: the answer is unknown, neither yes nor no.
    case tooCostly

    /// A sentence for a person.
    package var description: String {
        switch self {
        case .syntax(let message, let offset): "\(message) (at character \(offset + 1) of the pattern)"
        case .tooLarge(let message): message
        case .tooCostly: "The pattern takes too long on this text; its repetitions can match in too many ways."
        }
    }
}
