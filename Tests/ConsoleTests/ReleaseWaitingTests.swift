import HTTPTypes
import JSONText
import MicroHTTP
import PostgreSQL
import Publishing
import Testing

@testable import Console

@Suite("Requests that wait too long for another release") struct ReleaseWaitingTests {
    @Test func `pages keep the form, programs get problem details, and neither names the database`() throws {
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
            #expect(page.text.contains("Another release is being made"))
            #expect(page.text.contains("name=\"reason\" value=\"It crashes\""))
            #expect(page.text.contains("Send again"))
            #expect(!page.text.contains("host=test"))

            let answer = try program.send(.post, "/switch-offs", #"{"feature":"home.offers","reason":"It crashes"}"#)
            #expect(answer.status == .serviceUnavailable)
            #expect(answer.headers[.retryAfter] == "5")
            #expect(try answer.json["detail"]?.string?.hasPrefix("Another release is being made") == true)
        }
        #expect(try console.stores.releases.newest() == 1)
        #expect(try console.post("/features/home.offers/switch-offs", as: "rui", fields).status.kind == .redirection)
    }
}
