/// One parameter in the form in which it is sent: its type and its bytes.
package struct SQLBinding: Sendable {
    /// The object identifier of the parameter's type.
    let type: SQLType
    /// The binary form; nil for NULL.
    let bytes: [UInt8]?
}

/// The object identifier of a PostgreSQL type (`pg_type.oid`).
struct SQLType: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    let rawValue: UInt32

    init(rawValue: UInt32) { self.rawValue = rawValue }

    private init(_ rawValue: UInt32) { self.rawValue = rawValue }

    static let bool = SQLType(16)
    static let bytea = SQLType(17)
    static let char = SQLType(18)
    static let name = SQLType(19)
    static let int8 = SQLType(20)
    static let int2 = SQLType(21)
    static let int4 = SQLType(23)
    static let text = SQLType(25)
    static let oid = SQLType(26)
    static let json = SQLType(114)
    static let xml = SQLType(142)
    static let float4 = SQLType(700)
    static let float8 = SQLType(701)
    static let unknown = SQLType(705)
    static let boolArray = SQLType(1000)
    static let byteaArray = SQLType(1001)
    static let int4Array = SQLType(1007)
    static let textArray = SQLType(1009)
    static let int8Array = SQLType(1016)
    static let float8Array = SQLType(1022)
    static let bpchar = SQLType(1042)
    static let varchar = SQLType(1043)
    static let timestamptz = SQLType(1184)
    static let timestamptzArray = SQLType(1185)
    static let numeric = SQLType(1700)
    static let void = SQLType(2278)
    static let uuid = SQLType(2950)
    static let uuidArray = SQLType(2951)
    static let jsonb = SQLType(3802)

    /// The lowest identifier of types created in a database, such as enumerations; types with lower ones are built in.
    static let firstUserDefined: UInt32 = 16384

    var description: String { Self.names[self] ?? "type \(rawValue)" }

    private static let names: [SQLType: String] = [
        .bool: "boolean", .bytea: "bytea", .char: "\"char\"", .name: "name", .int8: "bigint", .int2: "smallint",
        .int4: "integer", .text: "text", .oid: "oid", .json: "json", .xml: "xml", .float4: "real",
        .float8: "double precision", .unknown: "unknown", .boolArray: "boolean[]", .byteaArray: "bytea[]",
        .int4Array: "integer[]", .textArray: "text[]", .int8Array: "bigint[]", .float8Array: "double precision[]",
        .bpchar: "character", .varchar: "character varying", .timestamptz: "timestamp with time zone",
        .timestamptzArray: "timestamp with time zone[]", .numeric: "numeric", .void: "void", .uuid: "uuid",
        .uuidArray: "uuid[]", .jsonb: "jsonb",
    ]
}
