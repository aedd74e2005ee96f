import Foundation
import HTTPTypes
import JSONText
import MicroHTTP
import Publishing
import Testing

@testable import Console

@Suite("Working copies and presence", .englishTexts) struct WorkingCopyTests {
    private static let editor = "/features/home.offers/editor"
    private static let typed = SampleTexts.screen.replacing("Offers", with: "Typed <here>")

    private func console() throws -> TestConsole {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        return console
    }

    /// Posts a text with the fields of an editor page, by default to be checked without script.
    private func post(
        _ text: String, in page: Response, _ console: TestConsole, to path: String = "checks", as name: String = "ana"
    ) throws -> Response {
        try console.post(
            "/features/home.offers/\(path)", as: name,
            [
                ("text", text), ("copy", try #require(page.field("copy"))), ("note", "My note"),
                ("revision_name", "Spring"),
                ("parent", page.field("parent") ?? ""), ("started", page.field("started") ?? ""),
            ])
    }

    @Test func `unsaved text is offered only to its author and restored with its note`() throws {
        let console = try console()
        let first = try console.get(Self.editor, as: "ana")
        _ = try post(Self.typed, in: first, console)

        let later = try console.get(Self.editor, as: "ana")
        let restored = try console.get("\(Self.editor)?copy=1", as: "ana")
        let other = try console.get("\(Self.editor)?copy=1", as: "mira")

        #expect(!first.text.contains("data-copy="))
        #expect(later.text.contains("Text that you did not save is kept"))
        #expect(!later.text.contains("Typed &lt;here&gt;"))
        #expect(restored.text.contains("Typed &lt;here&gt;"))
        #expect(restored.text.contains("data-dirty=\"true\""))
        #expect(!restored.text.contains("data-copy="))
        #expect(restored.field("note") == "My note")
        #expect(restored.field("revision_name") == "Spring")
        #expect(restored.field("copy") == first.field("copy"))
        #expect(!other.text.contains("Typed"))
        #expect(!other.text.contains("data-copy="))
        #expect(try console.get("/features/home.offers/working-copy", as: "ana").text == Self.typed)
        #expect(try console.get("/features/home.offers/working-copy", as: "mira").status == .notFound)
        #expect(try console.stores.revisions.head(of: "home.offers")?.number == 1)
    }

    @Test func `the check while typing stores a working copy, and typing the saved text deletes it`() throws {
        let console = try console()
        let page = try console.get(Self.editor, as: "ana")
        let query = "copy=\(try #require(page.field("copy")))&parent=1&started=1&note=Why"
        let path = "/features/home.offers/checks?\(query)"

        _ = try console.check(path, Self.typed, as: "ana")
        _ = try console.check(path, "{ broken", as: "ana")
        #expect(try console.get("/features/home.offers/working-copy", as: "ana").text == "{ broken")
        _ = try console.check(path, SampleTexts.screen, as: "ana")

        #expect(try console.get("/features/home.offers/working-copy", as: "ana").status == .notFound)
    }

    @Test func `saving and discarding delete the working copy, a conflict keeps it`() throws {
        let console = try console()
        let page = try console.get(Self.editor, as: "ana")
        _ = try post(Self.typed, in: page, console)
        let saved = try post(Self.typed, in: page, console, to: "revisions")
        #expect(saved.notice == "revision-saved.2")
        #expect(try console.get("/features/home.offers/working-copy", as: "ana").status == .notFound)

        let conflict = try post(SampleTexts.other, in: page, console, to: "revisions")
        #expect(conflict.status == .conflict)
        #expect(conflict.field("copy") == page.field("copy"))
        #expect(try console.get("/features/home.offers/working-copy", as: "ana").text == SampleTexts.other)
        let discarded = try console.post("/features/home.offers/working-copy/discards", as: "ana")
        #expect(discarded.notice == "text-discarded")
        #expect(try console.get("/features/home.offers/working-copy", as: "ana").status == .notFound)
    }

    @Test func `another editor page of the same person does not overwrite the working copy`() throws {
        let console = try console()
        let first = try console.get(Self.editor, as: "ana")
        let second = try console.get(Self.editor, as: "ana")
        _ = try post(Self.typed, in: first, console)

        let page = try post(SampleTexts.other, in: second, console)

        #expect(page.text.contains("Text that you did not save is kept"))
        #expect(page.text.contains("Good evening"))
        #expect(try console.get("/features/home.offers/working-copy", as: "ana").text == Self.typed)
    }

    @Test func `people see who else has the feature open and who has unsaved changes`() throws {
        let console = try console()
        let editor = try console.get(Self.editor, as: "ana")

        let feature = try console.get("/features/home.offers", as: "rui")
        _ = try post(Self.typed, in: editor, console)
        let changed = try console.get("/features/home.offers/presence", as: "rui")
        let own = try console.get("/features/home.offers/presence?place=editor", as: "ana")
        let elsewhere = try console.post("/features", as: "ana", [("name", "home.news"), ("kind", "/screens/Screen")])

        #expect(feature.text.contains("ana has the editor open."))
        #expect(changed.text.contains("ana is here and has unsaved changes"))
        #expect(!changed.text.contains("<html"))
        #expect(!changed.text.contains("Typed"))
        #expect(own.text.contains("rui has this feature open."))
        #expect(elsewhere.status == .seeOther)
        #expect(try !console.get("/features/home.news/presence", as: "rui").text.contains("ana"))
    }

    @Test func `a person who left is no longer shown, but unsaved changes are`() throws {
        let console = try console()
        let feature = try #require(try console.stores.features.feature(named: "home.offers"))
        let ana = try #require(try console.stores.accounts.account(named: "ana"))
        let rui = try #require(try console.stores.accounts.account(named: "rui"))
        let presence = console.stores.presence
        let later = TestConsole.now.addingTimeInterval(PresenceStore.seconds + 1)
        try presence.visit(feature, by: ana, isEditing: true, now: TestConsole.now)

        #expect(try presence.others(at: feature, than: rui, now: TestConsole.now).map(\.isEditing) == [true])
        #expect(try presence.others(at: feature, than: rui, now: later) == [])
        try console.stores.workingCopies.keep(
            WorkingCopy(
                editor: "one", bytes: Array("{}".utf8), parent: 1, started: 1, note: "", changedAt: TestConsole.now),
            of: feature, by: ana)
        #expect(try presence.others(at: feature, than: rui, now: later).map(\.isThere) == [false])
    }
}
