package import Foundation

/// A name that a feature had before it was renamed. Clients still get the feature under this name until the end of a
/// grace period.
package struct FormerName: Sendable, Hashable {
    package let name: String
    /// The time of the renaming.
    package let createdAt: Date
    /// The end of the grace period.
    package let until: Date

    package init(name: String, createdAt: Date, until: Date) {
        self.name = name
        self.createdAt = createdAt
        self.until = until
    }
}
