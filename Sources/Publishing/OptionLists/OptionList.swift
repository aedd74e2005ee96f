package import Foundation

/// A named list of things that can be chosen.
package struct OptionList: Sendable, Hashable {
    /// The most items that a list may have.
    package static let maximumItems = 1_000_000

    /// Made as feature names are; see `FeatureName.rule`.
    package let name: String
    package let itemCount: Int
    /// Who imported the items that it has now.
    package let author: Actor
    package let importedAt: Date

    package init(name: String, itemCount: Int, author: Actor, importedAt: Date) {
        self.name = name
        self.itemCount = itemCount
        self.author = author
        self.importedAt = importedAt
    }
}
