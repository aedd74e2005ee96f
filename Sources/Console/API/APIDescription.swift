import Foundation
import HTTPTypes
import JSONSchema
import JSONText
import MicroHTTP

/// The OpenAPI 3.1 description of the management API. It stands in a file; its schemas also check what programs send.
struct APIDescription: Sendable {
    private static let uri = "galley:management"

    /// The schemas of what programs send, by the names in the description.
    private static let bodies = [
        "NewFeature", "NewName", "NewLabels", "NewCacheTimes", "NewClone", "NewArchive", "NewRevisionName",
        "NewReview", "NewApproval", "NewComment", "NewRelease", "NewRollback", "NewRemoval", "NewSwitch", "NewSchedule",
        "NewDevice", "NewWebhook",
    ]

    /// The file's bytes.
    let bytes: [UInt8]
    private let schemas: [String: Schema]

    /// Reads the description below the templates' directory.
    init(templates: String) throws {
        bytes = Array(try Data(contentsOf: URL(fileURLWithPath: templates + "/api/management.json")))
        var resources = SchemaResources()
        resources.add(try JSONDocument(parsing: bytes), uri: Self.uri, draft: .draft2020)
        schemas = try Dictionary(
            Self.bodies.map { ($0, try Self.compile($0, in: resources)) }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the schema of a body by its name in the description.
    func schema(_ name: String) -> Schema? { schemas[name] }

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
