import JSONText
import MicroHTTP
import Publishing

/// The three-way merge of a text from the editor with a revision that was saved in the meantime.
struct DraftMerge: Sendable {
    /// The maximum number of conflicts that a page offers to resolve one by one.
    private static let mostConflicts = 200

    let merge: JSONMerge
    /// The document of the revision that was saved in the meantime.
    let head: JSONDocument

    /// Merges a draft with the newest revision; `base` is the newest revision that the draft's author saw. Nil if one
    /// of the texts is not JSON, if there is no base, or if there are more than `mostConflicts` conflicts.
    init?(_ draft: EditorDraft, base: Revision?, head: Revision) {
        guard let base = base.flatMap({ try? JSONDocument(parsing: $0.bytes) }),
            let mine = try? JSONDocument(parsing: draft.bytes), let theirs = try? JSONDocument(parsing: head.bytes)
        else { return nil }
        merge = JSONMerge(base: base, mine: mine, theirs: theirs)
        self.head = theirs
        guard merge.conflicts.count <= Self.mostConflicts else { return nil }
    }

    /// Returns the name of the form field for a conflict, by the conflict's index.
    static func field(_ index: Int) -> String { "choice-\(index)" }

    /// Returns the choices in a form, in the order of the conflicts. An element is nil if the form has no valid choice
    /// for that conflict.
    func choices(in form: FormBody) -> [MergeConflict.Choice?] {
        merge.conflicts.enumerated().map { index, conflict in
            form[Self.field(index)].flatMap(MergeConflict.Choice.init).flatMap {
                conflict.choices.contains($0) ? $0 : nil
            }
        }
    }

    /// Returns the differences between the revision that was saved in the meantime and a merged text.
    func differences(of merged: JSONDocument) -> Differences {
        Differences(
            JSONDiff(from: head.root, to: merged.root, by: .writing).changes, from: head, to: merged)
    }

    /// Returns the merged text; `choices` are in the order of the conflicts. For a conflict without a choice, the
    /// merged text contains the version of the text from the editor.
    func text(_ choices: [MergeConflict.Choice?] = []) -> [UInt8] {
        var next = choices.makeIterator()
        return merge.text { _ in next.next().flatMap(\.self) ?? .mine }
    }
}
