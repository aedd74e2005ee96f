package import Foundation

/// A name under which clients fetch a document; all its documents are of one kind.
package struct Feature: Sendable, Hashable {
    package let id: Int
    package let name: String
    /// The `$id` of its document kind in the schema repository, such as `/screens/Screen`.
    package let kind: String
    /// The newest release that contains the feature, which requests give as `expectedRelease`; nil before the first.
    package let liveRelease: Int?
    package let author: Actor
    package let createdAt: Date

    package init(id: Int, name: String, kind: String, liveRelease: Int?, author: Actor, createdAt: Date) {
        self.id = id
        self.name = name
        self.kind = kind
        self.liveRelease = liveRelease
        self.author = author
        self.createdAt = createdAt
    }
}
