import Foundation
import HTTPTypes
import JSONText
import MicroHTTP
import PostgreSQL
import Publishing
import Synchronization
import TestSupport
import Testing

@testable import Console

@Suite("Idempotency keys in the management API") struct IdempotencyTests {
    private let home: TestConsole
    private let program: TestProgram
    private let rule = #"{"rules":[{"feature":"home.offers","revision":1,"platform":"ios","from":"5.2"}]}"#

    init() throws {
        home = try TestConsole()
        program = try TestProgram(home, TokenScope.allCases)
        try home.feature("home.offers", SampleTexts.screen)
    }

    private func key(_ text: String) -> HTTPFields { [.constant("Idempotency-Key"): text] }

    /// Sends a request twice and expects the same answer, and no audit event for the second request.
    private func repeated(
        _ method: HTTPRequest.Method, _ path: String, _ body: String = "", _ name: String
    ) throws {
        let before = try home.stores.audit.events(limit: 1).first?.number ?? 0
        let first = try program.send(method, path, body, headers: key(name))
        #expect(first.status.kind == .successful, "\(path): \(first.text)")
        let made = try #require(try home.stores.audit.events(limit: 1).first?.number) - before
        #expect(made > 0, "\(path)")
        let second = try program.send(method, path, body, headers: key(name))
        #expect(second.status == first.status && second.body == first.body, "\(path): \(second.text)")
        #expect(second.headers[.location] == first.headers[.location], "\(path)")
        #expect(second.headers[.eTag] == first.headers[.eTag], "\(path)")
        #expect(try home.stores.audit.events(limit: 1).first?.number == before + made, "\(path)")
    }

    @Test func `the description lists the Idempotency-Key header field for every change, and only for changes`() throws
    {
        let path = PackageRoot.path + "/Templates/api/management.json"
        let paths = try JSONDocument(parsing: Array(Data(contentsOf: URL(fileURLWithPath: path)))).root["paths"]
        var count = 0
        for path in try #require(paths).members {
            for operation in path.value.members where operation.name != "parameters" {
                let isChange = operation.name != "get" && !["/api/v1/validate", "/api/v1/preview"].contains(path.name)
                let parameters = operation.value["parameters"]?.elements.map { $0["$ref"]?.string } ?? []
                #expect(
                    parameters.contains("#/components/parameters/Idempotency-Key") == isChange,
                    "\(operation.name) \(path.name)")
                count += isChange ? 1 : 0
            }
        }
        #expect(count > 30)
    }

    @Test func `a repeated change is made once and has the same answer, even after other changes`() throws {
        try repeated(.post, "/features", #"{"name":"home.new","kind":"screen"}"#, "a")
        try repeated(.post, "/features/home.offers/revisions", SampleTexts.other, "b")
        #expect(try program.send(.post, "/features/home.offers/revisions", SampleTexts.misspelt).status == .created)
        // Without the key, the save would create revision 4, because the newest revision has another text.
        let again = try program.send(.post, "/features/home.offers/revisions", SampleTexts.other, headers: key("b"))
        #expect(try again.json["revision"]?.integer == 2)
        #expect(again.headers[.eTag] == "\"2\"")
        #expect(try home.stores.revisions.head(of: "home.offers")?.number == 3)

        try repeated(.put, "/features/home.offers/labels", #"{"owner":"Growth"}"#, "c")
        #expect(try program.send(.put, "/features/home.offers/labels", #"{"owner":"Core"}"#).status == .ok)
        #expect(
            try program.send(.put, "/features/home.offers/labels", #"{"owner":"Growth"}"#, headers: key("c"))
                .json["owner"]?.string == "Growth")
        #expect(try home.stores.features.summary(of: "home.offers")?.labels.owner == "Core")
        try repeated(.put, "/features/home.offers/revisions/1/name", #"{"name":"First"}"#, "d")
        try repeated(.post, "/features/home.offers/revisions/1/comments", #"{"text":"Why?"}"#, "e")
        try repeated(.post, "/features/home.offers/clones", #"{"name":"home.copy"}"#, "f")
        try repeated(.post, "/features/home.copy/archives", "{}", "g")
        try repeated(.post, "/features/home.copy/restorations", "", "h")
        try repeated(.post, "/releases", rule, "i")
        try repeated(.post, "/switch-offs", #"{"feature":"home.offers"}"#, "j")
        try repeated(.post, "/switch-ons", #"{"feature":"home.offers"}"#, "k")
        try repeated(.put, "/features/home.offers/cache-times", #"{"fresh":5}"#, "l")
        try repeated(.post, "/features/home.offers/renames", #"{"name":"home.deals"}"#, "m")
        try repeated(.post, "/rollbacks", #"{"feature":"home.offers","to":0}"#, "n")
        try repeated(.put, "/rollout-plans/own", #"{"steps":[{"percent":100,"bakeMinutes":0}]}"#, "o")
        try repeated(.post, "/rollouts", rule, "p")
        try repeated(.post, "/rollouts/1/failures", #"{"count":2}"#, "q")
        #expect(try program.send(.get, "/rollouts/1").json["failures"]?.integer == 2)
        try repeated(.post, "/rollouts/1/stops", "{}", "r")
    }

    @Test func `a key that another request used is refused, whatever part of the request differs`() throws {
        let one = key("\"deploy 7\"")
        #expect(try program.send(.post, "/releases", rule, headers: one).status == .created)
        let at = String(rule.dropLast()) + #","at":"2099-01-01T08:00:00Z"}"#
        let refused = try program.send(.post, "/schedules", at, headers: one)
        #expect(refused.status == .unprocessableContent)
        #expect(try refused.json["type"]?.string == "/problems/idempotency-key-reused")
        #expect(try refused.json["detail"]?.string?.contains("release 1") == true)
        #expect(try program.send(.get, "/schedules").json["schedules"]?.count == 0)
        for (method, path, body) in [
            (.post, "/releases", rule.replacing("5.2", with: "5.3")), (.post, "/releases", rule + " "),
            (.post, "/features", #"{"name":"home.new","kind":"screen"}"#),
            (.put, "/features/home.offers/labels", #"{"owner":"Growth"}"#),
            (.post, "/features/home.offers/revisions?note=x", SampleTexts.other),
        ] as [(HTTPRequest.Method, String, String)] {
            #expect(try program.send(method, path, body, headers: one).status == .unprocessableContent, "\(path)")
        }
        // The same request of another account counts as another request.
        let other = try TestProgram(home, [.publish], as: "rui")
        #expect(try other.send(.post, "/releases", rule, headers: one).status == .unprocessableContent)

        #expect(try program.send(.post, "/schedules", at, headers: key("s")).status == .created)
        #expect(
            try program.send(.post, "/releases", rule, headers: key("s")).json["detail"]?.string?.contains("schedule 1")
                == true)
        #expect(try program.send(.put, "/features/home.offers/labels", "{}", headers: key("u")).status == .ok)
        #expect(try program.send(.post, "/releases", rule, headers: key("u")).status == .unprocessableContent)
        #expect(try home.stores.releases.newest() == 1)
        #expect(try home.stores.revisions.head(of: "home.offers")?.number == 1)
    }

    @Test func `a key is refused if the same bytes have another media type`() throws {
        let text = #"[{"key":"a","title":"A"}]"#
        var json = key("lists")
        json[.contentType] = "application/json"
        var csv = json
        csv[.contentType] = "text/csv; charset=utf-8"
        let first = try program.send(.put, "/option-lists/schools", text, headers: json)
        #expect(first.status == .created)
        let other = try program.send(.put, "/option-lists/schools", text, headers: csv)
        #expect(try other.json["type"]?.string == "/problems/idempotency-key-reused")
        json[.contentType] = "Application/JSON; charset=utf-8"
        #expect(try program.send(.put, "/option-lists/schools", text, headers: json).body == first.body)

        csv[.constant("Idempotency-Key")] = "rows"
        let rows = "key,title\na,A\n"
        let replaced = try program.send(.put, "/option-lists/schools", rows, headers: csv)
        #expect(replaced.status == .ok)
        csv[.contentType] = "text/csv"
        #expect(try program.send(.put, "/option-lists/schools", rows, headers: csv).body == replaced.body)
    }

    @Test func `invalid requests and dry runs do not use the key, and an overlong key is refused`() throws {
        let one = key("one")
        let wrong = rule.replacing("ios", with: "symbian")
        #expect(try program.send(.post, "/releases", wrong, headers: one).status == .unprocessableContent)
        #expect(try program.send(.post, "/releases?dry_run=true", rule, headers: one).status == .ok)
        #expect(try program.send(.post, "/validate", SampleTexts.screen, headers: one).status == .ok)
        #expect(try program.send(.post, "/releases", rule, headers: one).status == .created)
        let long = key(String(repeating: "k", count: 201))
        let refused = try program.send(.put, "/features/home.offers/labels", "{}", headers: long)
        #expect(refused.status == .badRequest)
        #expect(try refused.json["parameter"]?.string == "Idempotency-Key")
    }

    @Test func `a repeated approval that was refused as stale gets the same refusal again`() throws {
        try home.feature("home.offers", SampleTexts.other)
        #expect(try program.send(.post, "/releases", rule).status == .created)
        let two = rule.replacing(#""revision":1"#, with: #""revision":2"#)
        #expect(try program.send(.post, "/rollouts", two).status == .created)
        #expect(try program.send(.post, "/switch-offs", #"{"feature":"home.offers"}"#).status == .created)

        let path = "/rollouts/1/approvals"
        let refused = try program.send(.post, path, "{}", headers: key("one"))
        #expect(refused.status == .conflict)
        #expect(try refused.json["type"]?.string == "/problems/stale")
        let again = try program.send(.post, path, "{}", headers: key("one"))
        #expect(again.status == refused.status && again.body == refused.body, "\(again.text)")
        for name in [HTTPField.Name.contentType, .cacheControl] {
            #expect(again.headers[name] == refused.headers[name] && again.headers[name] != nil)
        }
        #expect(try program.send(.get, "/rollouts/1").json["step"]?.integer == 0)
        #expect(try program.send(.post, "/switch-ons", #"{"feature":"home.offers"}"#).status == .created)
        let approved = try program.send(.post, path, "{}", headers: key("two"))
        #expect(try approved.json["step"]?.integer == 1, "\(approved.text)")
    }

    @Test func `an empty Idempotency-Key or If-Match, as from an unset variable, is refused`() throws {
        let save = "/features/home.offers/revisions"
        for value in ["", " "] {
            for (name, path, body) in [
                ("Idempotency-Key", "/releases", rule), ("Idempotency-Key", save, SampleTexts.other),
                ("If-Match", save, SampleTexts.other),
            ] {
                let refused = try program.send(.post, path, body, headers: [.constant(name): value])
                #expect(refused.status == .badRequest, "\(name)")
                #expect(try refused.json["parameter"]?.string == name)
                #expect(
                    try refused.json["detail"]?.string
                        == "`\(name)` is empty. Send a value, or leave the header field out.")
            }
        }
        #expect(try home.stores.releases.newest() == 0)
        #expect(try home.stores.revisions.head(of: "home.offers")?.number == 1)
        #expect(try program.send(.post, save, SampleTexts.other, headers: [.ifMatch: "*"]).status == .created)
    }

    @Test func `two keys in one request are refused, and neither is used`() throws {
        var two = key("a")
        two.append(HTTPField(name: .constant("Idempotency-Key"), value: "b"))
        let refused = try program.send(.post, "/releases", rule, headers: two)
        #expect(refused.status == .badRequest)
        #expect(try refused.json["parameter"]?.string == "Idempotency-Key")
        #expect(try home.stores.releases.newest() == 0)
        #expect(try program.send(.post, "/releases", rule, headers: key("b")).status == .created)
        #expect(try program.send(.put, "/features/home.offers/labels", "{}", headers: key("a")).status == .ok)
    }

    @Test func `If-Match with an asterisk requires that the feature has a revision`() throws {
        let name = "/features/home.new"
        for path in [name + "/revisions?kind=screen", name + "/revisions"] {
            let refused = try program.send(.post, path, SampleTexts.screen, headers: [.ifMatch: " * "])
            #expect(refused.status == .preconditionFailed, "\(path)")
            #expect(try refused.json["detail"]?.string?.contains("`If-Match: *`") == true)
            _ = try program.send(.post, "/features", #"{"name":"home.new","kind":"screen"}"#)
        }
        #expect(try program.send(.get, name).json["revisions"]?.count == 0)
        let first = try program.send(.post, name + "/revisions", SampleTexts.screen, headers: [.ifMatch: "\"0\""])
        #expect(first.status == .created)
        let second = try program.send(.post, name + "/revisions", SampleTexts.other, headers: [.ifMatch: "*"])
        #expect(second.status == .created)
    }

    @Test func `a repeated change whose answer was not stored is not made again`() throws {
        let comment = "/features/home.offers/revisions/1/comments"
        let devices = "/devices"
        let device = #"{"feature":"home.offers","revision":1}"#
        #expect(try program.send(.post, comment, #"{"text":"Why?"}"#, headers: key("a")).status == .created)
        #expect(try program.send(.post, "/releases", rule, headers: key("b")).status == .created)
        #expect(try program.send(.post, devices, device, headers: key("c")).status == .created)
        #expect(try home.answers() == 2)
        // The state after a process ended between the change and storing its answer.
        try home.pool.withConnection { try $0.execute("DELETE FROM idempotency_answer") }
        let events = try home.stores.audit.events(limit: 1).first?.number
        for (path, body, name) in [(comment, #"{"text":"Why?"}"#, "a"), (devices, device, "c")] {
            let unknown = try program.send(.post, path, body, headers: key(name))
            #expect(unknown.status == .conflict)
            #expect(try unknown.json["type"]?.string == "/problems/answer-not-kept")
        }
        let again = try program.send(.post, "/releases", rule, headers: key("b"))
        #expect(again.status == .created)
        #expect(try again.json["release"]?.integer == 1)
        #expect(try home.stores.audit.events(limit: 1).first?.number == events)
        #expect(try home.stores.releases.newest() == 1)
    }

    @Test func `only one of several simultaneous requests with the same key creates the comment`() throws {
        let comment = "/features/home.offers/revisions/1/comments"
        let answers = Mutex<[Result<HTTPResponse.Status, any Error>]>([])
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            let answer = Result { try program.send(.post, comment, #"{"text":"Why?"}"#, headers: key("a")).status }
            answers.withLock { $0.append(answer) }
        }
        let statuses = try answers.withLock { try $0.map { try $0.get() } }
        #expect(statuses.contains(.created))
        #expect(statuses.allSatisfy { $0 == .created || $0 == .conflict })
        let made = try home.stores.audit.events(limit: 20).filter { $0.action == "review.commented" }
        #expect(made.count == 1)
    }
}

extension TestConsole {
    /// Returns the number of stored answers.
    fileprivate func answers() throws -> Int? {
        try pool.withConnection { connection in
            try connection.query("SELECT count(*) AS count FROM idempotency_answer").first?["count", as: Int.self]
        }
    }
}
