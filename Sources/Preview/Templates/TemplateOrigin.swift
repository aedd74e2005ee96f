/// Which template draws an entity.
package enum TemplateOrigin: Sendable, Hashable {
    case uploaded
    /// The schema repository's `preview.mustache` beside the entity.
    case repository
    /// Galley's own for the entity's `x-kind`.
    case kind(String)
    /// None: its properties are drawn as a labelled outline.
    case outline
    /// It is never drawn by itself: a word of an enumeration, or a union of others.
    case notDrawn
}

extension PreviewRenderer {
    /// Which template draws an entity of the repository, by its identifier.
    package func templateOrigin(of id: String) -> TemplateOrigin {
        guard let entity = vocabulary[id], entity.branches.isEmpty, entity.words.isEmpty else { return .notDrawn }
        if entity.template != nil { return entity.isOverlaid ? .uploaded : .repository }
        return templates[entity.kind] == nil ? .outline : .kind(entity.kind)
    }

    /// Why a text cannot be the template of an element; nil when it can.
    package static func objection(to template: String, named name: String) -> PreviewError? {
        do throws(PreviewError) {
            _ = try ElementTemplate(template, named: name)
            return nil
        } catch {
            return error
        }
    }
}
