import JSONText
import MicroHTTP
import Publishing

/// A text from the editor, merged with a revision that was saved meanwhile.
struct DraftMerge: Sendable {
    /// The maximum number of overlaps that a page offers to decide one by one.
    private static let mostConflicts = 200

    let merge: JSONMerge
    /// The revision saved meanwhile.
    let head: JSONDocument

    /// Merges a draft; `base` is the newest revision that its author saw. Returns nil if one of the texts is not JSON,
    /// if there is no base, or if too many places overlap.
    init?(_ draft: EditorDraft, base: Revision?, head: Revision) {
        guard let base = base.flatMap({ try? JSONDocument(parsing: $0.bytes) }),
            let mine = try? JSONDocument(parsing: draft.bytes), let theirs = try? JSONDocument(parsing: head.bytes)
        else { return nil }
        merge = JSONMerge(base: base, mine: mine, theirs: theirs)
        self.head = theirs
        guard merge.conflicts.count <= Self.mostConflicts else { return nil }
    }

    /// Returns the name of a conflict's form field.
    static func field(_ index: Int) -> String { "choice-\(index)" }

    /// Returns the choices of a form, in the order of the conflicts; nil for those not made.
    func choices(in form: FormBody) -> [MergeConflict.Choice?] {
        merge.conflicts.enumerated().map { index, conflict in
            form[Self.field(index)].flatMap(MergeConflict.Choice.init).flatMap {
                conflict.choices.contains($0) ? $0 : nil
            }
        }
    }

    /// Returns the differences that a merged text makes to the revision saved meanwhile.
    func differences(of merged: JSONDocument) -> Differences {
        Differences(
            JSONDiff(from: head.root, to: merged.root, by: .writing).changes, from: head, to: merged)
    }

    /// Returns the merged text; mine is kept where no choice is made.
    func text(_ choices: [MergeConflict.Choice?] = []) -> [UInt8] {
        var next = choices.makeIterator()
        return merge.text { _ in next.next().flatMap(\.self) ?? .mine }
    }
}
