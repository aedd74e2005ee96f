/// An entity of the schema repository, such as a component, a screen or an enumeration, with the properties that
/// drawing needs.
struct DrawableEntity: Sendable {
    let id: String
    /// `x-name`, or the last part of the identifier.
    let name: String
    /// `x-kind`; Galley's template for this kind draws the entity if the entity has no template of its own.
    let kind: String
    let title: String?
    /// `x-layout`; `constraints` for constraint layouts.
    var layout: String?
    var shape = ObjectShape()
    /// The identifiers of the entities in a union; empty for other entities.
    var branches: [String] = []
    /// The property whose value selects an entity of a union.
    var discriminator = "type"
    /// The discriminator values that select this entity in a union.
    var constants: [String] = []
    /// The values of an enumeration, with their tokens.
    var enumValues: [String: DesignToken] = [:]
    /// The entity's own template, if it has one.
    var template: ElementTemplate?
    /// True if the template was uploaded instead of being the repository's.
    var isOverlaid = false
}
