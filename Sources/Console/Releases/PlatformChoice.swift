import JSONText
import Mustache

/// A platform on which a revision can be published, with the range of client versions.
struct PlatformChoice: Sendable {
    var value: String
    var label: String
    var isChosen: Bool
    var from: String
    /// The lower bound that the form suggests; empty if there is none.
    var suggested: String
    var fromProblem: String?
    var until: String
    var untilProblem: String?
    /// True if the field of the lower bound has the focus when the page opens.
    var hasFocus: Bool
    /// True if the field of the upper bound has the focus when the page opens, because it is invalid.
    var hasUntilFocus = false
    var hasReason: Bool
    /// The requirement that determines the minimum version of the revision (`MinimumVersion`); text between backticks
    /// is code.
    var reason: [MessagePiece]
    /// A sentence about a range that was left out because it ends before the minimum version; nil if there is none.
    var note: String?

    init(
        value: String, label: String, isChosen: Bool, versions: PublishForm.Versions, hasFocus: Bool = false,
        reason: [MessagePiece]
    ) {
        (self.value, self.label, self.isChosen) = (value, label, isChosen)
        (from, suggested, until) = (versions.from, versions.suggested, versions.until)
        (self.hasFocus, self.reason, hasReason) = (hasFocus, reason, !reason.isEmpty)
    }

    static let sample: [PlatformChoice] = {
        var sample = PlatformChoice(
            value: "ios", label: "iOS", isChosen: true,
            versions: PublishForm.Versions(from: "9.0", suggested: "6.0", until: "10"), hasFocus: true,
            reason: MessagePiece.pieces(of: "`icon` needs iOS 3.4 or later."))
        (sample.fromProblem, sample.untilProblem) = ("Not a version.", "Not a version.")
        sample.note = "Clients from 1.0 before 5.0 keep what they get."
        return [
            sample,
            PlatformChoice(value: "web", label: "Web", isChosen: false, versions: PublishForm.Versions(), reason: []),
        ]
    }()
}

extension PlatformChoice: MustacheParent {
    func child(named property: String) -> Any? {
        switch property {
        case "value": value
        case "label": label
        case "isChosen": isChosen
        case "from": from
        case "suggested": suggested
        case "fromProblem": fromProblem
        case "until": until
        case "untilProblem": untilProblem
        case "hasFocus": hasFocus
        case "hasUntilFocus": hasUntilFocus
        case "hasReason": hasReason
        case "reason": reason
        case "note": note
        default: nil
        }
    }
}
