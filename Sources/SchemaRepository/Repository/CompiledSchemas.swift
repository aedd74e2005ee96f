import JSONSchema
import JSONText
import Synchronization

/// The compiled schemas of a repository, each compiled once, when it is first needed.
final class CompiledSchemas: Sendable {
    private let resources: SchemaResources
    private let paths: [String: String]
    private let compiled = Mutex<[String: Schema]>([:])

    init(entities: [Entity]) {
        var resources = SchemaResources()
        for entity in entities { resources.add(entity.document, uri: entity.id) }
        self.resources = resources
        paths = Dictionary(uniqueKeysWithValues: entities.map { ($0.id, $0.path) })
    }

    /// The schema with this identifier, or nil where there is none.
    func schema(_ id: String) -> Schema? {
        if let schema = compiled.withLock({ $0[id] }) { return schema }
        let options = CompileOptions(checksMetaschema: false)
        guard paths[id] != nil, let schema = try? Schema.compile(id, in: resources, options: options) else {
            return nil
        }
        compiled.withLock { $0[id] = schema }
        return schema
    }

    /// The subschema at a place of the schema with this identifier, or nil where there is none.
    func schema(_ id: String, at place: JSONPointer) -> Schema? {
        if place.tokens.isEmpty { return schema(id) }
        let options = CompileOptions(checksMetaschema: false)
        return try? Schema.compile("\(id)#\(place)", in: resources, options: options)
    }

    /// What keeps any of the schemas from being compiled.
    func problems() -> [FileDiagnostic] {
        do {
            var resources = resources
            resources.add(try everything(), uri: Self.everythingURI)
            _ = try Schema.compile(Self.everythingURI, in: resources)
            return []
        } catch let error as SchemaError {
            return error.diagnostics.map { problem in
                FileDiagnostic(file: paths[problem.uri] ?? problem.uri, diagnostic: problem.diagnostic)
            }
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

    /// No document can have it: every identifier has a name after the slash.
    private static let everythingURI = "/"
}
