package import Foundation

/// A named list of options.
package struct OptionList: Sendable, Hashable {
    /// The maximum number of items.
    package static let maximumItems = 1_000_000

    /// The name; it follows `FeatureName.rule`.
    package let name: String
    package let itemCount: Int
    /// The author of the last import.
    package let author: Actor
    package let importedAt: Date

    package init(name: String, itemCount: Int, author: Actor, importedAt: Date) {
        self.name = name
        self.itemCount = itemCount
        self.author = author
        self.importedAt = importedAt
    }
}
