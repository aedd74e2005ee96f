import HTTPTypes
import JSONText
import MicroHTTP
import Publishing
import Testing

@testable import Console

@Suite("Query parameters and preconditions of the management API") struct QueryParameterTests {
    private let home: TestConsole

    init() throws { home = try TestConsole() }

    @Test func `a misspelt dry_run is refused with a suggestion and makes no release`() throws {
        let program = try TestProgram(home, [.publish])
        try home.feature("home.offers", SampleTexts.screen)
        let rule = #"{"rules":[{"feature":"home.offers","revision":1,"platform":"ios","from":"5.2"}]}"#
        for name in ["dryRun", "dry-run", "DRY_RUN", "dryrun"] {
            let refused = try program.send(.post, "/releases?\(name)=true", rule)
            #expect(refused.status == .badRequest, "\(name)")
            let problem = try refused.json
            #expect(problem["type"]?.string == "/problems/invalid-parameter" && problem["parameter"]?.string == name)
            #expect(
                problem["detail"]?.string
                    == "“\(name)” is not a parameter of this address; did you mean “dry_run”?")
        }
        #expect(try home.stores.releases.newest() == 0)
        #expect(try program.send(.post, "/releases?dry_run=true", rule).status == .ok)
    }

    @Test func `every route refuses parameters and preconditions that it does not support`() throws {
        let program = try TestProgram(home, TokenScope.allCases)
        for route in home.console.routes where route.pattern.hasPrefix("/api/") {
            let path = String(route.pattern.dropFirst("/api/v1".count).replacing(/[:*]\w+/, with: "1"))
            let refused = try program.send(route.method, path + "?qqqqqq=1")
            #expect(refused.status == .badRequest, "\(route)")
            #expect(try refused.json["detail"]?.string == "“qqqqqq” is not a parameter of this address.", "\(route)")
        }
        let save = try program.send(.post, "/features/home.offers/revisions?dry_run=true", "{}")
        #expect(try save.json["detail"]?.string == "This address does not support dry runs; leave “dry_run” out.")
        // A precondition that is not checked must be refused, because it would not protect the change.
        for route in home.console.routes where route.pattern.hasPrefix("/api/") && route.method != .get {
            let path = String(route.pattern.dropFirst("/api/v1".count).replacing(/[:*]\w+/, with: "1"))
            for name in [HTTPField.Name.ifMatch, .ifNoneMatch, .ifUnmodifiedSince] {
                let refused = try program.send(route.method, path, "{}", headers: [name: "\"99\""])
                let isRefused = try refused.json["parameter"]?.string == name.rawName
                let isChecked = name == .ifMatch && route.pattern.hasSuffix("/:feature/revisions")
                #expect(isRefused != isChecked, "\(route) \(name)")
            }
        }
        let head = Request(.head, "/api/v1/nodes?x=1", headers: [.authorization: "Bearer \(program.token ?? "")"])
        #expect(try home.console.respond(to: head).status == .badRequest)
    }
}
