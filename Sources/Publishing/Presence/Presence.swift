package import Foundation

/// Another person who has a feature open or has unsaved changes to it.
package struct Presence: Sendable, Hashable {
    package let name: String
    package let displayName: String
    /// True if a page of the feature is open.
    package let isThere: Bool
    /// True if the editor is open.
    package let isEditing: Bool
    /// The time of the last unsaved change; nil if there is none.
    package let changedAt: Date?

    package init(name: String, displayName: String, isThere: Bool, isEditing: Bool, changedAt: Date?) {
        self.name = name
        self.displayName = displayName
        self.isThere = isThere
        self.isEditing = isEditing
        self.changedAt = changedAt
    }
}
