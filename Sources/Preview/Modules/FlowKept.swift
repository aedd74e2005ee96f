import JSONText

/// What modules of a walk posted last, or were left with, by the module's place in the walk.
struct FlowKept: Equatable {
    /// The fields of all modules at most, in bytes of their JSON text; the oldest are dropped.
    static let limit = 65_536

    /// What one module was left with.
    private struct Entry: Equatable {
        let key: String
        let fields: [PreviewOptions.Field]
        /// The bytes of its JSON text.
        let size: Int

        init(key: String, fields: [PreviewOptions.Field]) {
            (self.key, self.fields) = (key, fields)
            size = FlowKept.value(key, fields).json().utf8.count
        }
    }

    /// The one that was left last stands last.
    private var entries: [Entry] = []

    init() {}

    /// Reads what `text` wrote; what is not such a text keeps nothing.
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

    /// What is kept, as JSON text; empty where nothing is.
    var text: String { entries.isEmpty ? "" : FormValue.array(entries.map { Self.value($0.key, $0.fields) }).json() }

    /// Everything that is kept, the one that was left last at the end.
    var all: [(key: String, fields: [PreviewOptions.Field])] { entries.map { ($0.key, $0.fields) } }

    /// The fields that the module at a place was left with; nil where none are kept.
    subscript(key: String) -> [PreviewOptions.Field]? { entries.first { $0.key == key }?.fields }

    /// Keeps the fields of the module at a place, instead of those before.
    mutating func keep(_ fields: [PreviewOptions.Field], at key: String) {
        entries.removeAll { $0.key == key }
        guard !fields.isEmpty else { return }
        entries.append(Entry(key: key, fields: fields))
        // The brackets around all, and a comma after each.
        var size = entries.reduce(2) { $0 + $1.size + 1 }
        while size > Self.limit, let oldest = entries.first {
            size -= oldest.size + 1
            entries.removeFirst()
        }
    }

    /// Keeps only what belongs to entries that are still there, by their new places; the start stays where it is.
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
