import JSONText
import Publishing
import Testing

struct RevisionTests {
    private let home: Installation

    init() throws {
        home = try Installation()
        try home.feature(titles: [])
    }

    @Test func `the newest revision before an event is never that of another feature that had the same name`() throws {
        let home = try Installation()
        func newest() throws -> Int { try #require(try home.stores.audit.events(limit: 1).first).number }
        func head(of name: String, before event: Int) throws -> Int? {
            try home.stores.revisions.head(of: name, beforeEvent: event)?.number
        }
        try home.feature(titles: ["One", "Two", "Three"])
        _ = try home.stores.features.clone("home.offers", as: "home.copy", by: .operator)
        let rename = RenameRequest(feature: "home.offers", name: "home.deals", graceDays: 0)
        guard case .renamed = try home.releases.rename(rename, by: .operator) else {
            throw Unexpected(what: "not renamed")
        }
        try home.feature(titles: ["Four"])
        let event = try newest() + 1
        try home.feature("home.other", titles: [])
        try home.save(Installation.screen("Five"), to: "home.deals")
        try home.save(Installation.screen("Six"))

        #expect(try newest() > event)
        #expect(try head(of: "home.deals", before: event) == 3)
        #expect(try head(of: "home.offers", before: event) == 1)
        #expect(try head(of: "home.copy", before: event) == 1)
        #expect(try head(of: "home.other", before: event) == nil)
    }

    @Test func `a revision can be named on saving and renamed later`() throws {
        let home = try Installation()
        try home.feature(titles: ["One"])
        let bytes = Array(Installation.screen("Two").utf8)
        guard
            case .saved(let named) = try home.stores.revisions.save(
                feature: "home.offers", bytes: bytes, revisionName: "نوروز", by: .operator)
        else { throw Unexpected(what: "not saved") }
        #expect(named.name == "نوروز")
        func name(_ number: Int, _ name: String) throws -> NameRevisionOutcome {
            try home.stores.revisions.name(number, of: "home.offers", as: name, by: .operator)
        }

        #expect(try name(1, "Launch") == .named)
        #expect(try name(1, "Launch") == .unchanged)
        #expect(try name(2, "") == .named)
        #expect(try home.stores.revisions.revisions(of: "home.offers").map(\.name) == ["", "Launch"])
        #expect(try home.stores.revisions.revision(of: "home.offers", number: 1)?.name == "Launch")
        #expect(try name(3, "x") == .noSuchRevision)
        #expect(try name(1, String(repeating: "x", count: 101)) == .invalid)
        #expect(try name(1, "a\u{202E}b") == .invalid)
        #expect(try name(1, "\u{200B}") == .invalid)
        #expect(RevisionStore.isName("می\u{200C}خواهم") && RevisionStore.isName(""))
        let more = Array(Installation.screen("Three").utf8)
        #expect(
            try home.stores.revisions.save(
                feature: "home.offers", bytes: more, revisionName: "a\nb", by: .operator) == .invalidName)
        let events = try home.stores.audit.events(limit: 20).filter { $0.action == "revision.named" }
        #expect(events.count == 3)
    }

    @Test func `revisions are numbered from 1, and each later one has the previous one as its parent`() throws {
        for title in ["One", "Two"] { try home.save(Installation.screen(title)) }
        let revisions = try home.stores.revisions.revisions(of: "home.offers")
        #expect(revisions.map(\.number) == [2, 1])
        #expect(revisions.map(\.parent) == [1, nil])
        #expect(revisions.map(\.author) == [.operator, .operator])
        #expect(try home.stores.revisions.revisions(of: "home.offers", before: 2).map(\.number) == [1])
    }

    @Test(arguments: [
        "", "\u{FEFF}{}", "{ \"type\": ", "\u{0}", "{\"type\":\"Screen\",\"ti\\u0000tle\":\"\\u0000\"}",
        "{\r\n\t\"type\" : \"Screen\", \"title\": \"سلام 👋🏽\" }",
    ])
    func `the bytes of a revision are stored unchanged, valid or not`(_ text: String) throws {
        let saved = try home.save(text)
        let read = try #require(try home.stores.revisions.revision(of: "home.offers", number: 1))
        #expect(read == saved)
        #expect(read.bytes == Array(text.utf8))
        #expect(read.size == text.utf8.count)
    }

    @Test func `bytes that are not UTF-8 are stored too`() throws {
        let bytes: [UInt8] = [0x7B, 0xFF, 0xFE, 0x00, 0x7D]
        guard
            case .saved(let revision) = try home.stores.revisions.save(
                feature: "home.offers", bytes: bytes, by: .operator)
        else {
            Issue.record("not saved")
            return
        }
        #expect(revision.bytes == bytes)
        #expect(!revision.isValid)
    }

    @Test func `the diagnostics of a revision are stored with their positions`() throws {
        try home.save("{\n  \"type\": \"Screen\",\n  \"title\": }")
        let revision = try #require(try home.stores.revisions.head(of: "home.offers"))
        #expect(!revision.isValid)
        #expect(revision.diagnostics.first?.range?.start.line == 3, "\(revision.diagnostics)")
        #expect(revision.schemaRelease == 1)
    }

    @Test func `saving unchanged bytes creates no revision`() throws {
        let first = try home.save(Installation.screen("One"))
        let again = try home.stores.revisions.save(feature: "home.offers", bytes: first.bytes, by: .operator)
        #expect(again == .unchanged(first))
    }

    @Test func `a save based on an older revision is refused with the newest one`() throws {
        try home.save(Installation.screen("One"))
        let second = try home.save(Installation.screen("Two"))
        let outcome = try home.stores.revisions.save(
            feature: "home.offers", bytes: [0x7B], by: .operator, expectedHead: 1)
        #expect(outcome == .headMoved(second))
        let tooEarly = try home.stores.revisions.save(
            feature: "home.offers", bytes: [0x7B], by: .operator, expectedHead: 0)
        #expect(tooEarly == .headMoved(second))
    }

    @Test func `a save to an unknown feature or with an overlong note is refused`() throws {
        let revisions = home.stores.revisions
        #expect(try revisions.save(feature: "nobody", bytes: [], by: .operator) == .noSuchFeature)
        let note = String(repeating: "ж", count: RevisionStore.maximumNoteLength + 1)
        #expect(try revisions.save(feature: "home.offers", bytes: [], note: note, by: .operator) == .noteTooLong)
        #expect(try revisions.revision(of: "nobody", number: 1) == nil)
        #expect(try revisions.revision(of: "home.offers", number: 1) == nil)
    }
}
