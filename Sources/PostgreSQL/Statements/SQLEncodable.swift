import Foundation

/// A type that can be bound to a parameter.
package protocol SQLEncodable {
    /// The binding of NULL for this type.
    static var null: SQLBinding { get }
    var binding: SQLBinding { get }
}

extension SQLEncodable where Self: RawRepresentable, RawValue: SQLEncodable {
    package static var null: SQLBinding { RawValue.null }
    package var binding: SQLBinding { rawValue.binding }
}

extension Optional: SQLEncodable where Wrapped: SQLEncodable {
    package static var null: SQLBinding { Wrapped.null }
    package var binding: SQLBinding { self?.binding ?? Wrapped.null }
}

extension String: SQLEncodable {
    package static var null: SQLBinding { SQLBinding(type: .text, bytes: nil) }
    package var binding: SQLBinding { SQLBinding(type: .text, bytes: Array(utf8)) }
}

extension Int: SQLEncodable {
    package static var null: SQLBinding { SQLBinding(type: .int8, bytes: nil) }
    package var binding: SQLBinding { SQLBinding(type: .int8, bytes: Int64(self).bigEndianBytes) }
}

extension Int64: SQLEncodable {
    package static var null: SQLBinding { Int.null }
    package var binding: SQLBinding { SQLBinding(type: .int8, bytes: bigEndianBytes) }
}

extension Bool: SQLEncodable {
    package static var null: SQLBinding { SQLBinding(type: .bool, bytes: nil) }
    package var binding: SQLBinding { SQLBinding(type: .bool, bytes: [self ? 1 : 0]) }
}

extension Double: SQLEncodable {
    package static var null: SQLBinding { SQLBinding(type: .float8, bytes: nil) }
    package var binding: SQLBinding { SQLBinding(type: .float8, bytes: bitPattern.bigEndianBytes) }
}

/// Maps dates to `timestamptz`, rounded to microseconds.
extension Date: SQLEncodable {
    package static var null: SQLBinding { SQLBinding(type: .timestamptz, bytes: nil) }
    package var binding: SQLBinding {
        SQLBinding(type: .timestamptz, bytes: microsecondsOfPostgreSQL.bigEndianBytes)
    }

    /// The microseconds since 2000-01-01 00:00 UTC; a date that does not fit into 64 bits becomes an infinity.
    private var microsecondsOfPostgreSQL: Int64 {
        let microseconds = ((timeIntervalSinceReferenceDate + Date.secondsFrom2000To2001) * 1_000_000).rounded()
        return Int64(exactly: microseconds) ?? (microseconds < 0 ? .min : .max)
    }

    static let secondsFrom2000To2001: TimeInterval = 366 * 86_400
}

extension UUID: SQLEncodable {
    package static var null: SQLBinding { SQLBinding(type: .uuid, bytes: nil) }
    package var binding: SQLBinding {
        SQLBinding(type: .uuid, bytes: withUnsafeBytes(of: uuid) { Array($0) })
    }
}

extension FixedWidthInteger {
    var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}
