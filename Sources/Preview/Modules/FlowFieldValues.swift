import JSONText

/// The field values last typed in each module of a flow preview, by `FlowWalk.Shown.key`.
struct FlowFieldValues: Equatable {
    /// The maximum size of `text` in bytes; the oldest entries beyond it are removed.
    static let limit = 65_536

    /// The field values of one module.
    private struct Entry: Equatable {
        let key: String
        let fields: [PreviewOptions.Field]
        /// The size of its JSON in bytes.
        let size: Int

        init(key: String, fields: [PreviewOptions.Field]) {
            (self.key, self.fields) = (key, fields)
            size = FlowFieldValues.value(key, fields).json().utf8.count
        }
    }

    /// The entries; the most recent one is last.
    private var entries: [Entry] = []

    init() {}

    /// Parses JSON that `text` returned. Skips malformed entries; keeps nothing if the text is not JSON or is longer
    /// than `limit`.
    init(parsing text: String) {
        guard text.utf8.count <= Self.limit, let document = try? JSONDocument(parsing: text, limits: .console) else {
            return
        }
        for entry in document.root.elements {
            let parts = Array(entry.elements)
            guard parts.count == 2, let key = parts[0].string else { continue }
            let fields = parts[1].elements.compactMap { pair -> PreviewOptions.Field? in
                let words = pair.elements.compactMap(\.string)
                return words.count == 2 ? PreviewOptions.Field(name: words[0], value: words[1]) : nil
            }
            keep(fields, at: key)
        }
    }

    /// The entries as JSON; empty if there are none.
    var text: String { entries.isEmpty ? "" : FormValue.array(entries.map { Self.value($0.key, $0.fields) }).json() }

    /// All entries; the most recent one is last.
    var all: [(key: String, fields: [PreviewOptions.Field])] { entries.map { ($0.key, $0.fields) } }

    /// The fields of the module with a key, or nil.
    subscript(key: String) -> [PreviewOptions.Field]? { entries.first { $0.key == key }?.fields }

    /// Replaces the fields of the module with a key; removes the entry if there are no fields.
    mutating func keep(_ fields: [PreviewOptions.Field], at key: String) {
        entries.removeAll { $0.key == key }
        guard !fields.isEmpty else { return }
        entries.append(Entry(key: key, fields: fields))
        // Two bytes for the brackets, one for each comma.
        var size = entries.reduce(2) { $0 + $1.size + 1 }
        while size > Self.limit, let oldest = entries.first {
            size -= oldest.size + 1
            entries.removeFirst()
        }
    }

    /// Replaces each key that is the index of a connection in the walk with the new index that `places` gives for it,
    /// and removes the values of keys without a new index. The key `start` is not an index and stays.
    mutating func move(_ places: [Int: Int]) {
        entries = entries.compactMap { entry in
            guard let old = Int(entry.key) else { return entry }
            return places[old].map { Entry(key: String($0), fields: entry.fields) }
        }
    }

    private static func value(_ key: String, _ fields: [PreviewOptions.Field]) -> FormValue {
        .array([.string(key), .array(fields.map { .array([.string($0.name), .string($0.value)]) })])
    }
}
