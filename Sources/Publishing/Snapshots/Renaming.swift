package import Foundation

/// The present name of a feature, for clients that request a former one.
package struct Renaming: Sendable, Hashable {
    /// The present name.
    package let name: String
    /// The time of the renaming, in whole seconds.
    package let since: Date
    /// The end of the grace period, in whole seconds; then the former name stops working.
    package let until: Date

    package init(name: String, since: Date, until: Date) {
        self.name = name
        self.since = since
        self.until = until
    }
}
