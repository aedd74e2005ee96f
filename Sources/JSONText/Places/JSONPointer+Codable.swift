/// Encodes a pointer as its RFC 6901 text.
extension JSONPointer: Codable {
    /// Decodes the text; throws if it is not a JSON Pointer.
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
