/// The axis of a constraint.
enum ConstraintAxis: CaseIterable {
    case horizontal, vertical

    /// Creates the axis of a constraint's type; nil for an unknown type.
    init?(type: String) {
        switch type {
        case "left", "right", "leading", "trailing", "centerX", "width": self = .horizontal
        case "top", "bottom", "centerY", "height": self = .vertical
        default: return nil
        }
    }

    var adjective: String { self == .horizontal ? "horizontal" : "vertical" }
}
