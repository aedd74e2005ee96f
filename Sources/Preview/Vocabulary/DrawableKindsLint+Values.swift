import JSONText
import SchemaRepository

extension DrawableKindsLint {
    /// Returns warnings for the enum values of an entity's properties that its template does not draw, at the values.
    ///
    /// A value is drawn if it has a token, if the template's style has its class, or if it is the property's default,
    /// which the rules without a class draw. Properties of which the style has no class at all, or which the template
    /// places as text, need none.
    func undrawnValues(of entity: Entity) -> [FileDiagnostic] {
        guard let drawable = renderer.vocabulary[entity.id],
            let template = drawable.template ?? renderer.templates[drawable.kind]
        else { return [] }
        let classes = ReservedClasses.names(in: template.style)
        return drawable.shape.members.flatMap { member -> [FileDiagnostic] in
            guard case .enumeration(let id) = member.valueType, !template.texts.contains(member.name),
                let enumeration = repository.entity(id), let values = enumeration.document.root["enum"],
                values.elements.contains(where: { classes.contains(className(of: $0, in: member.name)) })
            else { return [] }
            return values.elements.compactMap { value -> FileDiagnostic? in
                let name = className(of: value, in: member.name)
                guard let word = value.string, word != drawable.shape.defaults[member.name],
                    renderer.vocabulary[id]?.enumValues[word] == DesignToken.none, !classes.contains(name)
                else { return nil }
                let message =
                    "The preview cannot draw the value \(code: word) of \(code: member.name): the template of "
                    + "\(code: entity.name) has no rule for `.\(name)`"
                return finding("drawing", message, at: value, in: enumeration)
            }
        }
    }

    /// Returns the class that the preview gives an element for a value of a property.
    private func className(of value: JSONValue, in property: String) -> String {
        renderer.templates.reserved.own(
            "\(StyleSheet.className(property))-\(StyleSheet.className(value.string ?? ""))")
    }
}
