/// As JSON a pointer is the text of RFC 6901.
extension JSONPointer: Codable {
    /// Throws where the value is no such text.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let pointer = JSONPointer(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a JSON Pointer")
        }
        self = pointer
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
