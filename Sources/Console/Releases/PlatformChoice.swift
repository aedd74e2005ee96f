import JSONText
import Mustache

/// A platform to publish on, with the version that the form suggests for it.
struct PlatformChoice: Sendable {
    var value: String
    var label: String
    var isChosen: Bool
    /// True if the revision is published on it too.
    var isAlso: Bool
    /// The lowest version that supports the revision completely; empty if there is none.
    var minimum: String
    var hasReason: Bool
    /// The requirement that sets the minimum; text between backticks is code.
    var reason: [MessagePiece]

    init(value: String, label: String, isChosen: Bool, isAlso: Bool = false, minimum: String, reason: [MessagePiece]) {
        (self.value, self.label, self.isChosen) = (value, label, isChosen)
        (self.minimum, self.reason, hasReason) = (minimum, reason, !reason.isEmpty)
        self.isAlso = isAlso
    }

    static let sample = [
        PlatformChoice(
            value: "ios", label: "iOS", isChosen: true, minimum: "6.0",
            reason: MessagePiece.pieces(of: "iOS 6.0 or later, because `/size` is `xxl`.")),
        PlatformChoice(value: "web", label: "Web", isChosen: false, minimum: "", reason: []),
    ]
}

extension PlatformChoice: MustacheParent {
    func child(named property: String) -> Any? {
        switch property {
        case "value": value
        case "label": label
        case "isChosen": isChosen
        case "isAlso": isAlso
        case "minimum": minimum
        case "hasReason": hasReason
        case "reason": reason
        default: nil
        }
    }
}
