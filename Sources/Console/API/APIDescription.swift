import Foundation
import HTTPTypes
import JSONSchema
import JSONText
import MicroHTTP

/// The OpenAPI 3.1 description of the management API, read from a file. Requests are checked against it: the names of
/// their query parameters and conditional header fields, and their JSON bodies.
struct APIDescription: Sendable {
    private static let uri = "galley:management"

    /// The prefix of the names of the schemas for request bodies.
    private static let bodyPrefix = "New"

    /// The file's bytes.
    let bytes: [UInt8]
    private let schemas: [String: Schema]
    /// The names of the query's parameters by operation, such as `GET /api/v1/features/{feature}`.
    private let parameters: [String: [String]]
    /// The names of the header parameters by operation.
    private let fields: [String: [String]]
    /// The header fields that set a condition for the request. If the condition does not hold, the request must change
    /// nothing.
    private static let preconditions: [HTTPField.Name] = [.ifMatch, .ifNoneMatch, .ifUnmodifiedSince]

    /// Reads the description from the templates' directory.
    init(templates: String) throws {
        bytes = Array(try Data(contentsOf: URL(fileURLWithPath: templates + "/api/management.json")))
        var resources = SchemaResources()
        let document = try JSONDocument(parsing: bytes)
        resources.add(document, uri: Self.uri, draft: .draft2020)
        let names = document.root["components"]?["schemas"]?.members.map(\.name) ?? []
        schemas = try Dictionary(
            names.filter { $0.hasPrefix(Self.bodyPrefix) }.map { ($0, try Self.compile($0, in: resources)) },
            uniquingKeysWith: { first, _ in first })
        parameters = Self.parameters(of: document.root, in: "query")
        fields = Self.parameters(of: document.root, in: "header")
    }

    /// Throws a problem if the request has a query parameter that the description does not list for its route. For
    /// methods other than GET and HEAD, also throws one for a conditional header field that is not listed.
    ///
    /// If unknown parameters were ignored, a request with a misspelled `dry_run` would create a release instead of
    /// reporting what the release would change. If unsupported header fields were ignored, a request with `If-Match`
    /// would create a release without checking the condition.
    func checkParameters(of request: Request) throws {
        let method: HTTPRequest.Method = request.method == .head ? .get : request.method
        let operation = "\(method.rawValue) \(Self.path(request.route ?? ""))"
        if method != .get {
            let checked = fields[operation] ?? []
            let ignored = Self.preconditions.first { request.headers[$0] != nil && !checked.contains($0.rawName) }
            if let name = ignored?.rawName {
                throw APIProblem.invalidParameter(name, Texts["api.no-precondition", ["name": name]])
            }
        }
        let known = parameters[operation] ?? []
        guard let name = request.query.items.first(where: { !known.contains($0.name) })?.name else { return }
        guard name != "dry_run" else { throw APIProblem.invalidParameter(name, Texts["api.no-dry-run"]) }
        let detail =
            if let meant = Suggestion.nearest(to: name, among: known) {
                Texts["api.unknown-parameter-meant", ["name": name, "meant": meant]]
            } else {
                Texts["api.unknown-parameter", ["name": name]]
            }
        throw APIProblem.invalidParameter(name, detail)
    }

    /// Returns the schema of a request body by its name in the description.
    ///
    /// - Throws: `NoSchema` if the description has no such schema, so that no body is accepted unchecked.
    func schema(_ name: String) throws -> Schema {
        guard let schema = schemas[name] else { throw NoSchema(name: name) }
        return schema
    }

    /// The error for a schema name that the description does not contain.
    private struct NoSchema: Error {
        let name: String
    }

    /// `GET /api/v1/openapi.json`: sends the description; needs no token.
    @Sendable func show(_ request: Request) throws -> Response {
        do { try checkParameters(of: request) } catch let problem as APIProblem { return try problem.response }
        var response = Response.json(bytes)
        response.headers[.cacheControl] = "public, max-age=300"
        return response
    }

    /// Returns a route's pattern in OpenAPI notation: `{feature}` for `:feature` and `{path}` for `*path`.
    private static func path(_ pattern: String) -> String {
        pattern.split(separator: "/", omittingEmptySubsequences: false).map { segment in
            segment.hasPrefix(":") || segment.hasPrefix("*") ? "{\(segment.dropFirst())}" : String(segment)
        }.joined(separator: "/")
    }

    /// Returns, by operation, the names of the parameters whose `in` is `place`: `query` or `header`.
    private static func parameters(of root: JSONValue, in place: String) -> [String: [String]] {
        guard let paths = root["paths"] else { return [:] }
        let shared = root["components"]?["parameters"]
        var names: [String: [String]] = [:]
        for path in paths.members {
            for operation in path.value.members where operation.name != "parameters" {
                names["\(operation.name.uppercased()) \(path.name)"] =
                    operation.value["parameters"]?.elements.compactMap { item -> String? in
                        let reference = item["$ref"]?.string?.split(separator: "/").last
                        let parameter = reference.flatMap { shared?[String($0)] } ?? item
                        return parameter["in"]?.string == place ? parameter["name"]?.string : nil
                    }
            }
        }
        return names
    }

    private static func compile(_ name: String, in resources: SchemaResources) throws -> Schema {
        try Schema.compile(
            "\(uri)#/components/schemas/\(name)", in: resources, options: CompileOptions(checksMetaschema: false))
    }
}
