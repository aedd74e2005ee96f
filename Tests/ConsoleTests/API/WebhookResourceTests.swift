import HTTPTypes
import JSONText
import MicroHTTP
import Publishing
import Testing

@testable import Console

@Suite("Webhooks in the management API") struct WebhookResourceTests {
    @Test func `a webhook is for releases by default, and an empty list of events is refused`() throws {
        let home = try TestConsole()
        let program = try TestProgram(home, [.publish])
        let refused = try program.send(.post, "/webhooks", #"{"address":"https://example.com","events":[]}"#)
        #expect(refused.status == .unprocessableContent)
        #expect(try refused.json["type"]?.string == "/problems/invalid-body")
        #expect(try refused.json["detail"]?.string?.contains("The list must not be empty") == true)
        #expect(try refused.json["diagnostics"]?[0]?["pointer"]?.string == "/events")
        #expect(try home.stores.webhooks.list() == [])

        let made = try program.send(.post, "/webhooks", #"{"address":"https://example.com"}"#)
        #expect(made.status == .created)
        #expect(try made.json["events"]?.elements.compactMap(\.string) == ["release."])
    }

    @Test(arguments: [
        "http://127.0.0.1/x", "http://10.0.0.1", "https://[::1]:8443/", "http://169.254.169.254/latest/",
        "http://192.168.1.1./", "http://[fe80::1%25lo]/",
    ])
    func `a webhook to a private address is refused`(address: String) throws {
        let home = try TestConsole()
        let program = try TestProgram(home, [.publish])
        let refused = try program.send(.post, "/webhooks", #"{"address":"\#(address)"}"#)
        #expect(refused.status == .unprocessableContent)
        #expect(try refused.json["type"]?.string == "/problems/private-address")
        let page = try home.post("/webhooks", as: "mira", [("address", address), ("events", "release.")])
        #expect(page.status == .unprocessableContent)
        #expect(page.text.contains("is in a private network."))
        #expect(page.text.contains("value=\"\(address)\""))
        #expect(try home.stores.webhooks.list() == [])
    }

    @Test func `an event that cannot be posted is refused at its field, with the prefixes of those that can`() throws {
        let home = try TestConsole()
        let fields = [("address", "https://example.com"), ("events", "release. foo")]
        let page = try home.post("/webhooks", as: "mira", fields)
        #expect(page.status == .unprocessableContent)
        #expect(page.text.contains("No event begins with “foo”."))
        #expect(page.text.contains("“release.”") && page.text.contains("id=\"events-problem\""))
        #expect(!page.text.contains("id=\"webhook-problem\"") && page.text.contains("value=\"release. foo\""))
        #expect(try home.stores.webhooks.list() == [])
    }
}
