package import Foundation

/// An uploaded template of an entity of the schema repository, or the return to the repository's own.
package struct PreviewTemplate: Sendable, Hashable {
    /// The most that a template may take, in bytes.
    package static let maximumBytes = 64 << 10

    /// Counts all templates of the installation in the order of their commits.
    package let number: Int
    /// The entity's identifier, such as `/components/ButtonView`.
    package let entity: String
    /// The template's text; nil where the repository's own counts again.
    package let body: String?
    package let author: Actor
    package let createdAt: Date

    package init(number: Int, entity: String, body: String?, author: Actor, createdAt: Date) {
        self.number = number
        self.entity = entity
        self.body = body
        self.author = author
        self.createdAt = createdAt
    }
}

/// What became of a template that was to be saved or withdrawn.
package enum SavePreviewTemplateOutcome: Sendable, Hashable {
    case saved(PreviewTemplate)
    /// The newest of that entity is exactly this already.
    case unchanged
    /// Empty, or larger than `PreviewTemplate.maximumBytes`.
    case invalidSize
}
