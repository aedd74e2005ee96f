package import JSONText

/// One cell of a questionnaire, as far as it can be read from a document that may have faults.
package struct QuestionnaireCell: Sendable {
    package let value: JSONValue

    /// The lists that contain the cell, outermost first, each as its byte offset in the text.
    let lists: [Int]

    var keyValue: JSONValue? { value["key"] }
    package var key: String? { keyValue?.string }
    package var kind: String? { value["kind"]?.string }
    var validation: JSONValue? { value["validation"] }

    /// The cells directly inside a list or composite.
    package var cells: [QuestionnaireCell] { Self.cells(of: value, lists: listsInside) }

    /// Returns the entries of `masks` or `patterns`; empty if that member is not an array.
    func rules(_ name: String) -> [JSONValue] {
        validation?[name].map { Array($0.elements) } ?? []
    }

    /// Returns all cells of a questionnaire in the order of the text, including those inside composites and lists,
    /// which follow the cell that contains them.
    static func all(in questionnaire: JSONValue) -> [QuestionnaireCell] {
        (questionnaire["sections"].map { Array($0.elements) } ?? []).flatMap { section in
            cells(of: section, lists: []).flatMap(\.withThoseInside)
        }
    }

    /// Returns true if all cells of a questionnaire and their keys can be read. Only then is a reference to an unknown
    /// key certainly a mistake.
    static func areAllReadable(in questionnaire: JSONValue) -> Bool {
        guard let sections = questionnaire["sections"], sections.kind == .array else { return false }
        return sections.elements.allSatisfy { section in
            hasReadableCells(section)
        }
    }

    private var isReadable: Bool {
        let hasCells = kind == "list" || kind == "composite"
        return key?.isEmpty == false && (!hasCells || Self.hasReadableCells(value) && value["cells"]?.count != 0)
    }

    private static func hasReadableCells(_ container: JSONValue) -> Bool {
        guard let written = container["cells"], written.kind == .array else { return false }
        let cells = cells(of: container, lists: [])
        return cells.count == written.count && cells.allSatisfy(\.isReadable)
    }

    private var listsInside: [Int] { kind == "list" ? lists + [value.range.lowerBound] : lists }

    private var withThoseInside: [QuestionnaireCell] { [self] + cells.flatMap(\.withThoseInside) }

    static func cells(of container: JSONValue, lists: [Int]) -> [QuestionnaireCell] {
        (container["cells"].map { Array($0.elements) } ?? []).filter { $0.kind == .object }
            .map { QuestionnaireCell(value: $0, lists: lists) }
    }
}
