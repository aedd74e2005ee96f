package import Foundation

/// Data with which a form or questionnaire of a feature is filled.
package struct Filling: Sendable, Hashable {
    /// The most that data may take, in bytes.
    package static let maximumBytes = 256 << 10
    /// The longest name in Unicode scalars.
    package static let maximumNameLength = 100

    package let feature: String
    /// What people call it, such as “Married, two children”.
    package let name: String
    /// The JSON object exactly as it was given, without a byte order mark; empty in lists.
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
