package import JSONText

/// One cell of a questionnaire, as far as it can be read from a document that may have faults.
package struct QuestionnaireCell: Sendable {
    package let value: JSONValue

    /// The lists that the cell is inside of, the outermost first, each by where it begins in the text.
    let lists: [Int]

    var keyValue: JSONValue? { value["key"] }
    package var key: String? { keyValue?.string }
    package var kind: String? { value["kind"]?.string }
    var validation: JSONValue? { value["validation"] }

    /// The cells of a list or of a composite, without theirs.
    package var cells: [QuestionnaireCell] { Self.cells(of: value, lists: listsInside) }

    /// The entries of `masks` or `patterns`; none where it is no array.
    func rules(_ name: String) -> [JSONValue] {
        validation?[name].map { Array($0.elements) } ?? []
    }

    /// Every cell of a questionnaire in the order of the text, those of composites and lists after the cell they are in.
    static func all(in questionnaire: JSONValue) -> [QuestionnaireCell] {
        (questionnaire["sections"].map { Array($0.elements) } ?? []).flatMap { section in
            cells(of: section, lists: []).flatMap(\.withThoseInside)
        }
    }

    /// Whether every cell of a questionnaire and its key can be read, so that a key which none has is a mistake where it is
    /// named.
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
