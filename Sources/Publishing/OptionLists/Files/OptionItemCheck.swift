import JSONText

/// Collects the items of an option list's file and their faults.
struct OptionItemCheck {
    /// A text and its byte range in the file.
    struct Field {
        let text: String
        let range: Range<Int>

        var utf8: [UInt8] { Array(text.utf8) }
    }

    /// An item with a parent.
    private struct Child {
        let index: Int
        let key: [UInt8]?
        let parent: Field
    }

    /// True if the maximum number of faults is reached.
    var isFull: Bool { diagnostics.count >= OptionFile.maximumDiagnostics }
    /// True if items may have been missed, so that unknown parents and cycles of parents cannot be reported.
    var isIncomplete = false

    private var items: [OptionItem] = []
    private var children: [Child] = []
    /// The byte range of the first occurrence of each key. Keys are compared by bytes: texts that only look the same
    /// are different keys.
    private var keys: [[UInt8]: Range<Int>] = [:]
    private var diagnostics: [Diagnostic] = []
    private lazy var lines = LineTable(bytes)
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Records a fault, unless the maximum number of faults is reached.
    mutating func report(_ code: String, _ message: String, at pointer: JSONPointer, _ range: Range<Int>) {
        if isFull { return }
        diagnostics.append(
            Diagnostic(severity: .error, code: code, message: message, pointer: pointer, range: lines.range(range)))
    }

    /// Records an error of the JSON parser.
    mutating func report(_ error: JSONSyntaxError) {
        if !isFull { diagnostics.append(error.diagnostic(lines: lines)) }
    }

    /// Records the key of an item and reports a duplicate. The keys of invalid items are recorded too, so that their
    /// children are not reported for an unknown parent.
    mutating func note(_ key: Field, ofItem index: Int) {
        guard let first = keys.updateValue(key.range, forKey: key.utf8) else { return }
        keys[key.utf8] = first
        report(
            "document.duplicate-key",
            "The key \(code: key.text) occurs on line \(lines.position(at: first.lowerBound).line) and again on line "
                + "\(lines.position(at: key.range.lowerBound).line); every item needs a key of its own.",
            at: JSONPointer().appending(index).appending("key"), key.range)
    }

    /// Adds an item or reports its faults. The caller has already reported a key or title that is nil; `index` counts
    /// from 0.
    mutating func add(
        item index: Int, key: Field?, title: Field?, parent: Field?, members: String, _ range: Range<Int>
    ) {
        let found = diagnostics.count
        let pointer = JSONPointer().appending(index)
        if let key {
            check(
                key, tooLong: key.text.utf8.count > OptionItem.maximumKeyBytes,
                "A key may have at most \(OptionItem.maximumKeyBytes) bytes.", at: pointer.appending("key"))
            note(key, ofItem: index)
        }
        if let title {
            check(
                title, tooLong: title.text.unicodeScalars.count > OptionItem.maximumTitleLength,
                "A title may have at most \(OptionItem.maximumTitleLength) characters.", at: pointer.appending("title"))
        }
        if let parent { children.append(Child(index: index, key: key?.utf8, parent: parent)) }
        if members.utf8.count > OptionItem.maximumMembersBytes {
            report(
                "document.item-too-large",
                "The members besides `key`, `title` and `parent` may have at most "
                    + "\(OptionItem.maximumMembersBytes) bytes in total; here they have \(members.utf8.count).",
                at: pointer, range)
        }
        if index == OptionList.maximumItems {
            report(
                "document.too-many-items",
                "An option list may have at most \(OptionList.maximumItems) items; this file has more.", at: pointer,
                range)
        }
        guard let key, let title, diagnostics.count == found else { return }
        items.append(OptionItem(key: key.text, title: title.text, parent: parent?.text, members: members))
    }

    /// Returns the items and faults after all items were added; also reports unknown parents and cycles of parents,
    /// unless items may have been missed or the maximum number of faults is reached.
    mutating func finish() -> OptionFile {
        if !isIncomplete, !isFull {
            reportUnknownParents()
            reportCycles()
        }
        // The sort is stable, so that faults at the same position keep their order.
        let inOrder = diagnostics.enumerated().sorted { one, other in
            (one.element.range?.start.offset ?? 0, one.offset) < (other.element.range?.start.offset ?? 0, other.offset)
        }
        return OptionFile(items: inOrder.isEmpty ? items : [], diagnostics: inOrder.map(\.element))
    }

    private mutating func check(_ field: Field, tooLong: Bool, _ limit: String, at pointer: JSONPointer) {
        if tooLong { report("document.too-long", limit, at: pointer, field.range) }
        if field.text.utf8.contains(0) {
            report(
                "document.null-character", "The character U+0000 is not allowed in a key or a title.", at: pointer,
                field.range)
        }
    }

    private mutating func reportUnknownParents() {
        for child in children where keys[child.parent.utf8] == nil {
            report(
                "document.unknown-parent",
                "No item has the key \(code: child.parent.text), which this item names as its parent.",
                at: JSONPointer().appending(child.index).appending("parent"), child.parent.range)
        }
    }

    /// Reports each cycle of parents once, at its first item.
    private mutating func reportCycles() {
        let positions = Dictionary(
            children.indices.compactMap { position in children[position].key.map { ($0, position) } },
            uniquingKeysWith: { first, _ in first })
        // For each child, the number of the search that visited it: the index of the search's start plus 1. The number
        // is 0 if no search has visited the child yet.
        var walks = [Int](repeating: 0, count: children.count)
        for start in children.indices {
            var position = start
            var path: [Int] = []
            while walks[position] == 0 {
                walks[position] = start + 1
                path.append(position)
                guard let next = positions[children[position].parent.utf8] else { break }
                position = next
            }
            guard walks[position] == start + 1, let entry = path.firstIndex(of: position),
                positions[children[path[path.count - 1]].parent.utf8] == position,
                let first = path[entry...].min()
            else { continue }
            report(
                "document.parent-cycle",
                "Through its parent \(code: children[first].parent.text), this item is its own ancestor.",
                at: JSONPointer().appending(children[first].index).appending("parent"), children[first].parent.range)
        }
    }
}
