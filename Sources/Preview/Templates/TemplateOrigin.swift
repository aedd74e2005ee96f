/// The origin of the template that draws an entity.
package enum TemplateOrigin: Sendable, Hashable {
    /// A template that was uploaded in the console; it takes precedence.
    case uploaded
    /// The `preview.mustache` beside the entity in the schema repository.
    case repository
    /// Galley's own template for the entity's `x-kind`.
    case kind(String)
    /// No template; the entity's members are drawn as a labeled outline.
    case outline
    /// No template, because an enumeration or a union is never drawn on its own, or the repository has no such entity.
    case notDrawn
}

extension PreviewRenderer {
    /// Returns the origin of an entity's template, by its identifier.
    package func templateOrigin(of id: String) -> TemplateOrigin {
        guard let entity = vocabulary[id], entity.branches.isEmpty, entity.enumValues.isEmpty else { return .notDrawn }
        if entity.template != nil { return entity.isOverlaid ? .uploaded : .repository }
        return templates[entity.kind] == nil ? .outline : .kind(entity.kind)
    }

    /// Returns the reason why a text cannot be an element's template; nil if it can.
    package static func objection(to template: String, named name: String) -> PreviewError? {
        do throws(PreviewError) {
            _ = try ElementTemplate(template, named: name)
            return nil
        } catch {
            return error
        }
    }
}
