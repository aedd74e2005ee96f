import DocumentKinds
import JSONText
import PostgreSQL
import Publishing
import SchemaRepository
import TestSupport
import Testing

@Suite("Proposed schema releases") struct SchemaProposalTests {
    private let home: Installation
    private var store: SchemaReleaseStore { home.stores.schemaReleases }

    init() throws { home = try Installation() }

    @Test func `a proposed release is stored and changes nothing until it is adopted`() throws {
        let proposal = try propose(1)

        #expect(proposal.release.number == 2)
        #expect((proposal.base, proposal.source, proposal.note) == (1, "Test", "Why"))
        #expect(try store.current()?.number == 1)
        guard
            case .adopted(let adoption) = try store.adopt(
                2, insteadOf: 1, reason: "Now", breakGlass: true, by: .operator)
        else {
            throw Unexpected(what: "not adopted")
        }
        #expect((adoption.schemaRelease, adoption.proposal) == (2, proposal.number))
        #expect(try store.current()?.number == 2)
        #expect(try home.stores.audit.events(limit: 2).map(\.action) == ["schemas.adopted", "schemas.proposed"])
    }

    @Test func `files whose check exceeds the work budget are refused with a finding at the largest file`() throws {
        let spent = WorkBudget()
        spent.cancel()
        let files = SchemaImport.Files(documents: try Self.schemas(1).documents, source: "Test")
        let outcome = try SchemaProposer(stores: home.stores).propose(files, note: "", by: .operator, work: spent)
        guard case .refused(let findings) = outcome else { throw Unexpected(what: "not refused") }
        #expect(findings.first?.diagnostic.code == "repository.work")
        #expect(findings.first?.file == "screens/Screen.json")
        #expect(try store.list().count == 1)
    }

    @Test func `content that is proposed or current cannot be proposed again`() throws {
        let first = try propose(1)
        guard case .alreadyProposed(let again) = try store.propose(Self.schemas(1), source: "Other", by: .operator)
        else {
            throw Unexpected(what: "proposed twice")
        }
        #expect(again == first)
        guard case .current = try store.propose(Installation.schemas(), source: "Same", by: .operator) else {
            throw Unexpected(what: "the current content was proposed")
        }
    }

    @Test func `a proposal is stale after another adoption until it is proposed again`() throws {
        _ = try propose(1)
        _ = try propose(2)
        _ = try store.adopt(2, reason: "Now", breakGlass: true, by: .operator)

        guard case .stale(current: 2) = try store.adopt(3, reason: "Now", breakGlass: true, by: .operator) else {
            throw Unexpected(what: "not stale")
        }
        guard case .stale(current: 2) = try store.adopt(1, insteadOf: 1, reason: "x", by: .operator) else {
            throw Unexpected(what: "the schema release that the page showed was not compared")
        }
        #expect(try propose(2).base == 2)
        guard case .adopted = try store.adopt(3, reason: "Now", breakGlass: true, by: .operator) else {
            throw Unexpected(what: "not adopted")
        }
    }

    @Test func `a return to an earlier schema release is an adoption and needs a reason`() throws {
        _ = try propose(1)
        _ = try store.adopt(2, reason: "Now", breakGlass: true, by: .operator)

        guard case .reasonRequired = try store.adopt(1, by: .operator) else {
            throw Unexpected(what: "a reason was not required")
        }
        guard case .adopted = try store.adopt(1, insteadOf: 2, reason: "Wrong", by: .operator) else {
            throw Unexpected(what: "not adopted")
        }
        #expect(try store.adoptions().map(\.schemaRelease) == [1, 2, 1])
        #expect(try store.adoptions().first?.reason == "Wrong")
        guard case .noSuchRelease = try store.adopt(9, by: .operator) else {
            throw Unexpected(what: "there is a schema release 9")
        }
        guard case .alreadyCurrent = try store.adopt(1, by: .operator) else {
            throw Unexpected(what: "the current schema release was adopted again")
        }
    }

    @Test func `files of an earlier schema release are not proposed, and adopting them needs no approvals`()
        throws
    {
        _ = try propose(1)
        _ = try store.adopt(2, reason: "Now", breakGlass: true, by: .operator)
        _ = try store.adopt(1, reason: "Back", by: .operator)
        // In the first round, the proposal's base is current again; in the second, a newer schema release is current.
        for next in [2, 3] {
            guard case .earlier(let release) = try store.propose(Self.schemas(1), source: "CI", by: .operator) else {
                throw Unexpected(what: "proposed")
            }
            #expect(release.number == 2)
            #expect(try store.proposals(of: [2]).map(\.number) == [1])
            guard case .adopted(let adoption) = try store.adopt(2, reason: "Emergency", by: .operator) else {
                throw Unexpected(what: "not adopted")
            }
            #expect(adoption.proposal == nil && !adoption.isBreakGlass)
            let other = try propose(next)
            _ = try store.adopt(other.release.number, reason: "Now", breakGlass: true, by: .operator)
        }
    }

    @Test func `a proposal of earlier files does not prevent returning to them without approvals`()
        throws
    {
        _ = try propose(1)
        _ = try store.adopt(2, reason: "Now", breakGlass: true, by: .operator)
        _ = try store.adopt(1, reason: "Back", by: .operator)
        try home.pool.withConnection { connection in
            try connection.execute(
                """
                INSERT INTO schema_proposal (number, schema_release, base, source, note, author_name)
                VALUES (2, 2, 1, 'CI', '', 'ci')
                """)
        }
        guard case .reasonRequired = try store.adopt(2, by: .operator) else {
            throw Unexpected(what: "a reason was not required")
        }
        guard case .adopted = try store.adopt(2, reason: "Emergency", by: .operator) else {
            throw Unexpected(what: "not adopted")
        }
    }

    @Test func `an import of one file replaces, adds or removes a document, and invalid paths are refused`() throws {
        let current = try Installation.schemas().documents
        let bytes = Array("{}".utf8)

        let replaced = try SchemaImport.document(path: "screens/Screen.json", bytes).files(besides: current)
        #expect(replaced.documents.count == 2)
        #expect(replaced.documents.first { $0.path == "screens/Screen.json" }?.bytes == bytes)
        #expect(try SchemaImport.document(path: "enums/A.json", bytes).files(besides: current).documents.count == 3)
        #expect(try SchemaImport.removal(path: "document.json").files(besides: current).documents.count == 1)
        for path in ["../a.json", "/a.json", "a.txt", "", "a/../b.json", ".git/a.json"] {
            #expect(throws: SchemaSourceError.self) {
                try SchemaImport.document(path: path, bytes).files(besides: current)
            }
        }
        #expect(throws: SchemaSourceError.self) { try SchemaImport.removal(path: "x.json").files(besides: current) }
    }

    private func propose(_ number: Int) throws -> SchemaProposal {
        guard
            case .proposed(let proposal) = try store.propose(
                Self.schemas(number), source: "Test", note: "Why", by: .operator)
        else { throw Unexpected(what: "not proposed") }
        return proposal
    }

    /// Returns the installation's schemas with a number of line feeds appended to each document.
    private static func schemas(_ number: Int) throws -> SchemaRepository {
        try SchemaRepository(
            documents: Installation.schemas().documents.map {
                RepositoryFile(path: $0.path, bytes: $0.bytes + Array(repeating: 0x0A, count: number))
            })
    }
}
