/// A problem of the drawn layout, such as two overlapping elements, which no JSON Schema can detect.
struct LayoutProblem: Hashable {
    /// The kind of problem; the raw values are those that the preview's script reports.
    enum Kind: String, CaseIterable {
        case overflowX = "overflow-x"
        case overflowY = "overflow-y"
        case cut
        case overlap
        case constraint
        /// A word that is wider than its box, which only the script finds.
        case word
    }

    /// The JSON Pointer of the element or the constraint.
    let pointer: String
    let kind: Kind
    /// The size of the problem in CSS pixels, at least 1.
    let amount: Int
}
