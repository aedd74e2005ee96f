/// A document of the schema repository, as far as drawing needs it.
struct Drawable: Sendable {
    let id: String
    /// `x-name`, or the last part of the identifier.
    let name: String
    /// `x-kind`, which chooses the family of templates.
    let kind: String
    let title: String?
    /// `x-layout`: `constraints` where the solver places the children.
    var layout: String?
    var shape = Shape()
    /// Of a union: the entities an object may be.
    var branches: [String] = []
    /// The property by which a union's branch is chosen.
    var discriminator = "type"
    /// The words an instance's discriminator may be, for choosing this entity in a union.
    var constants: [String] = []
    /// Of an enumeration: its words, with the token each stands for.
    var words: [String: Token] = [:]
    /// The entity's own template, where the repository has one.
    var template: ElementTemplate?
    /// Whether the template was uploaded, rather than being the repository's.
    var isOverlaid = false
}
