import JSONSchema
import JSONText

/// A candidate for a sample: its JSON text and the parsed value, ready for validation.
struct SampleValue {
    let bytes: [UInt8]
    let root: JSONValue

    /// Parses a value; nil if the bytes are not JSON.
    init?(_ bytes: [UInt8]) {
        guard let document = try? JSONDocument(parsing: bytes) else { return nil }
        self.bytes = bytes
        root = document.root
    }

    /// Creates a copy of a value in a schema or document.
    init?(written value: JSONValue) { self.init(value.minified()) }

    init?(text: String) {
        var writer = JSONWriter()
        writer.string(text)
        self.init(writer.bytes)
    }

    init?(number: String) { self.init(Array(number.utf8)) }

    init?(elements: [SampleValue]) {
        var writer = JSONWriter()
        writer.beginArray()
        for element in elements { writer.raw(element.bytes) }
        writer.endArray()
        self.init(writer.bytes)
    }

    init?(members: [SampleMember]) {
        var writer = JSONWriter()
        writer.beginObject()
        for member in members {
            writer.name(member.name)
            writer.raw(member.value.bytes)
        }
        writer.endObject()
        self.init(writer.bytes)
    }

    /// True if the value contains no data: null, an empty string, or an empty container.
    var hasNoData: Bool { root.hasNoData }
}

/// A member of a generated object.
struct SampleMember {
    let name: String
    var value: SampleValue
}

/// The place in the sample for which a value is being generated.
struct SamplePlace {
    var depth = 0
    var pointer = JSONPointer()
    /// The subschemas of the values around this one. Optional members whose schemas lead back to one of
    /// these subschemas are left out.
    var open: Set<SchemaNode> = []

    func inside(_ name: String, of schemas: [SchemaNode]) -> SamplePlace {
        SamplePlace(depth: depth + 1, pointer: pointer.appending(name), open: open.union(schemas))
    }
}
