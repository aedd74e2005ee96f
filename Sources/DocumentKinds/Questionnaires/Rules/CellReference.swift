import JSONText

/// A place where a cell names another cell.
struct CellReference {
    /// The text in the document that is the key of the other cell.
    let value: JSONValue
    let role: Role

    var key: String? { value.string }

    /// The way in which the cell depends on the other one, or affects it.
    enum Role {
        /// The other cell must be filled in before this one.
        case parent
        /// This cell hides the other one.
        case hidden
        /// A condition compares the other cell's value with `equals`.
        case condition(equals: JSONValue?)
        /// A bound is the date entered in the other cell.
        case date
    }

    /// Returns all references of a cell to other cells. A bound that is itself a date refers to no cell.
    static func all(in cell: QuestionnaireCell) -> [CellReference] {
        let parents = elements(of: cell.value["parentFields"]).map { CellReference(value: $0, role: .parent) }
        let hidden = elements(of: cell.value["hides"]).map { CellReference(value: $0, role: .hidden) }
        let bounds = ["minDate", "maxDate"].compactMap { cell.validation?[$0] }
        let dates = bounds.compactMap { bound -> CellReference? in
            guard let date = DateExpression.written(in: bound), let text = date.string, DateExpression(text) == nil
            else { return nil }
            return CellReference(value: date, role: .date)
        }
        let conditional = [cell.value["isHidden"]].compactMap(\.self) + cell.rules("masks") + cell.rules("patterns")
        let conditions = (conditional + bounds).compactMap { holder -> CellReference? in
            guard let when = holder["when"], let key = when["key"] else { return nil }
            return CellReference(value: key, role: .condition(equals: when["equals"]))
        }
        return (parents + hidden + dates + conditions).filter { $0.key != nil }
    }

    private static func elements(of list: JSONValue?) -> [JSONValue] { list.map { Array($0.elements) } ?? [] }
}
