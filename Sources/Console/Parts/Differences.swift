import JSONText
import Preview

/// The structural differences between two texts.
struct Differences: Sendable {
    /// The maximum number of differences listed.
    private static let limit = 200

    var summary: String
    var hasRows: Bool
    var rows: [Row]
    /// A sentence with the number of differences that are not listed; nil if all are listed.
    var more: String?

    /// One difference, as a row of the list.
    struct Row: Sendable {
        /// `added`, `removed`, `replaced` or `moved`.
        var kind: String
        var word: String
        /// The JSON Pointer; nil for the whole document.
        var pointer: Markup?
        /// The pointer in the old text, if the new text has the value at another pointer; nil otherwise.
        var formerPointer: Markup?
        /// The beginning of the old value; nil if it was added or moved.
        var old: Markup?
        /// The beginning of the new value; nil if it was removed.
        var new: Markup?
    }

    static let sample = Differences(
        summary: "1 changed", hasRows: true,
        rows: [
            Row(
                kind: "replaced", word: "Changed", pointer: Markup(pointer: "/items/0/title"),
                formerPointer: HiddenCharacters.markup("/items/1/title"),
                old: HiddenCharacters.markup("\"a\""), new: HiddenCharacters.markup("\"b\""))
        ], more: "40 more are not listed.")
}

extension Differences {
    /// Creates the list of the differences between two documents.
    init(_ changes: [JSONChange], from old: JSONDocument, to new: JSONDocument) {
        hasRows = !changes.isEmpty
        let counts = JSONChange.Kind.allCases.compactMap { kind -> String? in
            let count = changes.count { $0.kind == kind }
            return count > 0 ? Self.words(kind, count) : nil
        }
        summary =
            hasRows
            ? Words.list(counts)
            : old.bytes == new.bytes ? Texts["differences.same"] : Texts["differences.same-values"]
        rows = changes.prefix(Self.limit).map(Row.init)
        more = changes.count > Self.limit ? Texts["common.more-not-listed", ["count": changes.count - Self.limit]] : nil
    }

    static func word(_ kind: JSONChange.Kind) -> String {
        switch kind {
        case .added: Texts["differences.added"]
        case .removed: Texts["differences.removed"]
        case .replaced: Texts["differences.changed"]
        case .moved: Texts["differences.moved"]
        }
    }

    private static func words(_ kind: JSONChange.Kind, _ count: Int) -> String {
        switch kind {
        case .added: Texts["differences.count-added", ["count": count]]
        case .removed: Texts["differences.count-removed", ["count": count]]
        case .replaced: Texts["differences.count-changed", ["count": count]]
        case .moved: Texts["differences.count-moved", ["count": count]]
        }
    }
}

extension Differences.Row {
    init(_ change: JSONChange) {
        kind = change.kind.rawValue
        word = Differences.word(change.kind)
        let former = change.oldPointer?.description
        let place = change.newPointer?.description ?? former ?? ""
        pointer = place.isEmpty ? nil : Markup(pointer: place)
        formerPointer = former == place ? nil : former.map(Markup.init(pointer:))
        old = change.kind == .moved ? nil : change.old.map { HiddenCharacters.markup($0.excerpt) }
        new = change.new.map { HiddenCharacters.markup($0.excerpt) }
    }
}
