import Foundation
import HTTPTypes
import JSONSchema
import JSONText
import MicroHTTP

/// The OpenAPI 3.1 description of the management API, read from a file; its schemas also check the bodies of requests.
struct APIDescription: Sendable {
    private static let uri = "galley:management"

    /// The prefix of the names of the schemas for request bodies.
    private static let bodies = "New"

    /// The file's bytes.
    let bytes: [UInt8]
    private let schemas: [String: Schema]

    /// Reads the description from the templates' directory.
    init(templates: String) throws {
        bytes = Array(try Data(contentsOf: URL(fileURLWithPath: templates + "/api/management.json")))
        var resources = SchemaResources()
        let document = try JSONDocument(parsing: bytes)
        resources.add(document, uri: Self.uri, draft: .draft2020)
        let names = document.root["components"]?["schemas"]?.members.map(\.name) ?? []
        schemas = try Dictionary(
            names.filter { $0.hasPrefix(Self.bodies) }.map { ($0, try Self.compile($0, in: resources)) },
            uniquingKeysWith: { first, _ in first })
    }

    /// Returns the schema of a body by its name in the description.
    ///
    /// - Throws: `NoSchema` if the description has none, so that no body goes unchecked.
    func schema(_ name: String) throws -> Schema {
        guard let schema = schemas[name] else { throw NoSchema(name: name) }
        return schema
    }

    /// The error that the description has no schema for a body.
    private struct NoSchema: Error {
        let name: String
    }

    /// `GET /api/v1/openapi.json`.
    @Sendable func show(_ request: Request) -> Response {
        var response = Response.json(bytes)
        response.headers[.cacheControl] = "public, max-age=300"
        return response
    }

    private static func compile(_ name: String, in resources: SchemaResources) throws -> Schema {
        try Schema.compile(
            "\(uri)#/components/schemas/\(name)", in: resources, options: CompileOptions(checksMetaschema: false))
    }
}
