import JSONText

/// Reads the cells of a questionnaire and their dependencies.
struct QuestionnaireReader {
    private let optionalKeys: Set<JSONName>
    /// The keys of all cells, in the order of the document.
    private(set) var keys: [String] = []
    /// The cells by key.
    private(set) var placed: [JSONName: PlacedCell] = [:]
    /// For the key of each parent cell, the keys of the cells that can be filled in only after it.
    private(set) var children: [JSONName: [String]] = [:]
    /// For the key of each cell, the keys of the switch cells that hide it.
    private(set) var hiders: [JSONName: [String]] = [:]
    /// For the key of each composite or list, the keys of the cells at any depth inside it.
    private(set) var inside: [JSONName: [String]] = [:]

    init(optionalKeys: JSONValue?) {
        let keys = (optionalKeys.map { Array($0.elements) } ?? []).compactMap(\.string)
        self.optionalKeys = Set(keys.map { JSONName($0) })
    }

    /// Reads sibling cells and the cells inside them.
    mutating func read(_ cells: [QuestionnaireCell], around: [String], lists: [String]) {
        for cell in cells {
            guard let key = cell.key, placed[JSONName(key)] == nil else { continue }
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
            guard let other = reference.key, !other.isExactly(key) else { continue }
            switch reference.role {
            case .parent:
                parents.append(other)
                children[JSONName(other), default: []].append(key)
            case .hidden: hiders[JSONName(other), default: []].append(key)
            case .condition, .date: asked.append(other)
            }
        }
        for container in around { inside[JSONName(container), default: []].append(key) }
        keys.append(key)
        placed[JSONName(key)] = PlacedCell(
            cell: cell, around: around, lists: lists, parents: parents, asked: asked,
            isOptional: optionalKeys.contains(JSONName(key)))
    }
}
