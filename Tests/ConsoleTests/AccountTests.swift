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

        #expect(response.location == "/accounts?notice=account-added")
        #expect(signIn.status == .seeOther)
        #expect(try console.stores.accounts.account(named: "lea")?.roles == [.reviewer])
    }

    @Test(arguments: [
        ("ana", "three brown owls", "analyst", "already"), ("Ünal", "three brown owls", "analyst", "Latin"),
        ("lea", "short", "analyst", "characters"), ("lea", "three brown owls", "king", "at least one role"),
    ])
    func `an account that cannot be added says why`(name: String, password: String, role: String, why: String) throws {
        let console = try TestConsole()

        let page = try console.post(
            "/accounts", as: "mira", [("name", name), ("password", password), ("role", role)])

        #expect(page.status == .unprocessableContent)
        #expect(page.text.contains(why))
        #expect(!page.text.contains(password))
    }

    @Test func `resetting a password ends the account's sessions`() throws {
        let console = try TestConsole()
        #expect(try console.get("/features", as: "ana").status == .ok)

        let response = try console.post("/accounts/ana/passwords", as: "mira", [("password", "three brown owls")])

        #expect(response.location == "/accounts?notice=password-reset")
        #expect(try console.get("/features", as: "ana").status == .seeOther)
    }
}
