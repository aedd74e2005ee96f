package import JSONText

/// A questionnaire as people fill it in: its sections, and how its cells depend on one another.
///
/// A document with faults is read as far as it can be; of several cells with one key the first counts.
package struct Questionnaire: Sendable {
    /// A titled group of cells.
    package struct Section: Sendable {
        package let value: JSONValue
        package let title: String?
        package let cells: [QuestionnaireCell]
    }

    package let title: String?
    package let sections: [Section]

    /// Whether clearing a cell restores its initial value (`onClear: initial`) rather than leave it empty.
    package let restoresInitialValues: Bool

    /// The keys of the cells in the order of the text, those inside of others after them.
    let keys: [String]
    private let placed: [String: PlacedCell]

    /// The keys of the cells that wait for a cell, by its key.
    let children: [String: [String]]

    /// The keys of the switches that hide a cell, by its key.
    let hiders: [String: [String]]

    /// The keys of the cells inside a composite or a list, by its key.
    let inside: [String: [String]]

    /// The keys of the cells whose value others depend on.
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
        deciding = Set(children.keys).union(hiders.values.joined()).union(placed.values.flatMap(\.asked))
    }

    package subscript(_ key: String) -> PlacedCell? { placed[key] }

    /// Whether a cell may stay empty.
    package func isOptional(_ cell: QuestionnaireCell) -> Bool { cell.key.flatMap { placed[$0] }?.isOptional ?? false }

    /// Whether a cell is inside of another.
    func isInside(_ key: String, of container: String) -> Bool { placed[key]?.around.contains(container) ?? false }
}
