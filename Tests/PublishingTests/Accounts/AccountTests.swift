import PostgreSQL
import Publishing
import TestSupport
import Testing

struct AccountTests {
    private let accounts: AccountStore
    private let database: TestDatabase

    init() throws {
        database = try TestDatabase.make()
        accounts = AccountStore(pool: database.pool)
    }

    private func add(_ name: String, _ roles: Set<Role> = [.analyst]) throws -> AddAccountOutcome {
        try accounts.add(name: name, password: "correct horse battery", roles: roles, by: .operator)
    }

    @Test func `the first account gets every role, later accounts get the given roles`() throws {
        guard case .added(let first) = try add("Ada"), case .added(let second) = try add("grace", [.reviewer]) else {
            Issue.record("not added")
            return
        }
        #expect(first.name == "ada")
        #expect(first.roles == Set(Role.allCases))
        #expect(second.roles == [.reviewer])
        #expect(try accounts.count() == 2)
        #expect(try accounts.list().map(\.name) == ["ada", "grace"])
        #expect(try add("ADA") == .taken)
    }

    @Test(arguments: ["", "a b", "a..b", "@a", "ädä", "a\u{0}"])
    func `an account name that is empty or has a forbidden character is refused`(_ name: String) throws {
        #expect(try add(name) == .invalidName)
        #expect(try accounts.account(named: name) == nil)
    }

    @Test(arguments: ["operator", "Galley", "ANONYMOUS", " schedule "])
    func `a name that the audit trail uses for actions without an account is refused`(_ name: String) throws {
        #expect(try add(name) == .reservedName)
        #expect(try accounts.count() == 0)
        guard case .added = try add("\(AccountName.normalized(name))-2") else {
            Issue.record("not added")
            return
        }
    }

    @Test func `an existing account with a reserved name can still be used`() throws {
        _ = try add("ada")
        try database.pool.withConnection { try $0.execute("UPDATE account SET name = 'operator'") }
        #expect(try accounts.account(named: "Operator")?.name == "operator")
        guard case .reset = try accounts.resetPassword(name: "operator", password: "three brown owls", by: .operator)
        else {
            Issue.record("not reset")
            return
        }
    }

    @Test(arguments: [
        "short", "aaaaaaaaaaaaaaaa", "ada-and-something", CaseText(String(repeating: "long ", count: 26)),
    ])
    func `a weak password is refused with a reason`(_ password: CaseText) throws {
        let outcome = try accounts.add(name: "ada", password: password.text, roles: [], by: .operator)
        guard case .weakPassword(let reason) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(reason.hasSuffix("."))
    }

    @Test func `a password is stored as an Argon2id hash`() throws {
        _ = try add("ada")
        let hashes = try database.pool.withConnection { connection in
            try connection.query("SELECT password_hash FROM account").map { try $0["password_hash", as: String.self] }
        }
        #expect(hashes.count == 1)
        #expect(hashes.allSatisfy { $0.hasPrefix("$argon2id$v=19$m=47104,t=1,p=1$") })
    }

    @Test func `the last administrator cannot lose that role`() throws {
        _ = try add("ada")
        #expect(try accounts.setRoles(of: "ada", to: [.analyst], by: .operator) == .lastAdministrator)
        _ = try add("grace", [.administrator])
        guard case .changed(let ada) = try accounts.setRoles(of: "ada", to: [.analyst], by: .operator) else {
            Issue.record("not changed")
            return
        }
        #expect(ada.roles == [.analyst])
        #expect(try accounts.setRoles(of: "nobody", to: [], by: .operator) == .noSuchAccount)
    }

    @Test func `each permission belongs to the expected roles only`() {
        func may(_ permission: Permission) -> [Role] { Role.allCases.filter { $0.permissions.contains(permission) } }
        #expect(may(.view) == Role.allCases)
        #expect(may(.edit) == [.analyst])
        #expect(may(.review) == [.reviewer])
        #expect(may(.publish) == [.releaseManager])
        #expect(may(.breakGlass) == [.releaseManager])
        #expect(may(.manageSchemas) == [.administrator])
        #expect(may(.manageAccounts) == [.administrator])
        #expect(may(.readAudit) == [.reviewer, .releaseManager, .administrator])
    }
}
