import JSONText

/// Reads the cells of a questionnaire and their dependencies.
struct QuestionnaireReader {
    private let optionalKeys: Set<String>
    /// The keys of all cells, in the order of the document.
    private(set) var keys: [String] = []
    /// The cells by key.
    private(set) var placed: [String: PlacedCell] = [:]
    /// The keys of the cells that can be filled in only after a cell, by its key.
    private(set) var children: [String: [String]] = [:]
    /// The keys of the cells that hide a cell, by its key.
    private(set) var hiders: [String: [String]] = [:]
    /// The keys of the cells at any depth inside a composite or list, by its key.
    private(set) var inside: [String: [String]] = [:]

    init(optionalKeys: JSONValue?) {
        self.optionalKeys = Set((optionalKeys.map { Array($0.elements) } ?? []).compactMap(\.string))
    }

    /// Reads sibling cells and the cells inside them.
    mutating func read(_ cells: [QuestionnaireCell], around: [String], lists: [String]) {
        for cell in cells {
            guard let key = cell.key, placed[key] == nil else { continue }
            add(cell, key: key, around: around, lists: lists)
            switch cell.kind {
            case "composite": read(cell.cells, around: around + [key], lists: lists)
            case "list": read(cell.cells, around: around + [key], lists: lists + [key])
            default: break
            }
        }
    }

    private mutating func add(_ cell: QuestionnaireCell, key: String, around: [String], lists: [String]) {
        var parents: [String] = []
        var asked: [String] = []
        for reference in CellReference.all(in: cell) {
            guard let other = reference.key, other != key else { continue }
            switch reference.role {
            case .parent:
                parents.append(other)
                children[other, default: []].append(key)
            case .hidden: hiders[other, default: []].append(key)
            case .condition, .date: asked.append(other)
            }
        }
        for container in around { inside[container, default: []].append(key) }
        keys.append(key)
        placed[key] = PlacedCell(
            cell: cell, around: around, lists: lists, parents: parents, asked: asked,
            isOptional: optionalKeys.contains(key))
    }
}
