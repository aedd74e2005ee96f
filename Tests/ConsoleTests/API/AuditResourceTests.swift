import Foundation
import HTTPTypes
import JSONText
import MicroHTTP
import Publishing
import Testing

@testable import Console

@Suite("The audit trail in the management API") struct AuditResourceTests {
    private let home: TestConsole
    private let program: TestProgram

    init() throws {
        home = try TestConsole()
        program = try TestProgram(home, [.read], as: "rui")
        try home.feature("home.offers", SampleTexts.screen, SampleTexts.other)
        try home.feature("home.poll", SampleTexts.screen)
        try home.publish("home.offers", revision: 1, from: "9.0")
    }

    private func numbers(_ query: String) throws -> [Int] {
        try program.send(.get, "/audit" + query).json["events"]?.elements.compactMap { $0["number"]?.integer } ?? []
    }

    @Test func `events are filtered by actor, action, subject and time`() throws {
        let all = try home.stores.audit.events(limit: 1_000)
        #expect(try numbers("?limit=1000") == all.map(\.number))
        #expect(try numbers("?actor=ana&subject=home.offers").count == 3)
        let made = try program.send(.get, "/audit?action=release.made&subject=home.offers").json["events"]
        #expect(made?.count == 1)
        #expect(made?[0]?["actor"]?.string == "rui")
        #expect(made?[0]?["detail"]?["kind"]?.string == "publish")
        #expect(made?[0]?["hash"]?.string == all.first { $0.action == "release.made" }?.hash)
        let day = try #require(all.first).at.formatted(.iso8601.year().month().day())
        #expect(try numbers("?limit=1000&since=\(day)&until=\(day)").count == all.count)
        #expect(try numbers("?until=2020-01-01") == [])
        #expect(try numbers("?since=2999-01-01T00:00:00Z") == [])
        #expect(try program.send(.get, "/audit?since=yesterday").json["parameter"]?.string == "since")
        #expect(try program.send(.get, "/audit?limit=0").status == .badRequest)
    }

    @Test func `pages contain each event once, and the last one has no next`() throws {
        let all = try home.stores.audit.events(limit: 1_000).map(\.number)
        var (found, before, pages): ([Int], Int?, Int) = ([], nil, 0)
        repeat {
            let page = try program.send(.get, "/audit?limit=2" + (before.map { "&before=\($0)" } ?? "")).json
            found += page["events"]?.elements.compactMap { $0["number"]?.integer } ?? []
            before = page["next"]?.integer
            pages += 1
        } while before != nil && pages < 100
        #expect(found == all)
        #expect(pages == (all.count + 1) / 2)
    }

    @Test func `an export has the same bytes as that of the console`() throws {
        let lines = try program.send(.get, "/audit/export?subject=home.poll")
        #expect(lines.headers[.contentType] == "application/jsonl; charset=utf-8")
        #expect(lines.headers[.constant("Link")] == nil)
        #expect(lines.text == (try home.get("/audit/export?subject=home.poll&format=json", as: "rui").text))
        let table = try program.send(.get, "/audit/export?format=csv")
        #expect(table.text == (try home.get("/audit/export?format=csv", as: "rui").text))
        #expect(try program.send(.get, "/audit/export?format=xml").status == .badRequest)
    }

    @Test func `an account without the permission to read the audit trail is refused`() throws {
        let analyst = try TestProgram(home, [.read, .edit], as: "ana")
        for path in ["/audit", "/audit/export"] {
            #expect(try analyst.send(.get, path).status == .forbidden)
            #expect(try home.get(path, as: "ana").status == .forbidden)
        }
    }
}
