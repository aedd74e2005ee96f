import Foundation
import HTTPTypes
import MicroHTTP
import PostgreSQL
import Publishing
import SchemaRepository
import TestSupport
import Testing

@testable import ReadAPI

@Suite("Routes in the proxy of the compose file") struct ProxyRouteTests {
    @Test func `the proxy passes a request to a service process only if no read process can answer it`() throws {
        let location = try Self.serviceLocation()
        let service = ServiceAPI(pool: try TestDatabase.make().pool, answerStep: { _, _, _, _ in .notAForm })
        for (method, pattern) in service.router.table where method != .options {
            let isPrepared = PreparedRoute.allCases.contains { $0.pattern == pattern }
            let path = pattern.replacing(/:\w+/, with: "x")
            #expect(path.contains(location) != isPrepared, "\(method) \(pattern)")
        }
        #expect(!(Routes.features + "x").contains(location))
    }

    /// Returns the pattern of the paths that the proxy passes to the service listeners.
    private static func serviceLocation() throws -> Regex<AnyRegexOutput> {
        let text = try String(contentsOfFile: PackageRoot.path + "/docker-compose.yml", encoding: .utf8)
        let found = try #require(text.firstMatch(of: /location ~ (\S+) \{\s+proxy_pass http:\/\/service;/))
        // The compose file writes every dollar sign twice.
        return try Regex(String(found.1).replacing("$$", with: "$"))
    }
}
