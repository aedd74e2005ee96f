package import Foundation

/// A set of test data for a form or questionnaire of a feature.
package struct Filling: Sendable, Hashable {
    /// The maximum size of the data in bytes.
    package static let maximumBytes = 256 << 10
    /// The maximum length of a name in Unicode scalars.
    package static let maximumNameLength = 100

    package let feature: String
    /// The name, such as “Married, two children”.
    package let name: String
    /// The JSON object exactly as given, without a byte order mark; empty in lists.
    package let data: String
    package let author: Actor
    package let createdAt: Date

    package init(feature: String, name: String, data: String, author: Actor, createdAt: Date) {
        self.feature = feature
        self.name = name
        self.data = data
        self.author = author
        self.createdAt = createdAt
    }
}
