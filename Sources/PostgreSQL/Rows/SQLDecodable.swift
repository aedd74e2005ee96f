import Foundation

/// A type that can be decoded from a column.
package protocol SQLDecodable {
    /// Decodes a cell; throws an error of kind `.decoding` if it is NULL or of another type.
    init(decoding cell: Cell) throws(PostgreSQLError)
}

extension SQLDecodable where Self: RawRepresentable, RawValue: SQLDecodable {
    package init(decoding cell: Cell) throws(PostgreSQLError) {
        guard let value = Self(rawValue: try RawValue(decoding: cell)) else { throw cell.mismatch("a \(Self.self)") }
        self = value
    }
}

extension Optional: SQLDecodable where Wrapped: SQLDecodable {
    package init(decoding cell: Cell) throws(PostgreSQLError) {
        self = cell.bytes == nil ? nil : try Wrapped(decoding: cell)
    }
}

/// Decodes text types, JSON, XML, types created in the database such as enumerations, and the text of `uuid` and
/// `numeric`.
extension String: SQLDecodable {
    package init(decoding cell: Cell) throws(PostgreSQLError) {
        switch cell.type {
        case .uuid: self = try UUID(decoding: cell).uuidString.lowercased()
        case .numeric: self = try Numeric(decoding: cell).description
        case .jsonb: self = String(decoding: try cell.bytes(of: [.jsonb], as: "String").dropFirst(), as: UTF8.self)
        case .text, .varchar, .bpchar, .name, .json, .xml, .char, .unknown:
            self = try Self.text(of: cell)
        case let type where type.rawValue >= SQLType.firstUserDefined: self = try Self.text(of: cell)
        default: throw cell.mismatch("String")
        }
    }

    private static func text(of cell: Cell) throws(PostgreSQLError) -> String {
        guard let bytes = cell.bytes, let text = String(validating: bytes, as: UTF8.self) else {
            throw cell.mismatch("String")
        }
        return text
    }
}

extension Int: SQLDecodable {
    package init(decoding cell: Cell) throws(PostgreSQLError) {
        guard let bytes = cell.bytes else { throw cell.mismatch("Int") }
        switch cell.type {
        case .int8: self = Int(Int64(bigEndianBytes: bytes))
        case .int4: self = Int(Int32(bigEndianBytes: bytes))
        case .int2: self = Int(Int16(bigEndianBytes: bytes))
        case .oid: self = Int(UInt32(bigEndianBytes: bytes))
        case .numeric:
            guard let value = Int(try Numeric(decoding: cell).description) else { throw cell.mismatch("Int") }
            self = value
        default: throw cell.mismatch("Int")
        }
    }
}

extension Double: SQLDecodable {
    package init(decoding cell: Cell) throws(PostgreSQLError) {
        guard let bytes = cell.bytes else { throw cell.mismatch("Double") }
        switch cell.type {
        case .float8: self = Double(bitPattern: UInt64(bigEndianBytes: bytes))
        case .float4: self = Double(Float(bitPattern: UInt32(bigEndianBytes: bytes)))
        case .numeric:
            guard let value = Double(try Numeric(decoding: cell).description) else { throw cell.mismatch("Double") }
            self = value
        default: self = Double(try Int(decoding: cell))
        }
    }
}

extension Bool: SQLDecodable {
    package init(decoding cell: Cell) throws(PostgreSQLError) {
        self = try cell.bytes(of: [.bool], as: "Bool").first == 1
    }
}

extension Date: SQLDecodable {
    package init(decoding cell: Cell) throws(PostgreSQLError) {
        let microseconds = Int64(bigEndianBytes: try cell.bytes(of: [.timestamptz], as: "Date"))
        guard microseconds != .min, microseconds != .max else { throw cell.mismatch("a finite Date") }
        self.init(timeIntervalSinceReferenceDate: Double(microseconds) / 1_000_000 - Date.secondsFrom2000To2001)
    }
}

extension UUID: SQLDecodable {
    package init(decoding cell: Cell) throws(PostgreSQLError) {
        let bytes = try cell.bytes(of: [.uuid], as: "UUID")
        guard bytes.count == 16 else { throw cell.mismatch("UUID") }
        var uuid = UUID().uuid
        withUnsafeMutableBytes(of: &uuid) { $0.copyBytes(from: bytes) }
        self.init(uuid: uuid)
    }
}
