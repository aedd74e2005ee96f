import HTTPTypes
import JSONText
import MicroHTTP
import PostgreSQL
import Publishing
import Testing

@testable import Console

@Suite("Requests that wait too long for another change") struct ChangeWaitingTests {
    @Test func `a page keeps its form and does not name the database, and a program gets problem details`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        try console.publish("home.offers", revision: 1, from: "9.0")
        let fields = [
            ("expected", "1"), ("key", "k"), ("reason", "It crashes"), ("platform", "ios"),
            ("confirmation", "home.offers"),
        ]
        let program = try TestProgram(console, [.publish])

        try console.pool.transaction { connection in
            try connection.execute("SELECT FROM feature FOR NO KEY UPDATE")

            let page = try console.post("/features/home.offers/switch-offs", as: "rui", fields)
            #expect(page.status == .serviceUnavailable)
            #expect(page.headers[.retryAfter] == "5")
            #expect(page.text.contains("Another change is being made"))
            #expect(page.text.contains("Galley waited too long for another change to finish."))
            #expect(page.text.contains("name=\"reason\" value=\"It crashes\""))
            #expect(page.text.contains("Send again"))
            #expect(!page.text.contains("host=test"))

            let answer = try program.send(.post, "/switch-offs", #"{"feature":"home.offers","reason":"It crashes"}"#)
            #expect(answer.status == .serviceUnavailable)
            #expect(answer.headers[.retryAfter] == "5")
            #expect(try answer.json["detail"]?.string?.hasPrefix("Another change is still being made") == true)
        }
        #expect(try console.stores.releases.newest() == 1)
        #expect(try console.post("/features/home.offers/switch-offs", as: "rui", fields).status.kind == .redirection)
    }

    @Test func `saving revisions, reviews and labels is answered with 503, and no working copy is stored`() throws {
        let console = try TestConsole(deadline: .seconds(3))
        try console.feature("home.offers", SampleTexts.screen)
        let feature = try #require(try console.stores.features.feature(named: "home.offers"))
        let ana = try #require(try console.stores.accounts.list().first { $0.name == "ana" })
        let copy = WorkingCopy(
            editor: "one", bytes: Array("{".utf8), parent: 1, started: 1, note: "", changedAt: TestConsole.now)
        let forms = [
            ("/revisions", [("text", SampleTexts.other), ("parent", "1"), ("note", "Evening <text>")]),
            ("/revisions/1/reviews", [("note", "Evening <text>")]),
            ("/labels", [("owner", "Evening <text>"), ("tags", "")]),
        ]

        try console.pool.transaction { connection in
            // A rename takes this lock; inserting rows that refer to the feature waits for it too.
            try connection.execute("SELECT FROM feature FOR UPDATE")
            for (target, fields) in forms {
                let page = try console.post("/features/home.offers" + target, as: "ana", fields)
                #expect(page.status == .serviceUnavailable, "\(target)")
                #expect(page.text.contains("Another change is being made"), "\(target)")
                #expect(page.text.contains("value=\"Evening &lt;text&gt;\""), "\(target)")
                #expect(!page.text.contains("host=test"), "\(target)")
            }
            let kept = Result { try console.stores.workingCopies.keep(copy, of: feature, by: ana) }
            #expect(throws: PostgreSQLError.self) { try kept.get() }
            if case .failure(let error) = kept { #expect(isChangeWaiting(error) && !isDatabaseAway(error)) }
        }

        for (target, fields) in forms {
            let done = try console.post("/features/home.offers" + target, as: "ana", fields)
            #expect(done.status.kind == .redirection, "\(target)")
        }
    }
}
