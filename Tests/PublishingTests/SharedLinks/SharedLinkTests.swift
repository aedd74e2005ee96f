import Foundation
import PostgreSQL
import Publishing
import Testing

/// The stored links to previews and tokens of test devices.
struct SharedLinkTests {
    private let home: Installation
    private var links: SharedLinkStore { home.stores.links }

    init() throws {
        home = try Installation()
        try home.feature()
    }

    private func soon() -> Date { Date(timeIntervalSinceNow: 600) }

    @Test func `a device's token serves its revision until it is withdrawn`() throws {
        let made = try #require(try links.addDevice(for: "home.offers", revision: 2, until: soon(), by: .operator))
        let content = try #require(try links.content(of: made.token))
        #expect(content.revision == 2 && content.feature.name == "home.offers")
        #expect(String(decoding: content.bytes ?? [], as: UTF8.self).contains("Two"))
        #expect(try links.content(of: made.token + "x") == nil)

        #expect(try links.withdraw(made.link.id, by: .operator)?.state == .withdrawn)
        #expect(try links.content(of: made.token) == nil)
        #expect(try links.withdraw(made.link.id, by: .operator) == nil)
        #expect(
            try home.stores.audit.events(limit: 2).map(\.action) == ["shared-link.withdrawn", "device-token.made"])
    }

    @Test func `an expired token and one for an unknown revision are refused`() throws {
        let made = try #require(
            try links.addDevice(
                for: "home.offers", revision: 1, until: Date(timeIntervalSinceNow: -1), by: .operator))
        #expect(try links.content(of: made.token) == nil)
        #expect(try links.list().map(\.state) == [.expired])
        #expect(try links.addDevice(for: "home.offers", revision: 9, until: soon(), by: .operator) == nil)
        #expect(try links.addDevice(for: "nobody", revision: 1, until: soon(), by: .operator) == nil)
    }

    @Test func `links to previews are listed with their feature and can be withdrawn one by one`() throws {
        let first = try links.addPreview(of: "home.offers", revision: 1, until: soon(), by: .operator)
        let second = try links.addPreview(of: "home.offers", revision: nil, until: soon(), by: .operator)
        let listed = try links.list(of: "home.offers")
        #expect(listed.map(\.revision) == [nil, 1] && listed.allSatisfy { $0.kind == .preview && $0.state == .valid })
        #expect(try links.list(of: "other").isEmpty)
        _ = try home.stores.releases.rename(RenameRequest(feature: "home.offers", name: "home.deals"), by: .operator)
        #expect(try links.list(of: "home.offers").count == 2 && links.list(of: "home.deals").count == 2)
        _ = try links.withdraw(listed[0].id, by: .operator)
        #expect(try links.preview(event: second)?.state == .withdrawn)
        #expect(try links.preview(event: first)?.state == .valid)
    }

    @Test func `the openings of a link are recorded once per address, also after its feature was renamed`() throws {
        let audit = home.stores.audit
        let link = try links.addPreview(of: "home.offers", revision: 1, until: soon(), by: .operator)
        try audit.recordOpening(ofLink: link, to: "home.offers", remoteAddress: "192.0.2.1")
        _ = try home.stores.releases.rename(RenameRequest(feature: "home.offers", name: "home.deals"), by: .operator)
        for address in ["192.0.2.1", "192.0.2.2", "192.0.2.2"] {
            try audit.recordOpening(ofLink: link, to: "home.deals", remoteAddress: address)
        }

        let opened = try audit.events().filter { $0.action == "preview-link.opened" }
        #expect(opened.map(\.subject) == ["home.deals", "home.offers"])
    }
}
