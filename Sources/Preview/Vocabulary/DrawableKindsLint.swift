import JSONSchema
import JSONText
package import SchemaRepository

/// Finds the entities of a schema repository for which the preview has no template, the kinds of document parts (such
/// as cells and transitions) that it cannot draw, and the enum values that a template does not draw.
package struct DrawableKindsLint {
    /// A category of parts: the documents that contain them, and the kinds that can be drawn.
    private struct PartCategory {
        /// The kind (`x-kind`) of the documents.
        let documentKind: String
        /// The layout (`x-layout`) of the documents; nil for any or none.
        var layout: String?
        /// The member that contains a part or a list of parts.
        let member: String
        /// The member of the part that names its kind; nil if the part itself is the name of a kind.
        let discriminator: String?
        let noun: String
        /// Returns true if the kind with a name can be drawn.
        let draws: @Sendable (String) -> Bool

        /// Returns true if documents of the entity may contain the parts.
        func belongs(to entity: Entity) -> Bool {
            entity.kind == documentKind && (layout == nil || entity.document.root[.layout]?.string == layout)
        }
    }

    private static let categories = [
        PartCategory(
            documentKind: "optionSheet", member: "options", discriminator: "cellStyle", noun: "cell style",
            draws: { SheetOption.CellStyle(rawValue: $0) != nil }),
        PartCategory(
            documentKind: "optionSheet", member: "accessory", discriminator: "kind", noun: "accessory",
            draws: { ["switch", "checkmark", "tag"].contains($0) }),
        PartCategory(
            documentKind: "optionSheet", member: "tool", discriminator: "kind", noun: "tool",
            draws: { ["searchField", "segmentedControl"].contains($0) }),
        PartCategory(
            documentKind: "optionSheet", member: "dataProvider", discriminator: "kind", noun: "data provider",
            draws: { ["static", "dynamic"].contains($0) }),
        PartCategory(
            documentKind: "optionSheet", member: "loader", discriminator: "kind", noun: "loader",
            draws: { ["nextKey", "offset"].contains($0) }),
        PartCategory(
            documentKind: "questionnaire", member: "cells", discriminator: "kind", noun: "cell",
            draws: {
                ["text", "number", "date", "lookup", "choice", "switch", "list", "composite", "document"].contains($0)
            }),
        PartCategory(
            documentKind: "module", member: "transition", discriminator: "kind", noun: "transition",
            draws: { FlowConnection.Kind(rawValue: $0) != nil }),
        PartCategory(
            documentKind: "field", member: "ui:widget", discriminator: nil, noun: "widget",
            draws: { FormWidget(word: $0) != nil }),
        PartCategory(
            documentKind: "layout", layout: "constraints", member: "constraints", discriminator: "type",
            noun: "constraint type", draws: { Constraint.Kind(rawValue: $0) != nil }),
    ]

    /// The kinds (`x-kind`) of entities that need a template.
    private static let drawnByTemplate: Set<String> = ["atom", "component", "layout", "widget", "screen"]

    let repository: SchemaRepository
    let renderer: PreviewRenderer

    /// Creates the comparison; the renderer must have been created for the same repository.
    package init(of repository: SchemaRepository, renderer: PreviewRenderer) {
        self.repository = repository
        self.renderer = renderer
    }

    /// Returns warnings for kinds of parts and enum values that cannot be drawn, at the words that name them, and for
    /// entities without a template, at their `x-kind`. Excludes the entities in `outlined`, which have a warning
    /// already.
    package func undrawn(except outlined: Set<String>) -> [FileDiagnostic] {
        let kinds = repository.entities.flatMap { entity in
            Self.categories.filter { $0.belongs(to: entity) }.flatMap { undrawn($0, in: entity) }
        }
        var seen: Set<FileDiagnostic> = []
        return (kinds + repository.entities.flatMap(undrawnValues)).filter { seen.insert($0).inserted }
            + repository.entities.compactMap { entity in
                outlined.contains(entity.name) ? nil : withoutTemplate(entity)
            }
    }

    private func withoutTemplate(_ entity: Entity) -> FileDiagnostic? {
        guard Self.drawnByTemplate.contains(entity.kind), renderer.templateOrigin(of: entity.id) == .outline,
            !entity.isDiscriminatedUnion, let kind = entity.document.root[.kind]
        else { return nil }
        let message = "No template draws \(code: entity.name), which is shown as an outline of its properties"
        return finding("outline", message, at: kind, in: entity)
    }

    /// Returns a warning at a value of an entity's schema.
    func finding(_ rule: String, _ message: String, at value: JSONValue, in entity: Entity) -> FileDiagnostic {
        FileDiagnostic(
            file: entity.path,
            diagnostic: Diagnostic(
                severity: .warning, code: "repository.\(rule)", message: message, pointer: value.pointer,
                range: entity.document.range(of: value), keyword: rule))
    }

    // MARK: Kinds of parts

    /// A schema, and the entity whose document contains it.
    private struct Place {
        let schema: JSONValue
        let entity: Entity
    }

    private func undrawn(_ category: PartCategory, in entity: Entity) -> [FileDiagnostic] {
        var open = [entity.document.root]
        var found: [FileDiagnostic] = []
        while let value = open.popLast() {
            if let part = value["properties"]?[category.member] {
                found += words(of: category, in: Place(schema: part, entity: entity)).compactMap { place in
                    guard let word = place.schema.string, !category.draws(word) else { return nil }
                    let message = "The preview cannot draw the \(category.noun) \(code: word)"
                    return finding("drawing", message, at: place.schema, in: place.entity)
                }
            }
            open += value.kind == .object ? value.members.map(\.value) : Array(value.elements)
        }
        return found
    }

    /// Returns the words that a schema, or one that it refers to, allows for the kind of a part.
    private func words(of category: PartCategory, in place: Place) -> [Place] {
        guard let discriminator = category.discriminator else { return constants(in: place) }
        return schemas(in: place).flatMap { place -> [Place] in
            guard let named = place.schema["properties"]?[discriminator] else { return [] }
            return constants(in: Place(schema: named, entity: place.entity))
        }
    }

    /// Returns the constants and enum values of a schema and of the schemas that it refers to or consists of.
    private func constants(in place: Place) -> [Place] {
        schemas(in: place).flatMap { place -> [Place] in
            let schema = place.schema
            let constants = [schema["const"]].compactMap(\.self) + (schema["enum"].map { Array($0.elements) } ?? [])
            return constants.map { Place(schema: $0, entity: place.entity) }
        }
    }

    /// Returns a schema and the schemas that it refers to or consists of, each once.
    private func schemas(in place: Place) -> [Place] {
        var open = [place]
        var seen: Set<String> = []
        var found: [Place] = []
        while let place = open.popLast() {
            guard seen.insert("\(place.entity.id)#\(place.schema.pointer)").inserted else { continue }
            found.append(place)
            let schema = place.schema
            if let target = schema["$ref"]?.string.flatMap({ self.target(of: $0, in: place.entity) }) {
                open.append(target)
            }
            let parts =
                ["oneOf", "anyOf", "allOf"].flatMap { schema[$0].map { Array($0.elements) } ?? [] }
                + ["items", "then", "else"].compactMap { schema[$0] }
            open += parts.map { Place(schema: $0, entity: place.entity) }
        }
        return found
    }

    private func target(of reference: String, in entity: Entity) -> Place? {
        let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let id = String(parts.first ?? "")
        guard let target = id.isEmpty ? entity : repository.entity(id) else { return nil }
        guard parts.count > 1, !parts[1].isEmpty else { return Place(schema: target.document.root, entity: target) }
        return JSONPointer(String(parts[1])).flatMap { target.document.root.value(at: $0) }
            .map { Place(schema: $0, entity: target) }
    }
}
