package import Foundation

/// An uploaded preview template of an entity (a schema of the repository), or the withdrawal of an earlier template.
package struct PreviewTemplate: Sendable, Hashable {
    /// The maximum size of a template in bytes.
    package static let maximumBytes = 64 << 10

    /// The number among all templates of the installation, in commit order.
    package let number: Int
    /// The entity's identifier, such as `/components/ButtonView`.
    package let entity: String
    /// The template's text; nil for a withdrawal, after which the repository's own template is used.
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

/// The outcome of saving or withdrawing a template.
package enum SavePreviewTemplateOutcome: Sendable, Hashable {
    case saved(PreviewTemplate)
    /// The newest template of the entity is identical, or there is none to withdraw.
    case unchanged
    /// The template is empty or larger than `PreviewTemplate.maximumBytes`.
    case invalidSize
}
