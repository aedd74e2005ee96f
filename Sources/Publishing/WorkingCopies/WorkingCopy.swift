package import Foundation

/// A text that one person has typed into one feature and not saved.
package struct WorkingCopy: Sendable, Hashable {
    /// The random id of the editor page from which the text was stored.
    package let editor: String
    package let bytes: [UInt8]
    /// The newest revision that the person saw; 0 for none.
    package let parent: Int
    /// The revision that the text is based on; 0 for none.
    package let started: Int
    package let note: String
    /// The name that the revision will have when the text is saved; empty for none.
    package let revisionName: String
    package let changedAt: Date

    package init(
        editor: String, bytes: [UInt8], parent: Int, started: Int, note: String, revisionName: String = "",
        changedAt: Date
    ) {
        self.editor = editor
        self.bytes = bytes
        self.parent = parent
        self.started = started
        self.note = note
        self.revisionName = revisionName
        self.changedAt = changedAt
    }
}
