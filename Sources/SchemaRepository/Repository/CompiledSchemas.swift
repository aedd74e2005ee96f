import JSONSchema
import JSONText
import Synchronization

/// The compiled schemas of a repository, each compiled once, when it is first needed.
final class CompiledSchemas: Sendable {
    private let resources: SchemaResources
    private let rules: DocumentRuleSet
    /// The file of each schema by its identifier.
    private let paths: [String: String]
    /// The URI that each schema is compiled from, by its identifier.
    private let uris: [String: String]
    /// The file behind each URI that a schema is found under.
    private let files: [String: String]
    private let compiled = Mutex<[String: AnnotatedSchema]>([:])

    init(entities: [Entity], rules: DocumentRuleSet) {
        self.rules = rules
        var resources = SchemaResources()
        let paths = Dictionary(uniqueKeysWithValues: entities.map { ($0.id, $0.path) })
        var files = paths
        var uris = Dictionary(uniqueKeysWithValues: entities.map { ($0.id, $0.id) })
        // Files that name each other as files have their relative references resolved from where they lie.
        let isByFile = entities.contains { FileReferences.areIn($0.document.root) }
        for entity in entities {
            resources.add(entity.document, uri: entity.id)
            guard isByFile else { continue }
            let file = FileReferences.uri(ofFile: entity.path)
            resources.add(entity.document, uri: file)
            files[file] = entity.path
            // What leads there by the identifier has to find the references resolved from the file as well.
            guard FileReferences.areIn(entity.document.root), let link = try? Self.reference(to: file) else { continue }
            resources.add(link, uri: entity.id)
            uris[entity.id] = file
        }
        self.resources = resources
        self.paths = paths
        self.files = files
        self.uris = uris
    }

    /// The schema with this identifier, or nil where there is none.
    func schema(_ id: String) -> Schema? { annotated(id)?.schema }

    /// The schema with this identifier and what its annotations mean, or nil where there is none.
    func annotated(_ id: String) -> AnnotatedSchema? {
        if let known = compiled.withLock({ $0[id] }) { return known }
        let options = CompileOptions(checksMetaschema: false)
        guard let uri = uris[id], let schema = try? Schema.compile(uri, in: resources, options: options) else {
            return nil
        }
        let annotated = AnnotatedSchema(schema, rules: rules)
        compiled.withLock { $0[id] = annotated }
        return annotated
    }

    /// The subschema at a place of the schema with this identifier, or nil where there is none.
    func schema(_ id: String, at place: JSONPointer) -> Schema? {
        if place.tokens.isEmpty { return schema(id) }
        let options = CompileOptions(checksMetaschema: false)
        return try? Schema.compile("\(uris[id] ?? id)#\(place)", in: resources, options: options)
    }

    /// What keeps any of the schemas from being compiled.
    func problems() -> [FileDiagnostic] {
        do {
            var resources = resources
            resources.add(try everything(), uri: Self.everythingURI)
            _ = try Schema.compile(Self.everythingURI, in: resources)
            return []
        } catch let error as SchemaError {
            var seen: Set<FileDiagnostic> = []
            return error.diagnostics.map { problem in
                FileDiagnostic(file: files[problem.uri] ?? problem.uri, diagnostic: problem.diagnostic)
            }.filter { seen.insert($0).inserted }
        } catch {
            return [.file(Self.everythingURI, "The identifiers of the schemas cannot be written as JSON.")]
        }
    }

    /// A schema that refers to all of them, so that one compilation reads and checks each document once.
    private func everything() throws(JSONSyntaxErrors) -> JSONDocument {
        var writer = JSONWriter()
        writer.beginObject()
        writer.name("anyOf")
        writer.beginArray()
        writer.bool(true)
        for id in paths.keys.sorted() {
            writer.beginObject()
            writer.name("$ref")
            writer.string(id)
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        return try JSONDocument(parsing: writer.bytes)
    }

    /// A schema that is nothing but another one.
    private static func reference(to uri: String) throws(JSONSyntaxErrors) -> JSONDocument {
        var writer = JSONWriter()
        writer.beginObject()
        writer.name("$ref")
        writer.string(uri)
        writer.endObject()
        return try JSONDocument(parsing: writer.bytes)
    }

    /// No document can have it: every identifier has a name after the slash.
    private static let everythingURI = "/"
}
