import Foundation

/// A type whose arrays can be bound and decoded. The element type determines the SQL type, so that `[UInt8]` is `bytea`
/// and `[Int]` is `bigint[]`.
package protocol SQLArrayElement {
    /// The binding of NULL for an array of this type.
    static var nullArray: SQLBinding { get }
    /// Returns the binding of an array.
    static func binding(ofArray elements: [Self]) -> SQLBinding
    /// Decodes an array; throws an error of kind `.decoding` if the cell is NULL or of another type.
    static func decodeArray(_ cell: Cell) throws(PostgreSQLError) -> [Self]
}

extension Array: SQLEncodable where Element: SQLArrayElement {
    package static var null: SQLBinding { Element.nullArray }
    package var binding: SQLBinding { Element.binding(ofArray: self) }
}

extension Array: SQLDecodable where Element: SQLArrayElement {
    package init(decoding cell: Cell) throws(PostgreSQLError) { self = try Element.decodeArray(cell) }
}

extension UInt8: SQLArrayElement {
    package static var nullArray: SQLBinding { SQLBinding(type: .bytea, bytes: nil) }
    package static func binding(ofArray elements: [UInt8]) -> SQLBinding { SQLBinding(type: .bytea, bytes: elements) }
    package static func decodeArray(_ cell: Cell) throws(PostgreSQLError) -> [UInt8] {
        Array(try cell.bytes(of: [.bytea], as: "[UInt8]"))
    }
}

/// An element of a one-dimensional PostgreSQL array.
package protocol SQLScalar: SQLArrayElement, SQLEncodable, SQLDecodable {
    /// The object identifier of the PostgreSQL type for arrays of this type.
    static var arrayType: UInt32 { get }
}

extension SQLScalar {
    package static var nullArray: SQLBinding {
        SQLBinding(type: SQLType(rawValue: arrayType), bytes: nil)
    }

    package static func binding(ofArray elements: [Self]) -> SQLBinding {
        SQLBinding(
            type: SQLType(rawValue: arrayType),
            bytes: ArrayFormat.encode(elements.map(\.binding.bytes), type: null.type))
    }

    package static func decodeArray(_ cell: Cell) throws(PostgreSQLError) -> [Self] {
        var values: [Self] = []
        for element in try ArrayFormat.decode(cell) { values.append(try Self(decoding: element)) }
        return values
    }
}

extension String: SQLScalar { package static var arrayType: UInt32 { SQLType.textArray.rawValue } }
extension Int: SQLScalar { package static var arrayType: UInt32 { SQLType.int8Array.rawValue } }
extension Bool: SQLScalar { package static var arrayType: UInt32 { SQLType.boolArray.rawValue } }
extension Double: SQLScalar { package static var arrayType: UInt32 { SQLType.float8Array.rawValue } }
extension Date: SQLScalar { package static var arrayType: UInt32 { SQLType.timestamptzArray.rawValue } }
extension UUID: SQLScalar { package static var arrayType: UInt32 { SQLType.uuidArray.rawValue } }

/// Maps `[[UInt8]]` to `bytea[]`.
extension Array: SQLArrayElement where Element == UInt8 {
    package static var nullArray: SQLBinding { SQLBinding(type: .byteaArray, bytes: nil) }

    package static func binding(ofArray elements: [[UInt8]]) -> SQLBinding {
        SQLBinding(type: .byteaArray, bytes: ArrayFormat.encode(elements, type: .bytea))
    }

    package static func decodeArray(_ cell: Cell) throws(PostgreSQLError) -> [[UInt8]] {
        var values: [[UInt8]] = []
        for element in try ArrayFormat.decode(cell) { values.append(try [UInt8](decoding: element)) }
        return values
    }
}

/// Maps arrays of optionals to arrays that may contain NULL, such as `[Int?]` to `bigint[]`.
extension Optional: SQLArrayElement where Wrapped: SQLScalar {
    package static var nullArray: SQLBinding { Wrapped.nullArray }

    package static func binding(ofArray elements: [Wrapped?]) -> SQLBinding {
        SQLBinding(
            type: SQLType(rawValue: Wrapped.arrayType),
            bytes: ArrayFormat.encode(elements.map(\.binding.bytes), type: Wrapped.null.type))
    }

    package static func decodeArray(_ cell: Cell) throws(PostgreSQLError) -> [Wrapped?] {
        var values: [Wrapped?] = []
        for element in try ArrayFormat.decode(cell) { values.append(try Wrapped?(decoding: element)) }
        return values
    }
}
