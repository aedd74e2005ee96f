package import JSONText

/// A questionnaire with its sections and the dependencies of its cells.
///
/// An invalid document is read as far as possible; of several cells with the same key, lookups by key find the first.
package struct Questionnaire: Sendable {
    /// A group of cells, usually with a title.
    package struct Section: Sendable {
        package let value: JSONValue
        package let title: String?
        package let cells: [QuestionnaireCell]
    }

    package let title: String?
    package let sections: [Section]

    /// True if clearing a cell restores its initial value (`onClear: initial`), false if it leaves the cell empty.
    package let restoresInitialValues: Bool

    /// The keys of the cells in text order; nested cells come after their container.
    let keys: [String]
    private let placed: [JSONName: PlacedCell]

    /// For the key of each parent cell, the keys of the cells that can be filled in only after it.
    let children: [JSONName: [String]]

    /// For the key of each cell, the keys of the switch cells that hide it.
    let hiders: [JSONName: [String]]

    /// For the key of each composite or list, the keys of the cells at any depth inside it.
    let inside: [JSONName: [String]]

    /// The keys of the cells whose values others depend on.
    package let deciding: Set<String>

    package init(_ document: JSONValue) {
        var reader = QuestionnaireReader(optionalKeys: document["optionalKeys"])
        title = document["title"]?.string
        restoresInitialValues = document["onClear"]?.string == "initial"
        sections = (document["sections"].map { Array($0.elements) } ?? []).map { section in
            let cells = QuestionnaireCell.cells(of: section, lists: [])
            reader.read(cells, around: [], lists: [])
            return Section(value: section, title: section["title"]?.string, cells: cells)
        }
        (keys, placed, children, hiders) = (reader.keys, reader.placed, reader.children, reader.hiders)
        inside = reader.inside
        deciding = Set(placed.values.flatMap { $0.parents + $0.asked }).union(hiders.values.joined())
    }

    package subscript(_ key: String) -> PlacedCell? { placed[JSONName(key)] }

    /// Returns true if a cell may stay empty.
    package func isOptional(_ cell: QuestionnaireCell) -> Bool { cell.key.flatMap { self[$0] }?.isOptional ?? false }

    /// Returns true if a cell is inside a composite or list.
    func isInside(_ key: String, of container: String) -> Bool {
        self[key]?.around.contains { $0.isExactly(container) } ?? false
    }
}
