import Foundation
import HTTPTypes
import JSONText
import MicroHTTP
import Publishing
import Testing

@testable import Console

@Suite("The management API") struct ManagementTests {
    private let home: TestConsole

    init() throws { home = try TestConsole() }

    @Test func `the routes are exactly the operations of the description`() throws {
        let routes = home.console.routes.filter { $0.pattern.hasPrefix("/api/") }
        #expect(
            Set(routes.map { "\($0.method) \($0.pattern.replacing("*", with: ":"))" }) == (try APIContract().routes))
        let description = try TestProgram(home, token: nil).send(.get, "/openapi.json")
        #expect(try description.json["openapi"]?.string == "3.1.0")
    }

    @Test func `the description lists all states and orders of the list of features`() throws {
        let contract = try APIContract()
        #expect(
            try contract.words(of: "state", at: "/api/v1/features") == LiveState.allCases.map(\.rawValue))
        #expect(
            try contract.words(of: "sort", at: "/api/v1/features") == FeatureOrder.allCases.map(\.rawValue))
    }

    @Test func `validate returns diagnostics with places, hints and fixes, and a rewrite of a pasted text`() throws {
        let program = try TestProgram(home, [.read])
        let good = try program.send(.post, "/validate", SampleTexts.screen)
        #expect(try good.json["valid"]?.boolean == true)
        #expect(try good.json["kind"]?.string == "/screens/Screen")

        let answer = try program.send(.post, "/validate?kind=screen", SampleTexts.misspelt).json
        #expect(answer["valid"]?.boolean == false)
        let finding = try #require(answer["diagnostics"]?[0])
        #expect(finding["pointer"]?.string == "/widgets/0/content/text/color")
        #expect(finding["line"]?.integer == 6)
        #expect(finding["hint"]?.string == "Use textPrimary")
        let fix = try #require(finding["fix"])
        let (start, end) = (fix["start"]?.integer ?? 0, fix["end"]?.integer ?? 0)
        var bytes = Array(SampleTexts.misspelt.utf8)
        bytes.replaceSubrange(start..<end, with: Array((fix["text"]?.string ?? "").utf8))
        #expect(String(decoding: bytes, as: UTF8.self) == SampleTexts.screen)

        let pasted = SampleTexts.screen.replacingOccurrences(of: "\"Offers\"", with: "“Offers”")
        let repaired = try program.send(.post, "/validate", pasted).json
        #expect(repaired["valid"]?.boolean == false)
        #expect(repaired["rewrite"]?["text"]?.string == SampleTexts.screen)
        #expect(try program.send(.post, "/validate?kind=scren", SampleTexts.screen).status == .unprocessableContent)
    }

    @Test func `a program saves, publishes, switches off and rolls back, and the audit trail names its token`() throws {
        let program = try TestProgram(home, [.edit, .publish], named: "CI of the texts")
        let made = try program.send(.post, "/features", #"{"name":"home.offers","kind":"screen"}"#)
        #expect(made.status == .created)
        #expect(try program.send(.post, "/features", #"{"name":"home.offers","kind":"screen"}"#).status == .ok)
        let saved = try program.send(.post, "/features/home.offers/revisions?note=first", SampleTexts.screen)
        #expect(saved.status == .created)
        #expect(saved.headers[.eTag] == "\"1\"")
        #expect(try saved.json["valid"]?.boolean == true)
        #expect(saved.location == "/api/v1/features/home.offers/revisions/1")
        #expect(try program.send(.get, "/features/home.offers/revisions/1/document").text == SampleTexts.screen)

        let rule = #"{"rules":[{"feature":"home.offers","revision":1,"platform":"ios","from":"5.2"}],"expected":0}"#
        let plan = try program.send(.post, "/releases?dry_run=true", rule)
        #expect(plan.status == .ok)
        #expect(try plan.json["dryRun"]?.boolean == true)
        #expect(try home.stores.releases.newest() == 0)
        let key: HTTPFields = [.constant("Idempotency-Key"): "\"one\""]
        let released = try program.send(.post, "/releases", rule, headers: key)
        #expect(released.status == .created)
        #expect(released.location == "/api/v1/releases/1")
        #expect(try released.json["features"]?[0]?.rawText == plan.json["features"]?[0]?.rawText)
        #expect(try program.send(.post, "/releases", rule, headers: key).text == released.text)
        let other = rule.replacingOccurrences(of: "5.2", with: "5.3")
        #expect(try program.send(.post, "/releases", other, headers: key).status == .unprocessableContent)
        #expect(try program.send(.post, "/releases", other).status == .conflict)

        let client = "/features/home.offers/resolution?platform=ios&client_version="
        #expect(try program.send(.get, client + "6.0+7").json["revision"]?.integer == 1)
        #expect(try program.send(.get, client + "5.1").status == .notFound)
        let off = #"{"feature":"home.offers","reason":"crash"}"#
        #expect(try program.send(.post, "/switch-offs", off).status == .created)
        #expect(try program.send(.post, "/switch-offs", off).json["unchanged"]?.boolean == true)
        #expect(try program.send(.get, client + "6.0").status == .gone)
        #expect(try program.send(.post, "/switch-ons", off).status == .created)
        let back = #"{"feature":"home.offers","to":0,"reason":"not yet"}"#
        #expect(try program.send(.post, "/rollbacks", back).status == .created)
        #expect(try program.send(.get, "/releases?limit=2").json["releases"]?.count == 2)
        #expect(try program.send(.get, "/releases/1").json["author"]?.string == "mira")
        #expect(try program.send(.get, "/features?state=nothing-live").json["total"]?.integer == 1)
        #expect(try program.send(.get, "/features/home.offers").json["revisions"]?.count == 1)

        let events = try home.stores.audit.events(limit: 20).filter { $0.actor.name == "mira" }
        #expect(events.count >= 6)
        #expect(events.allSatisfy { $0.detail.contains(#""byTokenName": "CI of the texts""#) })
    }

    @Test func `a rollback with an incomplete or ambiguous target is refused`() throws {
        let program = try TestProgram(home, [.publish])
        try home.feature("home.offers", SampleTexts.screen)
        try home.publish("home.offers", revision: 1, from: "9.0")
        for target in [
            #""feature":"home.offers""#, #""feature":"home.offers","release":1"#, #""to":0,"release":1"#,
            #""feature":"home.offers","since":"2020-01-01T00:00:00Z""#,
            #""feature":"home.offers","to":null,"release":1"#, #""feature":"home.offers","to":0.5"#,
            #""feature":"home.offers","to":0,"release":1"#,
        ] {
            let refused = try program.send(.post, "/rollbacks", "{\(target)}")
            #expect(refused.status == .unprocessableContent, "\(target)")
        }
        #expect(try home.stores.releases.newest() == 1)
        let back = try program.send(.post, "/rollbacks", #"{"feature":"home.offers","to":0.0}"#)
        #expect(back.status == .created)
        #expect(try home.stores.releases.rules(of: "home.offers") == [])
    }

    @Test func `the state at the time of a release includes the changes of that release`() throws {
        let program = try TestProgram(home, [.read, .publish])
        try home.feature("home.offers", SampleTexts.screen, SampleTexts.screen + " ", SampleTexts.screen + "  ")
        for revision in 1...3 { try home.publish("home.offers", revision: revision, from: "9.0") }
        let time = try #require(try program.send(.get, "/releases/2").json["createdAt"]?.string)

        let asked = "/features/home.offers/resolution?platform=ios&client_version=9.0&at=\(time)"
        let then = try program.send(.get, asked)
        #expect(try then.json["revision"]?.integer == 2)
        let plan = try program.send(.post, "/rollbacks?dry_run=true", #"{"since":"\#(time)"}"#)
        #expect(try plan.json["features"]?[0]?["rules"]?[0]?["revision"]?.integer == 2)
    }

    @Test func `a feature is labelled, cloned, archived and restored with a token`() throws {
        let program = try TestProgram(home, [.edit, .publish])
        try home.feature("home.offers", SampleTexts.screen)
        let path = "/features/home.offers"
        let labelled = try program.send(.put, path + "/labels", #"{"owner":"Growth","tags":["Spring","a b"]}"#)
        #expect(try labelled.json["tags"]?.elements.compactMap(\.string) == ["spring", "a", "b"])
        #expect(try program.send(.put, path + "/labels", #"{"tags":[]}"#).json["owner"]?.string == "Growth")
        #expect(try program.send(.put, path + "/labels", #"{"owner":1}"#).status == .unprocessableContent)
        let long = String(repeating: "o", count: 101)
        #expect(try program.send(.put, path + "/labels", #"{"owner":"\#(long)"}"#).json["parameter"]?.string == "owner")
        #expect(try program.send(.put, "/features/nowhere/labels", "{}").status == .notFound)
        #expect(try program.send(.get, "/features?owner=Growth").json["total"]?.integer == 1)
        #expect(try program.send(.get, "/features?tag=spring").json["total"]?.integer == 0)

        let clone = try program.send(.post, path + "/clones", #"{"name":"home.copy"}"#)
        #expect(clone.status == .created && clone.location == "/api/v1/features/home.copy")
        #expect(try program.send(.post, path + "/clones", #"{"name":"home.copy"}"#).status == .conflict)
        #expect(try program.send(.post, path + "/clones", #"{"name":"x","revision":7}"#).status == .notFound)

        #expect(try program.send(.post, path + "/archives", #"{"reason":"old"}"#).json["state"]?.string == "archived")
        #expect(try program.send(.get, "/features").json["total"]?.integer == 1)
        #expect(try program.send(.get, "/features?state=archived").json["total"]?.integer == 1)
        let rule = #"{"rules":[{"feature":"home.offers","revision":1,"platform":"ios","from":"5.2"}]}"#
        let refused = try program.send(.post, "/releases", rule)
        #expect(try refused.json["problems"]?[0]?["code"]?.string == "archived")
        #expect(try program.send(.post, path + "/restorations").json["archive"] == nil)
        #expect(try program.send(.post, "/releases", rule).status == .created)
        #expect(try program.send(.post, path + "/archives", "{}").status == .conflict)
        let reader = try TestProgram(home, [.read])
        for path in ["labels", "cache-times", "clones", "archives", "restorations"] {
            let method: HTTPRequest.Method = ["labels", "cache-times"].contains(path) ? .put : .post
            #expect(try reader.send(method, "/features/home.offers/" + path, "{}").status == .forbidden)
        }
    }

    @Test func `cache times are set one by one, and as a release if the feature is live`() throws {
        let program = try TestProgram(home, [.edit, .publish])
        try home.feature("home.offers", SampleTexts.screen)
        let path = "/features/home.offers/cache-times"
        #expect(try program.send(.put, path, #"{"fresh":5}"#).json["cacheTime"]?["fresh"]?.integer == 5)
        let both = try program.send(.put, path, #"{"staleIfError":0}"#).json
        #expect(both["cacheTime"]?["fresh"]?.integer == 5 && both["cacheTime"]?["staleIfError"]?.integer == 0)
        for wrong in [#"{"fresh":-1}"#, #"{"fresh":86401}"#, #"{"fresh":"5"}"#, #"{"age":5}"#] {
            #expect(try program.send(.put, path, wrong).status == .unprocessableContent, "\(wrong)")
        }
        #expect(try program.send(.put, "/features/nowhere/cache-times", "{}").status == .notFound)
        #expect(try TestProgram(home, [.edit]).send(.put, path, "{}").status == .forbidden)

        try home.publish("home.offers", revision: 1, from: "9.0")
        #expect(try program.send(.put, path, #"{"fresh":6}"#).json["release"]?.integer == 2)
        #expect(try program.send(.put, path, #"{"fresh":6}"#).json["release"]?.integer == 2)
        #expect(try program.send(.get, "/releases").json["releases"]?[0]?["kind"]?.string == "caching")
    }

    @Test func `a renamed feature accepts requests under both names during the grace period`() throws {
        let program = try TestProgram(home, [.edit, .publish])
        try home.feature("home.offers", SampleTexts.screen)
        try home.feature("home.poll", SampleTexts.screen)
        try home.publish("home.offers", revision: 1, from: "9.0")
        let path = "/features/home.offers"
        let editor = try TestProgram(home, [.edit])
        #expect(try editor.send(.post, path + "/renames", #"{"name":"home.deals"}"#).status == .forbidden)
        #expect(try program.send(.post, path + "/renames", #"{"name":"home.poll"}"#).status == .conflict)
        #expect(try program.send(.post, path + "/renames", #"{"name":"Home"}"#).status == .unprocessableContent)
        #expect(try program.send(.post, "/features/nowhere/renames", #"{"name":"x"}"#).status == .notFound)

        let renamed = try program.send(.post, path + "/renames", #"{"name":"home.deals","graceDays":30}"#)
        #expect(try renamed.json["name"]?.string == "home.deals")
        let shown = try program.send(.get, path)
        #expect(try shown.json["feature"]?["name"]?.string == "home.deals")
        #expect(try shown.json["formerNames"]?[0]?["name"]?.string == "home.offers")
        #expect(try program.send(.post, path + "/revisions", SampleTexts.other).json["feature"]?.string == "home.deals")
        let rule = #"{"rules":[{"feature":"home.offers","revision":2,"platform":"ios","from":"9.0"}]}"#
        #expect(try program.send(.post, "/releases", rule).status == .created)
        let client = path + "/resolution?platform=ios&client_version=9.1"
        #expect(try program.send(.get, client).json["revision"]?.integer == 2)
        #expect(try program.send(.get, "/releases").json["releases"]?[1]?["kind"]?.string == "rename")
    }

    @Test func `a rename without a grace period warns of live documents that still use the name`() throws {
        let program = try TestProgram(home, [.edit, .publish])
        try home.feature("home.offers", SampleTexts.screen)
        try home.publish("home.offers", revision: 1, from: "5.2")
        try home.flow(to: "home.offers")
        let path = "/features/home.offers/renames"
        let later = try program.send(.post, path, #"{"name":"home.deals","graceDays":7}"#)
        #expect(try later.json["warnings"]?.count == 0)
        _ = try program.send(.post, "/features/home.deals/renames", #"{"name":"home.offers","graceDays":0}"#)

        let settings = try home.get("/features/home.offers/settings", as: "rui").text
        #expect(settings.contains("Documents of cards.flow use the name home.offers."))
        let renamed = try program.send(.post, path, #"{"name":"home.sale","graceDays":0}"#).json
        #expect(
            renamed["warnings"]?[0]?["message"]?.string
                == "`cards.flow` (revision 1, line 1) still uses `home.offers`, which no longer works.")
        #expect(renamed["warnings"]?.count == 1)
    }

    @Test func `the settings page states the name that documents use, even if it is a former name`() throws {
        try home.feature("home.offers", SampleTexts.screen)
        try home.publish("home.offers", revision: 1, from: "5.2")
        try home.flow(to: "home.offers")
        _ = try home.stores.releases.rename(RenameRequest(feature: "home.offers", name: "home.deals"), by: .operator)

        let settings = try home.get("/features/home.deals/settings", as: "rui").text
        #expect(settings.contains("Documents of cards.flow use the former name home.offers."))
    }

    @Test func `a review is requested, commented and decided with tokens of the right scope`()
        throws
    {
        _ = try home.stores.accounts.add(
            name: "lea", password: TestConsole.password, roles: [.reviewer, .analyst], by: .operator)
        let author = try TestProgram(home, [.edit, .publish])
        let reviewer = try TestProgram(home, [.edit, .review], as: "lea")
        try home.feature("home.offers", SampleTexts.screen)
        try home.publish("home.offers", revision: 1, from: "9.0")
        let saved = try author.send(.post, "/features/home.offers/revisions", SampleTexts.other).json
        let path = "/features/home.offers/revisions/2"
        let hash = try #require(saved["hash"]?.string)

        #expect(try author.send(.post, path + "/reviews", #"{"people":["nobody"]}"#).status == .unprocessableContent)
        #expect(try author.send(.post, path + "/reviews", #"{"roles":["king"]}"#).status == .unprocessableContent)
        let asked = #"{"people":["lea"],"note":"Evening text"}"#
        #expect(try author.send(.post, path + "/reviews", asked).status == .created)
        #expect(try author.send(.post, path + "/reviews", asked).status == .ok)
        let list = try reviewer.send(.get, "/reviews").json["reviews"]
        #expect(list?[0]?["feature"]?.string == "home.offers" && list?[0]?["state"]?.string == "in-review")
        let comment = #"{"pointer":"/title","text":"Too long?"}"#
        let commented = try reviewer.send(.post, path + "/comments", comment)
        #expect(commented.status == .created)
        #expect(commented.text == (try author.send(.get, path + "/review").text))
        #expect(try author.send(.post, path + "/reviews", asked).json["comments"]?.count == 1)
        #expect(
            try reviewer.send(.post, path + "/comments", #"{"pointer":"/x","text":"y"}"#).json["type"]?.string
                == "/problems/no-such-element")
        #expect(try author.send(.get, path + "/review").json["comments"]?[0]?["pointer"]?.string == "/title")

        let approval = #"{"verdict":"approved","hash":"\#(hash)"}"#
        // The author's token lacks the scope `review`, and Ana lacks the role that a token with that scope requires.
        #expect(try author.send(.post, path + "/approvals", approval).status == .forbidden)
        #expect(
            try home.stores.tokens.create(for: "ana", called: "x", scopes: [.review], expiresAt: nil, by: .operator)
                == .forbidden(.review))
        // Mira's tokens saved revision 2, so her approval is refused.
        let own = try TestProgram(home, [.review])
        #expect(try own.send(.post, path + "/approvals", approval).json["type"]?.string == "/problems/contributor")
        let other = #"{"verdict":"approved","hash":"\#(String(repeating: "0", count: 64))"}"#
        #expect(try reviewer.send(.post, path + "/approvals", other).status == .conflict)
        let changes = #"{"verdict":"changes-requested","hash":"\#(hash)"}"#
        #expect(try reviewer.send(.post, path + "/approvals", changes).json["type"]?.string == "/problems/text-missing")
        let approved = try reviewer.send(.post, path + "/approvals", approval)
        #expect(try approved.json["state"]?.string == "approved")
        #expect(approved.text == (try author.send(.get, path + "/review").text))
        #expect(try reviewer.send(.post, path + "/approvals", approval).status == .ok)
        #expect(try author.send(.post, path + "/review-withdrawals").status == .ok)
        #expect(try author.send(.get, "/reviews").json["reviews"]?.count == 0)
        #expect(try author.send(.get, "/features/home.offers/revisions/9/review").status == .notFound)
        let events = try home.stores.audit.events(limit: 30).filter { $0.action == "revision.approved" }
        #expect(events.map(\.actor.name) == ["lea"])
    }

    @Test func `comments need the scope review, edit or publish`() throws {
        _ = try home.stores.accounts.add(
            name: "lea", password: TestConsole.password, roles: [.reviewer], by: .operator)
        try home.feature("home.offers", SampleTexts.screen)
        let comments = "/features/home.offers/revisions/1/comments"
        let body = #"{"pointer":"/title","text":"Too long?"}"#
        for (account, scope) in [("lea", TokenScope.review), ("ana", .edit), ("rui", .publish)] {
            let program = try TestProgram(home, [scope], as: account)
            let answer = try program.send(.post, comments, body).json
            #expect(answer["comments"]?.elements.map(\.self).last?["author"]?.string == account)
        }
        for scope in [TokenScope.read, .registerClients] {
            let refused = try TestProgram(home, [scope]).send(.post, comments, body)
            #expect(refused.status == .forbidden)
            #expect(try refused.json["detail"]?.string?.contains("the scope edit, review or publish") == true)
        }
        #expect(try home.stores.reviews.comments(of: "home.offers", after: 0, upTo: 1).count == 3)
    }

    @Test func `a save with an older If-Match is refused, unless it repeats the newest revision`() throws {
        let program = try TestProgram(home, [.edit])
        try home.feature("home.offers", SampleTexts.screen)
        let path = "/features/home.offers/revisions"
        let first: HTTPFields = [.ifMatch: "\"1\""]
        #expect(try program.send(.get, path).headers[.eTag] == "\"1\"")
        #expect(try program.send(.post, path, SampleTexts.other, headers: first).status == .created)
        #expect(try program.send(.post, path, SampleTexts.other, headers: first).status == .ok)
        let name = try program.send(.put, path + "/2/name", #"{"name":"Evening"}"#)
        #expect(try name.json["name"]?.string == "Evening")
        #expect(try program.send(.get, path).json["revisions"]?[0]?["name"]?.string == "Evening")
        #expect(try program.send(.put, path + "/9/name", #"{"name":"x"}"#).status == .notFound)
        #expect(try program.send(.put, path + "/2/name", #"{"name":"a\u000Ab"}"#).status == .unprocessableContent)
        let stale = try program.send(.post, path, SampleTexts.misspelt, headers: first)
        #expect(stale.status == .preconditionFailed)
        #expect(try stale.json["current"]?.integer == 2)
        #expect(try program.send(.post, path, SampleTexts.misspelt, headers: [.ifMatch: "x"]).status == .badRequest)
        #expect(try program.send(.post, "/features/nowhere/revisions", "{}").status == .notFound)
        #expect(try program.send(.post, "/features/new.one/revisions?kind=screen", "{").status == .created)
        #expect(try program.send(.get, "/features/new.one/revisions/1/document").text == "{")
    }

    @Test func `a refused first save creates no feature, and a save of another kind fails`() throws {
        let program = try TestProgram(home, [.edit])
        let path = "/features/new.one/revisions"
        let long = String(repeating: "a", count: RevisionStore.maximumNoteLength + 1)
        for query in ["&note=\(long)", "&name=\(long)", "&note=a&note=b"] {
            let refused = try program.send(.post, path + "?kind=screen" + query, SampleTexts.screen)
            #expect(refused.status == .badRequest, "\(query.prefix(9))")
        }
        let tags: [(tag: String, status: HTTPResponse.Status)] = [("\"3\"", .preconditionFailed), ("x", .badRequest)]
        for (tag, status) in tags {
            let refused = try program.send(.post, path + "?kind=screen", SampleTexts.screen, headers: [.ifMatch: tag])
            #expect(refused.status == status, "\(tag)")
        }
        #expect(try program.send(.get, "/features/new.one").status == .notFound)

        let none: HTTPFields = [.ifMatch: "\"0\""]
        #expect(try program.send(.post, path + "?kind=screen", SampleTexts.screen, headers: none).status == .created)
        #expect(try program.send(.post, path + "?kind=screen", SampleTexts.other).status == .created)
        #expect(try program.send(.post, path + "?kind=form", SampleTexts.screen).status == .conflict)
        #expect(try program.send(.post, path + "?kind=nothing", SampleTexts.screen).status == .unprocessableContent)
        #expect(try home.stores.revisions.head(of: "new.one")?.number == 2)
    }

    @Test func `a first save under an invalid feature name names the path parameter`() throws {
        let program = try TestProgram(home, [.edit])
        // On this route, `name` is the query parameter with the revision's name.
        let refused = try program.send(.post, "/features/New/revisions?kind=screen&name=First", SampleTexts.screen)
        #expect(refused.status == .unprocessableContent)
        #expect(try refused.json["type"]?.string == "/problems/invalid-name")
        #expect(try refused.json["parameter"]?.string == "feature")
    }

    @Test func `a token with the scope read can make dry runs, but not edit or publish`() throws {
        let reader = try TestProgram(home, [.read])
        let editor = try TestProgram(home, [.edit])
        try home.feature("home.offers", SampleTexts.screen)
        let rule = #"{"rules":[{"feature":"home.offers","revision":1,"platform":"ios","from":"5.2"}]}"#
        #expect(try reader.send(.post, "/releases?dry_run=true", rule).status == .ok)
        for program in [reader, editor] {
            for path in ["/releases", "/rollbacks", "/removals", "/switch-offs", "/switch-ons"] {
                #expect(try program.send(.post, path, rule).status == .forbidden)
            }
        }
        #expect(try reader.send(.post, "/releases?dry_run=yes", rule).status == .badRequest)
        #expect(try reader.send(.post, "/features/home.offers/revisions", "{}").status == .forbidden)
        #expect(try editor.send(.get, "/features").status == .ok)
        let stranger = try TestProgram(home, token: nil)
        for route in home.console.routes where route.pattern.hasPrefix("/api/") {
            let path = route.pattern.dropFirst("/api/v1".count).replacing(/[:*]\w+/, with: "1")
            let expected: HTTPResponse.Status = path == "/openapi.json" ? .ok : .unauthorized
            #expect(try stranger.send(route.method, String(path)).status == expected)
        }
        // A token cannot be created with a scope that its account's roles do not allow.
        #expect(
            try home.stores.tokens.create(for: "ana", called: "x", scopes: [.publish], expiresAt: nil, by: .operator)
                == .forbidden(.publish))
    }

    @Test func `a refusal lists all problems, and an invalid body is reported with pointers`() throws {
        let program = try TestProgram(home, [.publish])
        try home.feature("home.offers", SampleTexts.misspelt)
        let refused = try program.send(
            .post, "/releases",
            #"{"rules":[{"feature":"home.offers","revision":1,"platform":"symbian","from":"5.2","until":"5.1"}]}"#)
        #expect(refused.status == .unprocessableContent)
        let codes = try refused.json["problems"]?.elements.compactMap { $0["code"]?.string }
        #expect(codes?.contains("unknown-platform") == true)
        #expect(codes?.contains("empty-range") == true)

        let unfit = try program.send(.post, "/releases", #"{"rules":[{"feature":"home.offers","revision":"1"}]}"#)
        #expect(unfit.status == .unprocessableContent)
        let pointers = try unfit.json["diagnostics"]?.elements.compactMap { $0["pointer"]?.string }
        #expect(pointers?.contains("/rules/0/revision") == true)
        #expect(try program.send(.post, "/releases", "{").status == .badRequest)
        #expect(
            try program.send(.post, "/rollbacks", #"{"release":1,"since":"2026-01-01T00:00:00Z"}"#).status.code == 422)
        #expect(try program.send(.post, "/rollbacks", #"{"release":1}"#).status == .notFound)
        #expect(try program.send(.get, "/releases?limit=0").json["parameter"]?.string == "limit")
        #expect(try program.send(.get, "/features?platform=ios&platform=web").status == .badRequest)
    }

    @Test func `a plus sign in the query is a space, as in the console's addresses`() throws {
        let program = try TestProgram(home, [.edit])
        try home.feature("home.offers", SampleTexts.screen)
        _ = try program.send(.post, "/features/home.offers/revisions?note=two+words%20more%2B", SampleTexts.other)
        #expect(try home.stores.revisions.head(of: "home.offers")?.note == "two words more+")
        // Times and versions have no spaces, so a plus sign there need not be escaped.
        let past = "/features/home.offers/resolution?platform=ios&client_version=6.0+7&at=2020-01-01T02:00:00+02:00"
        #expect(try program.send(.get, past).status == .notFound)
    }

    @Test func `a rule whose percent is null is refused with the pointer of that member`() throws {
        let program = try TestProgram(home, [.publish])
        try home.feature("home.offers", SampleTexts.screen)
        let rule = #""feature": "home.offers", "revision": 1, "platform": "ios", "from": "5.2", "percent": null"#
        let answer = try program.send(.post, "/releases", "{\"rules\": [{\(rule)}], \"reason\": \"Spring\"}")
        #expect(answer.status == .unprocessableContent)
        #expect(try answer.json["detail"]?.string == "Expected a number, found null")
        #expect(try answer.json["diagnostics"]?[0]?["pointer"]?.string == "/rules/0/percent")
    }

    @Test func `rules for several features make one release, which has the same features as its dry run`() throws {
        let program = try TestProgram(home, [.publish])
        try home.feature("home.offers", SampleTexts.screen)
        try home.feature("home.banner", SampleTexts.other)
        let body = """
            {"rules": [
              {"feature": "home.offers", "revision": 1, "platform": "ios", "from": "5.2", "percent": 12.5},
              {"feature": "home.banner", "revision": 1, "platform": "ios", "from": "5.2", "until": "6"},
              {"feature": "home.banner", "revision": 1, "platform": "web", "from": "1", "expected": 0}
            ], "reason": "Spring"}
            """
        let plan = try program.send(.post, "/releases?dry_run=true", body)
        let made = try program.send(.post, "/releases", body)
        #expect(made.status == .created)
        #expect(try made.json["features"]?.count == 2)
        #expect(try made.json["features"]?.rawText == plan.json["features"]?.rawText)
        #expect(try home.stores.releases.newest() == 1)
    }
}

extension TestConsole {
    /// Creates and publishes a flow, `cards.flow`, that names a feature.
    fileprivate func flow(to feature: String) throws {
        try self.feature(
            "cards.flow", kind: "/modules/ModuleFlow",
            """
            {"type": "ModuleFlow", "start": "a", "modules": [{"id": "a", "content": {"feature": "\(feature)"}}],
             "connections": []}
            """)
        try publish("cards.flow", revision: 1, from: "5.2")
    }
}
