import Mustache

/// An option of a `select` element, a radio button or a check box.
struct Choice: Sendable {
    var value: String
    var label: String
    var isChosen: Bool

    static let sample = [
        Choice(value: "ios", label: "iOS", isChosen: true), Choice(value: "web", label: "Web", isChosen: false),
    ]
}

extension Choice: MustacheParent {
    func child(named property: String) -> Any? {
        switch property {
        case "value": value
        case "label": label
        case "isChosen": isChosen
        default: nil
        }
    }
}
