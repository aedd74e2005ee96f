import PostgreSQL
import Publishing
import Testing

struct PreviewTemplateTests {
    private let home: Installation
    private var templates: PreviewTemplateStore { home.stores.previewTemplates }
    private let mira = Actor(accountID: nil, name: "mira")

    init() throws { home = try Installation() }

    @Test func `the newest template of an entity is used until it is withdrawn`() throws {
        #expect(try templates.newestNumber() == 0)
        _ = try templates.save("<b>1</b>", of: "/atoms/Text", by: mira)
        _ = try templates.save("<b>2</b>", of: "/atoms/Text", by: mira)
        _ = try templates.save("<i></i>", of: "/atoms/Icon", by: .operator)
        #expect(try templates.texts() == ["/atoms/Text": "<b>2</b>", "/atoms/Icon": "<i></i>"])

        let before = try templates.newestNumber()
        _ = try templates.withdraw(of: "/atoms/Text", by: mira)
        #expect(try templates.texts() == ["/atoms/Icon": "<i></i>"])
        #expect(try templates.newestNumber() > before)
        let history = try templates.history(of: "/atoms/Text")
        #expect(history.map(\.body) == [nil, "<b>2</b>", "<b>1</b>"])
        #expect(history.map(\.author.name) == ["mira", "mira", "mira"])
    }

    @Test func `saving the same template again changes nothing, and neither does withdrawing a missing one`() throws {
        _ = try templates.save("<b></b>", of: "/atoms/Text", by: mira)
        let number = try templates.newestNumber()

        #expect(try templates.save("<b></b>", of: "/atoms/Text", by: mira) == .unchanged)
        #expect(try templates.withdraw(of: "/atoms/Icon", by: mira) == .unchanged)
        #expect(try templates.newestNumber() == number)
    }

    @Test func `a template has at least one byte and at most 64 KiB`() throws {
        #expect(try templates.save("", of: "/atoms/Text", by: mira) == .invalidSize)
        let largest = String(repeating: "a", count: PreviewTemplate.maximumBytes)
        #expect(try templates.save(largest + "a", of: "/atoms/Text", by: mira) == .invalidSize)
        guard case .saved = try templates.save(largest, of: "/atoms/Text", by: mira) else {
            Issue.record("64 KiB were refused")
            return
        }
    }

    @Test func `saved templates cannot be changed or deleted, and the audit trail records them`() throws {
        _ = try templates.save("<b></b>", of: "/atoms/Text", by: mira)
        _ = try templates.withdraw(of: "/atoms/Text", by: mira)

        for statement: SQL in ["UPDATE preview_template SET body = 'x'", "DELETE FROM preview_template"] {
            #expect(throws: PostgreSQLError.self) { try home.connectAsOwner().execute(statement) }
        }
        let events = try home.stores.audit.events(limit: 2)
        #expect(events.map(\.action) == ["preview-template.withdrawn", "preview-template.saved"])
        #expect(events.allSatisfy { $0.subject == "/atoms/Text" && $0.actor.name == "mira" })
    }
}
