import DocumentKinds
import Publishing
import SchemaRepository
import TestSupport
import Testing

@Suite("Approvals of schema releases") struct SchemaApprovalTests {
    private let home: Installation
    private let people: [String: Account]
    private var store: SchemaReleaseStore { home.stores.schemaReleases }

    init() throws {
        home = try Installation()
        var people: [String: Account] = [:]
        for (name, teams) in [
            ("ira", [Team.ios]), ("ann", [.android]), ("bo", [.backend]), ("all", [.ios, .android, .backend]),
        ] {
            let outcome = try home.stores.accounts.add(
                name: name, displayName: name, password: "seven quiet herons", roles: [.reviewer], by: .operator)
            guard case .added(let account) = outcome else { throw Unexpected(what: "\(outcome)") }
            people[name] = account
            #expect(try home.stores.accounts.setTeams(of: name, to: Set(teams), by: .operator))
        }
        self.people = people
    }

    @Test func `adoption needs approvals of iOS, Android and backend by three people`() throws {
        let proposal = try propose(1)
        guard case .approvalsMissing([.ios, .android, .backend]) = try store.adopt(2, by: .operator) else {
            throw Unexpected(what: "adopted without approvals")
        }

        #expect(try approve(proposal, .ios, "ann") == .notInTeam)
        #expect(try approve(proposal, .ios, "all") == .recorded)
        #expect(try approve(proposal, .android, "all") == .alreadyApproved(.ios))
        #expect(try approve(proposal, .android, "ann") == .recorded)
        guard case .approvalsMissing([.backend]) = try store.adopt(2, by: .operator) else {
            throw Unexpected(what: "adopted with two approvals")
        }
        #expect(try approve(proposal, .backend, "bo") == .recorded)
        #expect(try store.withdrawApproval(proposal.number, for: .backend, by: person("bo")) == .recorded)
        guard case .approvalsMissing([.backend]) = try store.adopt(2, by: .operator) else {
            throw Unexpected(what: "adopted with a withdrawn approval")
        }
        #expect(try approve(proposal, .backend, "bo") == .recorded)
        guard case .adopted(let adoption) = try store.adopt(2, by: .operator) else { throw Unexpected(what: "refused") }
        #expect(!adoption.isBreakGlass)
        #expect(try approve(proposal, .ios, "ira") == .notOpen)
    }

    @Test func `an approval counts while its author is in the team and may review`() throws {
        let proposal = try propose(1)
        for (team, name) in [(Team.ios, "ira"), (.android, "ann"), (.backend, "bo")] {
            #expect(try approve(proposal, team, name) == .recorded)
        }
        let accounts = home.stores.accounts

        #expect(try accounts.setTeams(of: "ira", to: [.web], by: .operator))
        guard case .disabled = try accounts.disable("ann", by: .operator) else {
            throw Unexpected(what: "not disabled")
        }
        guard case .changed = try accounts.setRoles(of: "bo", to: [.analyst], by: .operator) else {
            throw Unexpected(what: "the roles were not changed")
        }

        let discounts = try store.approvals(of: proposal.number).map(\.discount)
        #expect(discounts == [.notInTeam, .mayNotReview, .mayNotReview])
        guard case .approvalsMissing([.ios, .android, .backend]) = try store.adopt(2, by: .operator) else {
            throw Unexpected(what: "adopted with approvals that do not count")
        }

        // After a change of team, the author of an approval cannot approve for the new team, because the first approval
        // can count again.
        #expect(try accounts.setTeams(of: "ira", to: [.android], by: .operator))
        #expect(try approve(proposal, .android, "ira") == .alreadyApproved(.ios))
        #expect(try approve(proposal, .ios, "all") == .recorded)
        #expect(try approve(proposal, .android, "ira") == .recorded)
        _ = try accounts.setRoles(of: "bo", to: [.reviewer], by: .operator)
        #expect(try store.approvals(of: proposal.number).allSatisfy(\.isCounted))
        guard case .adopted = try store.adopt(2, by: .operator) else { throw Unexpected(what: "refused") }
    }

    @Test func `the author of a proposal cannot approve it, but can record the designer's approval with a note`() throws
    {
        let proposal = try propose(1, by: person("all").actor)

        #expect(try approve(proposal, .ios, "all") == .ownProposal)
        #expect(try approve(proposal, .design, "all") == .noteRequired)
        #expect(try approve(proposal, .design, "all", note: "Dee, board 12") == .recorded)
        #expect(try store.approvals(of: proposal.number).map(\.note) == ["Dee, board 12"])
    }

    @Test func `a note of more than 2,000 characters is refused as too long for every team`() throws {
        let proposal = try propose(1)
        let (longest, tooLong) = (String(repeating: "x", count: 2_000), String(repeating: "x", count: 2_001))

        #expect(try approve(proposal, .ios, "ira", note: tooLong) == .noteTooLong)
        #expect(try approve(proposal, .design, "ann", note: tooLong) == .noteTooLong)
        #expect(try approve(proposal, .ios, "ira", note: longest) == .recorded)
    }

    @Test func `approvals do not apply to other content or another base`() throws {
        let first = try propose(1)
        for (team, name) in [(Team.ios, "ira"), (.android, "ann"), (.backend, "bo")] {
            #expect(try approve(first, team, name) == .recorded)
        }
        let changed = try propose(2)
        guard case .approvalsMissing = try store.adopt(changed.release.number, by: .operator) else {
            throw Unexpected(what: "approvals moved to another content")
        }
        _ = try store.adopt(changed.release.number, reason: "Now", breakGlass: true, by: .operator)
        #expect(try approve(first, .ios, "ira") == .notOpen)
        let again = try propose(1)
        #expect(again.release == first.release)
        guard case .approvalsMissing = try store.adopt(again.release.number, by: .operator) else {
            throw Unexpected(what: "approvals moved to another base")
        }
    }

    @Test func `an adoption without approvals needs a reason, and is recorded in the history and the audit trail`()
        throws
    {
        _ = try propose(1)

        guard case .reasonRequired = try store.adopt(2, breakGlass: true, by: .operator) else {
            throw Unexpected(what: "adopted without a reason")
        }
        _ = try store.adopt(2, reason: "Outage", breakGlass: true, by: .operator)

        #expect(try store.adoptions().first?.isBreakGlass == true)
        let event = try #require(try home.stores.audit.events(limit: 1).first)
        #expect(event.action == "schemas.adopted")
        #expect(event.detail.contains("\"withoutApprovalOf\": [\"ios\", \"android\", \"backend\"]"))
        #expect(event.detail.contains("\"disagreements\": 0"))
    }

    @Test func `reviews are expected once iOS, Android and backend each have a reviewer`() throws {
        #expect(try store.hasAllReviewers())
        _ = try home.stores.accounts.setTeams(of: "bo", to: [.design], by: .operator)
        #expect(try store.hasAllReviewers())
        _ = try home.stores.accounts.setTeams(of: "all", to: [], by: .operator)
        #expect(try !store.hasAllReviewers())
        #expect(try !home.stores.accounts.setTeams(of: "nobody", to: [.ios], by: .operator))
    }

    private func person(_ name: String) throws -> Account { try #require(people[name]) }

    private func approve(
        _ proposal: SchemaProposal, _ team: Team, _ name: String, note: String = ""
    ) throws -> ApproveSchemasOutcome {
        try store.approve(proposal.number, for: team, note: note, by: person(name))
    }

    private func propose(_ number: Int, by actor: Actor = .operator) throws -> SchemaProposal {
        let schemas = try SchemaRepository(
            documents: Installation.schemas().documents.map {
                RepositoryFile(path: $0.path, bytes: $0.bytes + Array(repeating: 0x0A, count: number))
            })
        guard case .proposed(let proposal) = try store.propose(schemas, source: "Test", by: actor) else {
            throw Unexpected(what: "not proposed")
        }
        return proposal
    }
}
