import Mustache
import Publishing

/// A revision in a list.
struct RevisionRow: Sendable {
    var number: Int
    var href: String
    /// The name that people gave the revision; nil for none.
    var name: String?
    var note: String?
    var who: String
    var when: TimeLabel
    var isValid: Bool
    /// The label of an invalid revision.
    var problems: String
    /// The label of a revision that clients get, with the rollout percentage if it is below 100 %; nil for others.
    var live: String?
    /// The address for publishing the revision; nil if it is invalid or the signed-in person may not publish.
    var publishHref: String?
    /// The state of the revision's review, as a label; nil for a draft.
    var review: String?
    var reviewBadge = ""
    var reviewHref: String
    /// The address of the comparison with the parent (`Revision.parent`); nil for the first revision.
    var compareHref: String?

    static let sample = RevisionRow(
        number: 2, href: "/features/home.offers/revisions/2", name: "Spring launch", note: "New title", who: "ana",
        when: .sample,
        isValid: false,
        problems: "Not valid", live: "Live", publishHref: "/features/home.offers/releases/new?revision=2",
        review: "In review", reviewBadge: "warn", reviewHref: "/features/home.offers/revisions/2/review",
        compareHref: "/features/home.offers/comparison?a=1&b=2")
}

extension Revision {
    /// The label of the revision in a list of choices: its number and name.
    var label: String {
        let number = Texts["common.revision-number", ["number": number]]
        return name.isEmpty ? number : "\(number) · \(name)"
    }
}

extension RevisionRow: MustacheParent {
    func child(named property: String) -> Any? {
        switch property {
        case "number": number
        case "href": href
        case "name": name
        case "note": note
        case "who": who
        case "when": when
        case "isValid": isValid
        case "problems": problems
        case "live": live
        case "publishHref": publishHref
        case "review": review
        case "reviewBadge": reviewBadge
        case "reviewHref": reviewHref
        case "compareHref": compareHref
        default: nil
        }
    }
}
