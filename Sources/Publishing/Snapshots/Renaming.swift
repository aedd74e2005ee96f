package import Foundation

/// The present name of a feature, for those who ask by a former one.
package struct Renaming: Sendable, Hashable {
    /// The name to ask for.
    package let name: String
    /// The time since which the feature has another name.
    package let since: Date
    /// The end of the grace period, after which the former name no longer answers.
    package let until: Date

    package init(name: String, since: Date, until: Date) {
        self.name = name
        self.since = since
        self.until = until
    }
}
