import JSONSchema
import JSONText
import SchemaRepository

/// Reads a vocabulary from the schema documents of a repository.
///
/// Reads only what drawing needs: references between and within documents, properties, items, unions by discriminator,
/// and enumerations with tokens. Does not validate.
struct VocabularyReader {
    private var roots: [String: JSONValue] = [:]
    private var order: [String] = []
    private var templates: [String: (file: String, text: String)] = [:]
    private let overlay: [String: String]
    private let reserved: ReservedClasses

    /// Creates a reader for a repository's documents (schemas by identifier, `preview.mustache` by folder) and for
    /// uploaded templates by entity identifier, which take precedence.
    init(_ documents: [RepositoryFile], overlay: [String: String], reserved: ReservedClasses) {
        self.overlay = overlay
        self.reserved = reserved
        for document in documents {
            if document.path.hasSuffix("/preview.mustache") {
                let folder = "/" + document.path.dropLast("/preview.mustache".count)
                templates[folder] = (document.path, String(decoding: document.bytes, as: UTF8.self))
            } else if document.path.hasSuffix(".json"), !document.path.contains("examples/"),
                let parsed = try? JSONDocument(parsing: document.bytes)
            {
                let id = parsed.root["$id"]?.string ?? Self.id(ofPath: document.path)
                if roots.updateValue(parsed.root, forKey: id) == nil { order.append(id) }
            }
        }
    }

    /// Returns the identifier of a path: `components/ButtonView/schema.json` is `/components/ButtonView`.
    private static func id(ofPath path: String) -> String {
        let bare = path.hasSuffix("/schema.json") ? path.dropLast("/schema.json".count) : path.dropLast(".json".count)
        return "/" + bare
    }

    /// Returns the vocabulary. Refused templates are omitted from it and added to `problems`.
    func vocabulary(problems: inout [PreviewError]) -> Vocabulary {
        var vocabulary = Vocabulary()
        for id in order {
            guard let root = roots[id] else { continue }
            var entity = entity(id, root)
            if let text = overlay[id] {
                do throws(PreviewError) {
                    entity.template = try ElementTemplate(text, named: id, reserved: reserved)
                    entity.isOverlaid = true
                } catch {
                    problems.append(error)
                }
            }
            if !entity.isOverlaid, let source = templates[id] {
                do throws(PreviewError) {
                    entity.template = try ElementTemplate(source.text, named: source.file, reserved: reserved)
                } catch {
                    problems.append(error)
                }
            }
            vocabulary.add(entity)
        }
        return vocabulary
    }

    private func entity(_ id: String, _ root: JSONValue) -> DrawableEntity {
        let name = root[.name]?.string ?? id.split(separator: "/").last.map(String.init) ?? id
        var entity = DrawableEntity(
            id: id, name: name, kind: root[.kind]?.string ?? "", title: root["title"]?.string)
        entity.layout = root[.layout]?.string
        entity.discriminator = root[.discriminator]?.string ?? "type"
        entity.branches = branches(of: root, in: id)
        if entity.branches.isEmpty {
            entity.shape = shape(root, in: id, depth: 0)
            entity.constants = constants(root["properties"]?[entity.discriminator])
            entity.enumValues = words(of: root)
        }
        return entity
    }

    /// Returns the identifiers of a union's entities; empty for other schemas.
    private func branches(of schema: JSONValue, in id: String) -> [String] {
        guard let union = schema["oneOf"] ?? schema["anyOf"] else { return [] }
        let references = union.elements.compactMap { branch in
            branch["$ref"]?.string.flatMap { target(of: $0, in: id) }?.id
        }
        return references.count == union.count ? references : []
    }

    private func constants(_ schema: JSONValue?) -> [String] {
        guard let schema else { return [] }
        if let constant = schema["const"]?.string { return [constant] }
        return schema["enum"]?.elements.compactMap(\.string) ?? []
    }

    private func words(of schema: JSONValue) -> [String: DesignToken] {
        guard let values = schema["enum"] else { return [:] }
        var words: [String: DesignToken] = [:]
        for word in values.elements.compactMap(\.string) {
            words[word] = DesignToken(schema[.values]?[word]?["token"])
        }
        return words
    }

    // MARK: Shapes

    /// Returns the members that a schema declares itself or through `$ref`, `allOf`, unions and conditions.
    private func shape(_ schema: JSONValue, in id: String, depth: Int) -> ObjectShape {
        var shape = ObjectShape()
        guard depth < 16 else { return shape }
        if let properties = schema["properties"] {
            for member in properties.members {
                shape.add(member.name, valueType(member.value, in: id, depth: depth + 1))
                if let word = defaultWord(member.value, in: id) { shape.defaults[member.name] = word }
            }
        }
        if let reference = schema["$ref"]?.string, let target = target(of: reference, in: id) {
            shape.merge(self.shape(target.schema, in: target.id, depth: depth + 1))
        }
        for keyword in ["allOf", "oneOf", "anyOf"] {
            guard let parts = schema[keyword] else { continue }
            for part in parts.elements { shape.merge(self.shape(part, in: id, depth: depth + 1)) }
        }
        for keyword in ["if", "then", "else"] {
            guard let part = schema[keyword] else { continue }
            shape.merge(self.shape(part, in: id, depth: depth + 1))
        }
        return shape
    }

    private func defaultWord(_ schema: JSONValue, in id: String) -> String? {
        if let word = schema["default"]?.string { return word }
        guard let reference = schema["$ref"]?.string, let target = target(of: reference, in: id) else { return nil }
        return target.schema["default"]?.string
    }

    private func valueType(_ schema: JSONValue, in id: String, depth: Int) -> ValueType {
        guard schema.kind == .object, depth < 16 else { return .plain }
        if let reference = schema["$ref"]?.string, let target = target(of: reference, in: id) {
            if target.isRoot {
                return target.schema["enum"] == nil ? .entity(target.id) : .enumeration(target.id)
            }
            return valueType(target.schema, in: target.id, depth: depth + 1)
        }
        if let items = schema["items"] { return .list(valueType(items, in: id, depth: depth + 1)) }
        for keyword in ["oneOf", "anyOf", "allOf"] {
            guard let parts = schema[keyword], schema["properties"] == nil else { continue }
            let valueTypes = parts.elements.map { valueType($0, in: id, depth: depth + 1) }
            let ids = valueTypes.compactMap { valueType -> String? in
                if case .entity(let id) = valueType { id } else { nil }
            }
            if ids.count > 1 { return .choice(ids) }
            let shapes = valueTypes.compactMap { valueType -> ObjectShape? in
                if case .object(let shape) = valueType { shape } else { nil }
            }
            if var shape = shapes.first, shapes.count > 1 {
                for other in shapes.dropFirst() { shape.merge(other) }
                return .object(shape)
            }
            let specific = valueTypes.first { if case .plain = $0 { false } else { true } }
            if let specific { return specific }
        }
        let shape = shape(schema, in: id, depth: depth)
        return shape.members.isEmpty ? .plain : .object(shape)
    }

    // MARK: References

    private struct Target {
        let id: String
        let schema: JSONValue
        let isRoot: Bool
    }

    /// Resolves a reference such as `/enums/Color`, `#/$defs/padding` or `/enums/Color#/$defs/x`.
    private func target(of reference: String, in id: String) -> Target? {
        let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let document = parts.first.map(String.init) ?? ""
        let targetID = document.isEmpty ? id : document
        guard let root = roots[targetID] else { return nil }
        guard parts.count > 1, !parts[1].isEmpty else { return Target(id: targetID, schema: root, isRoot: true) }
        guard let pointer = JSONPointer(String(parts[1])), let schema = root.value(at: pointer) else { return nil }
        return Target(id: targetID, schema: schema, isRoot: false)
    }
}
