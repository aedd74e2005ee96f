import HTTPTypes
import MicroHTTP
import Publishing
import Testing

@testable import Console

@Suite("One’s own account, disabling and sessions", .englishTexts) struct OwnAccountTests {
    private let console: TestConsole
    private let new = "three brown owls"

    init() throws { console = try TestConsole() }

    private func change(_ current: String, _ password: String) throws -> Response {
        try console.post("/account/passwords", as: "ana", [("current-password", current), ("password", password)])
    }

    private func signIn(_ name: String, _ password: String) throws -> Response {
        try console.post("/sessions", [("name", name), ("password", password)])
    }

    @Test func `a person changes their own password, which ends their other sessions`() throws {
        let other = "session-elsewhere"
        _ = try console.stores.accounts.signIn(
            name: "ana", password: TestConsole.password, token: other, now: TestConsole.now, remoteAddress: "192.0.2.7")

        let response = try change(TestConsole.password, new)

        #expect(response.notice == "password-changed")
        #expect(try console.get("/account", as: "ana").text.contains("Password changed."))
        #expect(try console.stores.accounts.account(forSession: other, now: TestConsole.now) == nil)
        #expect(try signIn("ana", TestConsole.password).status == .unprocessableContent)
        #expect(try signIn("ana", new).status == .seeOther)
        #expect(try console.stores.audit.events().contains { $0.action == "account.password-changed" })
    }

    @Test func `a wrong current password or a weak new one changes nothing`() throws {
        let wrong = try change("not it at all", new)
        let weak = try change(TestConsole.password, "short")
        let same = try change(TestConsole.password, TestConsole.password)

        for (page, why) in [
            (wrong, "This is not your current password."), (weak, "at least 12 characters"),
            (same, "not the current one"),
        ] {
            #expect(page.status == .unprocessableContent)
            #expect(page.text.contains(why))
            #expect(!page.text.contains(TestConsole.password))
        }
        #expect(try signIn("ana", TestConsole.password).status == .seeOther)
        #expect(try console.stores.audit.events().contains { $0.action == "account.password-change-failed" })
    }

    @Test func `wrong current passwords and failed sign-ins are counted together`() throws {
        for _ in 0..<4 { #expect(try change("not it at all", new).status == .unprocessableContent) }

        let fifth = try change(TestConsole.password, new)
        let signIn = try signIn("ana", TestConsole.password)

        #expect(fifth.status == .tooManyRequests)
        #expect(fifth.headers[.retryAfter] == "1")
        #expect(fifth.text.contains("Try again in 1 second."))
        #expect(signIn.status == .tooManyRequests)
    }

    @Test func `a disabled account is signed out at once and cannot sign in until it is enabled`() throws {
        #expect(try console.get("/features", as: "ana").status == .ok)

        let disabled = try console.post("/accounts/ana/disablements", as: "mira")
        let page = try console.get("/accounts/ana", as: "mira").text
        let signIn = try signIn("ana", TestConsole.password)
        let wrong = try self.signIn("ana", "not it at all")

        #expect(disabled.notice == "account-disabled")
        #expect(page.contains("badge bad\">Disabled<"))
        #expect(try console.get("/features", as: "ana").status == .seeOther)
        #expect(signIn.status == .forbidden)
        #expect(signIn.text.contains("This account is disabled."))
        #expect(!wrong.text.contains("disabled"))
        #expect(try console.post("/accounts/ana/disablements", as: "mira").notice == "account-unchanged")

        #expect(try console.post("/accounts/ana/enablements", as: "mira").notice == "account-enabled")
        #expect(try self.signIn("ana", TestConsole.password).status == .seeOther)
        let actions = try console.stores.audit.events().map(\.action)
        #expect(actions.contains("account.disabled") && actions.contains("account.enabled"))
    }

    @Test func `nobody can disable their own account, and the last administrator cannot be disabled`() throws {
        let own = try console.post("/accounts/mira/disablements", as: "mira")
        #expect(own.status == .unprocessableContent)
        #expect(own.text.contains("You cannot disable your own account."))
        #expect(try !console.get("/accounts/mira", as: "mira").text.contains("Disable account"))

        #expect(try console.stores.accounts.disable("mira", by: .operator) == .lastAdministrator)
        _ = try console.stores.accounts.setRoles(of: "ana", to: [.administrator], by: .operator)
        guard case .disabled = try console.stores.accounts.disable("mira", by: .operator) else {
            Issue.record("the account was not disabled")
            return
        }
        #expect(try console.stores.accounts.setRoles(of: "ana", to: [.analyst], by: .operator) == .lastAdministrator)
        #expect(try console.post("/accounts/nobody/disablements", as: "ana").status == .notFound)
    }

    @Test func `sessions are listed with browser and address, and ended one by one or all`() throws {
        _ = try console.get("/account", as: "ana")
        for token in ["a", "b"] {
            _ = try console.stores.accounts.signIn(
                name: "ana", password: TestConsole.password, token: token, now: TestConsole.now,
                remoteAddress: "192.0.2.7", userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0")
        }
        let page = try console.get("/account", as: "ana").text
        let first = try #require(
            try console.stores.accounts.sessions(of: "ana", now: TestConsole.now).first { !$0.userAgent.isEmpty })

        #expect(page.contains("This session"))
        #expect(page.contains("Firefox on Linux"))
        #expect(page.contains("192.0.2.7"))
        #expect(try console.post("/account/sessions/\(first.id)/end", as: "rui").status == .notFound)
        #expect(try console.post("/account/sessions/\(first.id)/end", as: "ana").notice == "sessions-ended.1")
        #expect(try console.stores.accounts.sessions(of: "ana", now: TestConsole.now).count == 2)
        #expect(try console.post("/account/sessions/end", as: "ana").notice == "sessions-ended.1")
        #expect(try console.get("/account", as: "ana").status == .ok)
        #expect(try console.get("/accounts/ana", as: "mira").text.contains("End all sessions"))
        #expect(try console.post("/accounts/ana/sessions/end", as: "mira").notice == "sessions-ended.1")
        #expect(try console.get("/account", as: "ana").status == .seeOther)
        #expect(try console.stores.audit.events().filter { $0.action == "session.ended" }.count == 3)
    }

    @Test(arguments: [
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile Safari/604.1", "Safari on iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/149.0 Safari/537.36 Edg/149.0", "Edge on Windows"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) Chrome/149.0 Safari/537.36", "Chrome on macOS"),
        ("", "Unknown browser"),
    ])
    func `a user agent is shown as browser and system`(userAgent: String, words: String) {
        #expect(Browser.words(userAgent) == words)
    }

    @Test(arguments: [(30, "30 seconds"), (300, "5 minutes"), (3_600, "1 hour"), (86_400, "1 day"), (90, "90 seconds")])
    func `a duration is shown in a suitable unit`(seconds: Int, words: String) {
        #expect(Words.duration(seconds: seconds) == words)
    }
}
