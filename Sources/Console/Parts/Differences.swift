import JSONText

/// The structural differences between two texts.
struct Differences: Sendable {
    /// The maximum number of differences listed.
    private static let limit = 200

    var summary: String
    var hasRows: Bool
    var rows: [Row]
    /// A sentence with the number of differences that are not listed.
    var more: String?

    /// A difference.
    struct Row: Sendable {
        /// `added`, `removed`, `replaced` or `moved`.
        var kind: String
        var word: String
        /// The JSON Pointer; nil for the whole document.
        var pointer: String?
        /// The former pointer of what was moved, or of a value inside it.
        var formerPointer: String?
        /// The beginning of the old value; nil if it was added or moved.
        var old: String?
        /// The beginning of the new value; nil if it was removed.
        var new: String?
    }

    /// Lists the differences between two documents.
    init(from old: JSONDocument, to new: JSONDocument) {
        let changes = JSONDiff(from: old.root, to: new.root).changes
        hasRows = !changes.isEmpty
        let counts = JSONChange.Kind.allCases.compactMap { kind -> String? in
            let count = changes.count { $0.kind == kind }
            return count > 0 ? "\(count) \(Self.word(kind).lowercased())" : nil
        }
        summary =
            hasRows
            ? Words.list(counts)
            : old.bytes == new.bytes ? "The texts are the same." : "The texts differ only in how they are written."
        rows = changes.prefix(Self.limit).map(Row.init)
        more = changes.count > Self.limit ? "\(changes.count - Self.limit) more are not listed." : nil
    }

    static func word(_ kind: JSONChange.Kind) -> String {
        switch kind {
        case .added: "Added"
        case .removed: "Removed"
        case .replaced: "Changed"
        case .moved: "Moved"
        }
    }

    private init() {
        (summary, hasRows, more) = ("1 changed", true, "40 more are not listed.")
        rows = [
            Row(
                kind: "replaced", word: "Changed", pointer: "/items/0/title", formerPointer: "/items/1/title",
                old: "\"a\"", new: "\"b\"")
        ]
    }

    static let sample = Differences()
}

extension Differences.Row {
    init(_ change: JSONChange) {
        kind = change.kind.rawValue
        word = Differences.word(change.kind)
        let former = change.oldPointer?.description
        let place = change.newPointer?.description ?? former ?? ""
        pointer = place.isEmpty ? nil : place
        formerPointer = former == place ? nil : former
        old = change.kind == .moved ? nil : change.old?.excerpt
        new = change.new?.excerpt
    }
}
