import JSONText

/// The differences between two documents, as text and as JSON.
struct DiffAnswer {
    let a: String
    let b: String
    let old: JSONDocument
    let new: JSONDocument
    let changes: [JSONChange]

    /// One line per difference: kind, pointers with their lines, values.
    var text: String {
        guard !changes.isEmpty else {
            return old.bytes == new.bytes
                ? "The documents are the same." : "The documents differ only in how they are written."
        }
        return changes.map(line).joined(separator: "\n")
    }

    private func line(_ change: JSONChange) -> String {
        let (from, to) = (change.old.map { place($0, in: old) }, change.new.map { place($0, in: new) })
        switch (change.kind, change.old, change.new) {
        case (.replaced, let old?, let new?):
            let places = from == to ? [from] : [from, to]
            return "replaced \(places.compactMap(\.self).joined(separator: " → ")): \(old.excerpt) → \(new.excerpt)"
        case (.moved, _, let new?):
            return "moved \([from, to].compactMap(\.self).joined(separator: " → ")): \(new.excerpt)"
        case (let kind, let value?, _), (let kind, nil, let value?):
            return "\(kind) \(from ?? to ?? ""): \(value.excerpt)"
        case (let kind, nil, nil): return kind.rawValue
        }
    }

    private func place(_ value: JSONValue, in document: JSONDocument) -> String {
        let pointer = value.pointer.excerpt
        return "\(pointer.isEmpty ? "the document" : pointer) (line \(document.range(of: value).start.line))"
    }

    /// One JSON object with all differences; each has the old and the new value, if there is one, as written, with
    /// pointer and range.
    var json: String {
        var writer = JSONWriter()
        writer.beginObject()
        writer.name("a")
        writer.string(a)
        writer.name("b")
        writer.string(b)
        writer.name("equal")
        writer.bool(changes.isEmpty)
        writer.name("changes")
        writer.beginArray()
        for change in changes {
            writer.beginObject()
            writer.name("kind")
            writer.string(change.kind.rawValue)
            if let value = change.old { Self.write("old", value, of: old, to: &writer) }
            if let value = change.new { Self.write("new", value, of: new, to: &writer) }
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        return writer.text
    }

    private static func write(
        _ name: String, _ value: JSONValue, of document: JSONDocument, to writer: inout JSONWriter
    ) {
        let range = document.range(of: value)
        writer.name(name)
        writer.beginObject()
        writer.name("pointer")
        writer.string(value.pointer.description)
        writer.name("range")
        writer.beginObject()
        for (name, position) in [("start", range.start), ("end", range.end)] {
            writer.name(name)
            writer.beginObject()
            for (name, number) in [
                ("line", position.line), ("column", position.column), ("offset", position.offset),
            ] {
                writer.name(name)
                writer.number(number)
            }
            writer.endObject()
        }
        writer.endObject()
        writer.name("value")
        writer.raw(value)
        writer.endObject()
    }
}
