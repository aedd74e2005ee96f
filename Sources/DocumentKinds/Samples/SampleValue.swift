import JSONSchema
import JSONText

/// A value in the making: its text, and the same parsed, ready to be validated.
struct SampleValue {
    let bytes: [UInt8]
    let root: JSONValue

    /// Nil for what is no JSON.
    init?(_ bytes: [UInt8]) {
        guard let document = try? JSONDocument(parsing: bytes) else { return nil }
        self.bytes = bytes
        root = document.root
    }

    /// A value that stands in a schema.
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

    /// Whether there is nothing in it that a person would call data.
    var isBare: Bool { root.isBare }
}

/// A member of an object in the making.
struct SampleMember {
    let name: String
    var value: SampleValue
}

/// Where in the sample a value is being made.
struct SamplePlace {
    var depth = 0
    var pointer = JSONPointer()
    /// The subschemas of the values around it, so that nothing but what is required leads back to them.
    var open: Set<SchemaNode> = []

    func inside(_ name: String, of schemas: [SchemaNode]) -> SamplePlace {
        SamplePlace(depth: depth + 1, pointer: pointer.appending(name), open: open.union(schemas))
    }
}
