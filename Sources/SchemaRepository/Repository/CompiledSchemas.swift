import JSONSchema
import JSONText
import Synchronization

/// The compiled schemas of a repository, each compiled on first use.
final class CompiledSchemas: Sendable {
    private let resources: SchemaResources
    private let rules: DocumentRuleSet
    /// The path of each schema's file, by identifier.
    private let paths: [String: String]
    /// The URI that each schema is compiled from, by identifier.
    private let uris: [String: String]
    /// The path of a schema's file, by each of the schema's URIs.
    private let files: [String: String]
    /// The identifiers of the entities, by the URIs that their documents are compiled under.
    private let entityIDs: [String: String]
    private let compiled = Mutex<[String: AnnotatedSchema]>([:])

    init(entities: [Entity], rules: DocumentRuleSet) {
        self.rules = rules
        var resources = SchemaResources()
        let paths = Dictionary(uniqueKeysWithValues: entities.map { ($0.id, $0.path) })
        var files = paths
        var uris = Dictionary(uniqueKeysWithValues: entities.map { ($0.id, $0.id) })
        var entityIDs = uris
        // If files refer to each other by file name, relative references are resolved against their locations.
        let isByFile = entities.contains { FileReferences.areIn($0.document.root) }
        for entity in entities {
            resources.add(entity.document, uri: entity.id)
            guard isByFile else { continue }
            let file = FileReferences.uri(ofFile: entity.path)
            resources.add(entity.document, uri: file)
            files[file] = entity.path
            entityIDs[file] = entity.id
            // References by identifier must resolve against the file's location too, so the identifier becomes a
            // reference to the file.
            guard FileReferences.areIn(entity.document.root), let link = try? Self.reference(to: file) else { continue }
            resources.add(link, uri: entity.id)
            uris[entity.id] = file
        }
        self.resources = resources
        self.paths = paths
        self.files = files
        self.entityIDs = entityIDs
        self.uris = uris
    }

    /// Returns the schema with an identifier; nil if it does not exist or cannot be compiled.
    func schema(_ id: String) -> Schema? { annotated(id)?.schema }

    /// Returns the schema with an identifier and its annotations; nil if it does not exist or cannot be compiled.
    func annotated(_ id: String) -> AnnotatedSchema? {
        if let known = compiled.withLock({ $0[id] }) { return known }
        let options = CompileOptions(checksMetaschema: false)
        guard let uri = uris[id], let schema = try? Schema.compile(uri, in: resources, options: options) else {
            return nil
        }
        let annotated = AnnotatedSchema(schema, rules: rules, entityIDs: entityIDs)
        compiled.withLock { $0[id] = annotated }
        return annotated
    }

    /// Returns the subschema at a pointer of the schema with an identifier; nil if it does not exist, cannot be
    /// compiled, or `work` is used up.
    func schema(_ id: String, at place: JSONPointer, within work: WorkBudget? = nil) -> Schema? {
        if place.tokens.isEmpty { return schema(id) }
        let options = CompileOptions(checksMetaschema: false)
        return try? Schema.compile("\(uris[id] ?? id)#\(place)", in: resources, options: options, within: work)
    }

    /// Returns the problems that prevent the compilation of the schemas, such as `work` being used up.
    func problems(within work: WorkBudget? = nil) -> [FileDiagnostic] {
        do {
            var resources = resources
            resources.add(try everything(), uri: Self.everythingURI)
            _ = try Schema.compile(Self.everythingURI, in: resources, within: work)
            return []
        } catch let error as SchemaError {
            var seen: Set<FileDiagnostic> = []
            return error.diagnostics.map { problem in
                FileDiagnostic(file: files[problem.uri] ?? problem.uri, diagnostic: problem.diagnostic)
            }.filter { seen.insert($0).inserted }
        } catch {
            return [.file(Self.everythingURI, "The list of all schemas is not valid JSON; check the schemas’ paths.")]
        }
    }

    /// Returns a schema that refers to all others, so that one compilation reads and checks each of them once.
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

    /// Returns a schema that only refers to another one.
    private static func reference(to uri: String) throws(JSONSyntaxErrors) -> JSONDocument {
        var writer = JSONWriter()
        writer.beginObject()
        writer.name("$ref")
        writer.string(uri)
        writer.endObject()
        return try JSONDocument(parsing: writer.bytes)
    }

    /// A URI that no schema can have, because every identifier has a name after the slash.
    private static let everythingURI = "/"
}
