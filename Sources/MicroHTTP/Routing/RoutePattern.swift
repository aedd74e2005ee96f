/// A path pattern: literal segments, `:name` for one segment, `*name` at the end for the rest.
struct RoutePattern: Sendable {
    private enum Segment: Sendable {
        case literal(String)
        case parameter(String)
        case rest(String)

        /// The precedence: a literal, with the highest number, comes before a parameter, and both before the rest.
        var rank: Int {
            switch self {
            case .literal: 2
            case .parameter: 1
            case .rest: 0
            }
        }
    }

    let text: String
    private let segments: [Segment]

    init(_ text: String) {
        self.text = text
        segments = text.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map { segment in
            switch segment.first {
            case ":": .parameter(String(segment.dropFirst()))
            case "*": .rest(String(segment.dropFirst()))
            default: .literal(String(segment))
            }
        }
    }

    /// Returns the decoded segments of a raw path; nil if it does not begin with `/` or has a malformed escape.
    static func segments(of path: String) -> [String]? {
        guard path.utf8.first == UInt8(ascii: "/") else { return nil }
        var segments: [String] = []
        for segment in path.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard let text = PercentCoding.strictlyDecode(segment) else { return nil }
            segments.append(text)
        }
        return segments
    }

    /// Returns the values of the named segments, or nil if the path does not match. The value of `:name` is never
    /// empty; that of `*name` may be.
    func parameters(matching path: [String]) -> [String: String]? {
        var parameters: [String: String] = [:]
        var rest = path[...]
        for segment in segments {
            if case .rest(let name) = segment {
                parameters[name] = rest.joined(separator: "/")
                return parameters
            }
            guard let next = rest.popFirst() else { return nil }
            switch segment {
            case .literal(let text):
                guard text.utf8.elementsEqual(next.utf8) else { return nil }
            case .parameter(let name):
                guard !next.isEmpty else { return nil }
                parameters[name] = next
            case .rest: break
            }
        }
        return rest.isEmpty ? parameters : nil
    }

    /// Returns true if this pattern has the more specific segment at the first place where the two patterns have
    /// different kinds: a literal is more specific than `:name`, and `:name` than `*name`. Both patterns must match the
    /// same path.
    func isMoreSpecific(than other: RoutePattern) -> Bool {
        for (own, its) in zip(segments, other.segments) where own.rank != its.rank {
            return own.rank > its.rank
        }
        return false
    }
}
