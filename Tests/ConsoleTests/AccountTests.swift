import HTTPTypes
import MicroHTTP
import Publishing
import Testing

@testable import Console

@Suite("Accounts") struct AccountTests {
    @Test func `an administrator adds an account that can sign in`() throws {
        let console = try TestConsole()

        let response = try console.post(
            "/accounts", as: "mira",
            [("name", "Lea"), ("displayName", "Léa"), ("password", "three brown owls"), ("role", "reviewer")])
        let signIn = try console.post("/sessions", [("name", "lea"), ("password", "three brown owls")])

        #expect(response.location == "/accounts")
        #expect(response.notice == "account-added")
        #expect(signIn.status == .seeOther)
        #expect(try console.stores.accounts.account(named: "lea")?.roles == [.reviewer])
    }

    @Test(arguments: [
        ("ana", "three brown owls", "analyst", "already"), ("Ünal", "three brown owls", "analyst", "Latin"),
        ("lea", "short", "analyst", "characters"), ("lea", "three brown owls", "king", "at least one role"),
        ("Operator", "three brown owls", "analyst", "is reserved"),
    ])
    func `an account that cannot be added is refused with the reason`(
        name: String, password: String, role: String, why: String
    ) throws {
        let console = try TestConsole()

        let page = try console.post(
            "/accounts", as: "mira", [("name", name), ("password", password), ("role", role)])

        #expect(page.status == .unprocessableContent)
        #expect(page.text.contains(why))
        #expect(!page.text.contains(password))
    }

    @Test(arguments: [
        "Le\u{202E}a", "\u{2067}Lea", "Le\u{7}a", "Le\na", "Le\u{2028}a", "Le\u{0}a", "\u{200B}", "\u{2060}\u{AD}",
        "\u{3164}", "\u{3000}\u{2800}", "\u{FEFF}",
    ])
    func `a display name with control or direction characters, or with no visible character, is refused`(
        shown: String
    ) throws {
        let console = try TestConsole()

        let page = try console.post(
            "/accounts", as: "mira",
            [("name", "lea"), ("displayName", shown), ("password", "three brown owls"), ("role", "reviewer")])

        #expect(page.status == .unprocessableContent)
        #expect(page.text.contains("must not contain control characters"))
        #expect(try console.stores.accounts.account(named: "lea") == nil)
    }

    @Test func `a display name of more than 200 characters is not cut but refused, and the page states the limit`()
        throws
    {
        let console = try TestConsole()
        func add(_ shown: String) throws -> Response {
            try console.post(
                "/accounts", as: "mira",
                [("name", "lea"), ("displayName", shown), ("password", "three brown owls"), ("role", "reviewer")])
        }
        let longest = String(repeating: "é", count: 200)

        let page = try add(longest + "é")
        #expect(page.status == .unprocessableContent)
        #expect(page.text.contains("A display name has at most 200 characters."))
        #expect(page.text.contains("value=\"\(longest)é\""))
        #expect(try console.stores.accounts.account(named: "lea") == nil)

        #expect(try add(longest).notice == "account-added")
        #expect(try console.stores.accounts.account(named: "lea")?.displayName == longest)
    }

    @Test func `a change of roles by an administrator ends the sessions of the account`() throws {
        let console = try TestConsole()
        #expect(try console.get("/features", as: "ana").status == .ok)

        let page = try console.get("/accounts", as: "mira").text
        let response = try console.post(
            "/accounts/ana/roles", as: "mira", [("role", "reviewer"), ("role", "release-manager")])

        #expect(page.contains("action=\"/accounts/ana/roles\""))
        #expect(response.notice == "roles-changed")
        #expect(try console.stores.accounts.account(named: "ana")?.roles == [.reviewer, .releaseManager])
        #expect(try console.get("/features", as: "ana").status == .seeOther)
    }

    @Test(arguments: [
        ("mira", "analyst", 422, "No other enabled account"), ("ana", "king", 422, "at least one role"),
        ("nobody", "analyst", 404, "Not found"),
    ])
    func `roles that cannot be set are refused with the reason`(
        name: String, role: String, status: Int, why: String
    ) throws {
        let console = try TestConsole()
        let before = try console.stores.accounts.list()

        let page = try console.post("/accounts/\(name)/roles", as: "mira", [("role", role)])

        #expect(page.status.code == status)
        #expect(page.text.contains(why))
        #expect(try console.stores.accounts.list() == before)
    }

    @Test func `resetting a password ends the account's sessions`() throws {
        let console = try TestConsole()
        #expect(try console.get("/features", as: "ana").status == .ok)

        let response = try console.post("/accounts/ana/passwords", as: "mira", [("password", "three brown owls")])

        #expect(response.notice == "password-reset")
        #expect(try console.get("/features", as: "ana").status == .seeOther)
    }
}
