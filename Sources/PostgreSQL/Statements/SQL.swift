/// A statement whose interpolated values become bindings `$1`, `$2` …, never text.
///
///     let rows = try connection.query("SELECT id FROM feature WHERE name = \(name)")
///
/// The Swift type determines the SQL type (`String` is `text`, `Int` is `bigint`); a column of another type needs a
/// cast: `\(text)::jsonb`. Another `SQL` may be interpolated as a part.
package struct SQL: Sendable, ExpressibleByStringInterpolation {
    enum Part: Sendable {
        case text(String)
        case binding(SQLBinding)
    }

    var parts: [Part]

    package init(stringLiteral value: String) { parts = [.text(value)] }

    package init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

    /// The statement with `$n` in place of each binding, and the bindings in that order.
    var statement: (text: String, bindings: [SQLBinding]) {
        var text = ""
        var bindings: [SQLBinding] = []
        for part in parts {
            switch part {
            case .text(let piece): text += piece
            case .binding(let binding):
                bindings.append(binding)
                text += "$\(bindings.count)"
            }
        }
        return (text, bindings)
    }

    /// Builds a statement from a literal.
    package struct StringInterpolation: StringInterpolationProtocol {
        var parts: [Part] = []

        package init(literalCapacity: Int, interpolationCount: Int) {
            parts.reserveCapacity(2 * interpolationCount + 1)
        }

        package mutating func appendLiteral(_ literal: String) { parts.append(.text(literal)) }

        /// Binds a value.
        package mutating func appendInterpolation(_ value: some SQLEncodable) { parts.append(.binding(value.binding)) }

        /// Binds a value, or NULL.
        package mutating func appendInterpolation(_ value: (some SQLEncodable)?) {
            parts.append(.binding(value.binding))
        }

        /// Inserts another `SQL` as a part, with its bindings.
        package mutating func appendInterpolation(_ part: SQL) { parts += part.parts }

        /// Inserts an identifier in double quotes, for statements in which a name cannot be bound: `CREATE DATABASE` …
        package mutating func appendInterpolation(identifier: String) {
            parts.append(.text(SQL.quoted(identifier: identifier)))
        }
    }

    /// Returns an identifier in double quotes, with the quotes in it doubled.
    static func quoted(identifier: String) -> String {
        "\"" + identifier.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
}

extension SQL: CustomDebugStringConvertible {
    /// The text with `$n`, without the values.
    package var debugDescription: String { statement.text }
}
