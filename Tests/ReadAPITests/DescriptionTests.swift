import HTTPTypes
import JSONText
import MicroHTTP
import PostgreSQL
import Publishing
import SchemaRepository
import TestSupport
import Testing

@testable import ReadAPI

@Suite("The description of the read API") struct DescriptionTests {
    @Test func `every route has a path in the description, and every path has a route`() throws {
        let paths = try #require(try JSONDocument(parsing: OpenAPIDocument.text(platforms: [])).root["paths"])
        let described = paths.members.flatMap { path in
            path.value.members.map { "\($0.name.uppercased()) \(path.name)" }
        }
        let service = ServiceAPI(pool: try TestDatabase.make().pool, answerStep: { _, _, _, _ in .notAForm })
        let routes = service.router.table.filter { $0.method != .options }.map { method, pattern in
            let path = pattern.replacing(#/:(\w+)/#) { "{" + $0.1 + "}" }
            return "\(method.rawValue) \(path)"
        }
        // Only the read process answers editions, without a router.
        let editions = "GET /v1/features/{name}"
        // Not described: to an app on a test device, the part before the second `/v1` is the address of the read API.
        let devices = "GET /v1/devices/{token}/v1/features/{name}"

        #expect(Set(described) == Set(routes + [editions]).subtracting([devices]))
        #expect(routes.contains(devices))
    }

    @Test(arguments: ["/v1/manifest", "/v1/bundle"])
    func `the header fields of a signed document are described`(path: String) throws {
        let node = try TestNode()
        let paths = try JSONDocument(parsing: OpenAPIDocument.text(platforms: [])).root["paths"]
        let headers = try #require(paths?[path]?["get"]?["responses"]?["200"]?["headers"])
        let described = Set(headers.members.map { $0.name })
        let answer = try RawClient.get("\(path)?platform=ios&client_version=1.0", port: node.port)
        for name in described { #expect(answer.field(name) != nil, "\(name)") }
        let input = try #require(answer.field("Signature-Input"))
        for name in described where name.hasPrefix("Galley-") { #expect(input.contains("\"\(name.lowercased())\"")) }
        #expect(described.isSuperset(of: ["ETag", "Cache-Control", "Content-Digest", "Signature", "Galley-Versions"]))
    }

    @Test func `the read process answers every route that both processes share`() {
        let resolver = ReadResolver(state: ServingState())
        func isFound(_ path: String) -> Bool {
            do throws(Problem) {
                _ = try resolver.outcome(of: path)
                return true
            } catch {
                return error.kind != .notFound
            }
        }
        for route in PreparedRoute.allCases { #expect(isFound(route.pattern), "\(route.pattern)") }
        #expect(isFound("/v1/features/home?platform=ios&client_version=1"))
        #expect(!isFound("/v1/changes") && !isFound("/v1/manifest/") && !isFound("/"))
    }
}
