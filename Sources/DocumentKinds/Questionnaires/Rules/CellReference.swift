import JSONText

/// A place where a cell names another one.
struct CellReference {
    /// The text that is the other’s key.
    let value: JSONValue
    let role: Role

    var key: String? { value.string }

    enum Role {
        /// The other must be filled in first.
        case parent
        /// The other is hidden by this one.
        case hidden
        /// A condition asks for the other’s value, to compare it with this.
        case condition(equals: JSONValue?)
        /// A bound is the other’s date.
        case date
    }

    /// Every place where a cell names another; a bound that is a date of its own
    /// names none.
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
