/// Something wrong with a layout that no schema can tell.
struct LayoutProblem: Hashable {
    /// What is wrong; the raw values are those that frames tell.
    enum Kind: String, CaseIterable {
        case overflowX = "overflow-x"
        case overflowY = "overflow-y"
        case cut
        case overlap
        case constraint
    }

    /// Where it is, as a JSON Pointer: the element, or the constraint.
    let pointer: String
    let kind: Kind
    /// By how many CSS pixels, at least 1.
    let amount: Int
}
