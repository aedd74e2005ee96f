import JSONText
import Preview

/// A conflict on the page of a merge: a place in the document that both the signed-in person's text and the newest
/// revision changed, with the versions of it to choose from.
struct ConflictPlace: Sendable {
    /// The maximum number of lines shown of each version.
    private static let mostLines = 60

    /// The name of the form field with the choice.
    var field: String
    /// The JSON Pointer of the place; nil for the whole document.
    var pointer: Markup?
    /// The sentence about who changed what.
    var sentence: String
    var options: [Option]

    /// A version to choose: the signed-in person's own, the newest revision's or, if both added items, the items of
    /// both.
    struct Option: Sendable {
        var value: String
        var label: String
        var isChosen: Bool
        /// The JSON at the place in this version; nil if this version removed it, and for the choice of both versions.
        var listing: Listing?
        /// A text with the number of lines that are left out; nil if all are shown.
        var more: String?
    }

    static let sample = ConflictPlace(
        field: "choice-0", pointer: Markup(pointer: "/title"), sentence: "You and revision 3 both changed it.",
        options: [
            Option(value: "mine", label: "Mine", isChosen: true, listing: .sample, more: "2 more lines"),
            Option(value: "theirs", label: "Revision 3: removed", isChosen: false),
        ])
}

extension ConflictPlace {
    /// Creates the description of a conflict. `head` is the number of the newest revision; `choice` is the version that
    /// the person has chosen, if any.
    init(_ conflict: MergeConflict, index: Int, head: Int, choice: MergeConflict.Choice?) {
        field = DraftMerge.field(index)
        pointer = conflict.pointer.tokens.isEmpty ? nil : Markup(pointer: conflict.pointer.description)
        sentence = Self.sentence(conflict, head: head)
        options = conflict.choices.map { option in
            let (values, label) =
                switch option {
                case .mine: (conflict.mine, Texts["merges.mine"])
                case .theirs: (conflict.theirs, Texts["common.revision-number", ["number": head]])
                case .both: ([], Texts["merges.both-mine-first"])
                }
            let lines = values.flatMap {
                String(decoding: JSONFormatter.pretty($0), as: UTF8.self).split(separator: "\n")
            }
            let text = lines.prefix(Self.mostLines).joined(separator: "\n")
            return Option(
                value: option.rawValue,
                label: values.isEmpty && option != .both ? Texts["merges.removed", ["side": label]] : label,
                isChosen: option == choice,
                listing: values.isEmpty
                    ? nil
                    : Listing(
                        text, caption: Texts["merges.side-at-place", ["side": label, "number": index + 1]],
                        anchor: "\(option.rawValue)-\(index)-"),
                more: lines.count > Self.mostLines
                    ? Texts["merges.more-lines", ["count": lines.count - Self.mostLines]] : nil)
        }
    }

    private static func sentence(_ conflict: MergeConflict, head: Int) -> String {
        switch conflict.kind {
        case .addition: Texts["merges.both-added-items", ["number": head]]
        case .order: Texts["merges.both-changed-the-order", ["number": head]]
        case .value where conflict.mine.isEmpty: Texts["merges.you-removed-it", ["number": head]]
        case .value where conflict.theirs.isEmpty: Texts["merges.they-removed-it", ["number": head]]
        case .value where conflict.base == nil: Texts["merges.both-added-it", ["number": head]]
        case .value: Texts["merges.both-changed-it", ["number": head]]
        }
    }
}
