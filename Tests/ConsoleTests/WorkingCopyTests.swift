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
        let path = "/features/home.offers/working-copy?copy="
        #expect(try console.get(path + (first.field("copy") ?? ""), as: "ana").text == Self.typed)
        #expect(try console.get(path + (second.field("copy") ?? ""), as: "ana").text == SampleTexts.other)
    }

    @Test func `every unsaved text is offered until it is saved or discarded`() throws {
        let console = try console()
        let third = SampleTexts.screen.replacing("Offers", with: "Third")
        let first = try console.get(Self.editor, as: "ana")
        _ = try post(Self.typed, in: first, console)
        let second = try console.get(Self.editor, as: "ana")
        _ = try post(SampleTexts.other, in: second, console)
        let (one, two) = (try #require(first.field("copy")), try #require(second.field("copy")))

        let both = try console.get(Self.editor, as: "ana")
        let restored = try console.get("\(Self.editor)?copy=\(one)", as: "ana")
        let saved = try post(third, in: restored, console, to: "revisions")
        let later = try console.get(Self.editor, as: "ana")

        #expect(both.text.components(separatedBy: "data-copy=").count == 3)
        #expect(both.text.components(separatedBy: "last changed <time").count == 3)
        #expect(restored.text.contains("Typed &lt;here&gt;") && restored.field("copy") == one)
        #expect(restored.text.components(separatedBy: "data-copy=").count == 2)
        #expect(saved.notice == "revision-saved.2")
        #expect(later.text.contains("data-copy=\"/features/home.offers/working-copy?copy=\(two)\""))
        #expect(later.text.components(separatedBy: "data-copy=").count == 2)
        #expect(try console.get("\(Self.editor)?copy=\(two)", as: "ana").text.contains("Good evening"))
        #expect(try !console.get("\(Self.editor)?copy=\(two)", as: "mira").text.contains("Good evening"))
        _ = try console.post("/features/home.offers/working-copy/discards", as: "ana", [("discarded", "none")])
        #expect(try console.get(Self.editor, as: "ana").text.contains("data-copy="))
        _ = try console.post("/features/home.offers/working-copy/discards", as: "ana", [("discarded", two)])
        #expect(try !console.get(Self.editor, as: "ana").text.contains("data-copy="))
    }

    @Test func `kept texts that changed at about the same time are told apart`() throws {
        let console = try console()
        let feature = try #require(try console.stores.features.feature(named: "home.offers"))
        let ana = try #require(try console.stores.accounts.account(named: "ana"))
        for (number, started) in [0, 1].enumerated() {
            let copy = WorkingCopy(
                editor: "c\(number)", bytes: Array("\(number)".utf8), parent: 1, started: started, note: "",
                changedAt: TestConsole.now.addingTimeInterval(Double(-number)))
            #expect(try console.stores.workingCopies.keep(copy, of: feature, by: ana))
        }

        let page = try console.get(Self.editor, as: "ana").text

        #expect(page.contains("Based on an empty document, changed at 2026-09-21 14:13:20 UTC."))
        #expect(page.contains("Based on revision 1, changed at 2026-09-21 14:13:19 UTC."))
        for number in 0...1 {
            let link = #"href="/features/home.offers/working-copy?copy=c\#(number)" target="_blank""#
            #expect(page.contains(link))
        }
    }

    @Test func `equal texts from two editor pages are kept once, and a new text replaces the one changed first`() throws
    {
        let console = try console()
        let feature = try #require(try console.stores.features.feature(named: "home.offers"))
        let ana = try #require(try console.stores.accounts.account(named: "ana"))
        let rui = try #require(try console.stores.accounts.account(named: "rui"))
        let store = console.stores.workingCopies
        func keep(_ text: String, from editor: String, at seconds: Double) throws {
            let copy = WorkingCopy(
                editor: editor, bytes: Array(text.utf8), parent: 1, started: 1, note: "",
                changedAt: TestConsole.now.addingTimeInterval(seconds))
            #expect(try store.keep(copy, of: feature, by: ana))
        }

        try keep("{", from: "a", at: 0)
        try keep("{", from: "b", at: 1)
        #expect(try store.copies(of: feature, by: ana).map(\.editor) == ["b"])
        for number in 1...WorkingCopyStore.maximumCopies {
            try keep("\(number)", from: "c\(number)", at: Double(number) + 1)
        }
        let copies = try store.copies(of: feature, by: ana)

        #expect(copies.map { String(decoding: $0.bytes, as: UTF8.self) } == ["5", "4", "3", "2", "1"])
        #expect(try store.copy(of: feature, by: ana) == copies.first)
        #expect(try store.copy(of: feature, by: ana, from: "c2") == copies[3])
        #expect(try store.copy(of: feature, by: ana, from: "b") == nil)
        #expect(try store.features(with: ana, limit: 10).map(\.feature) == ["home.offers"])
        #expect(try console.stores.presence.others(at: feature, than: rui, now: TestConsole.now).count == 1)
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
        #expect(changed.text.contains("ana has this feature open and has unsaved changes"))
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
