import DocumentKinds
import Publishing
import SchemaRepository
import TestSupport
import Testing

struct SchemaReleaseTests {
    @Test func `adopting unchanged documents returns the present schema release`() throws {
        let home = try Installation()
        let store = home.stores.schemaReleases
        let first = try #require(try store.current())
        #expect(first.number == 1)
        #expect(try store.adopt(Installation.schemas(), by: .operator) == first)
        #expect(try store.list() == [first])
    }

    @Test func `a stored repository loads unchanged`() throws {
        let home = try Installation()
        // A second store has no compiled schemas in memory, like another node.
        let store = SchemaReleaseStore(pool: home.pool)
        let repository = try #require(try store.repository(of: 1))
        #expect(try repository.documents == Installation.schemas().documents)
        #expect(try repository.hash == Installation.schemas().hash)
        #expect(try store.repository(of: 2) == nil)
    }

    @Test func `adopting earlier documents returns their earlier schema release`() throws {
        let home = try Installation()
        let store = home.stores.schemaReleases
        let other = try SchemaRepository(
            documents: Installation.schemas().documents.map { document in
                RepositoryFile(path: document.path, bytes: document.bytes + [0x0A])
            })
        #expect(try store.adopt(other, by: .operator).number == 2)
        #expect(try store.adopt(Installation.schemas(), by: .operator).number == 1)
        #expect(try store.current()?.number == 1)
        #expect(try store.list().map(\.number) == [2, 1])
    }

    @Test func `without schemas no feature can be created and no revision saved`() throws {
        let stores = Stores(pool: try TestDatabase.make().pool)
        #expect(try stores.schemaReleases.current() == nil)
        #expect(try stores.features.create(name: "a", kind: "Screen", by: .operator) == .unknownKind)
        #expect(try stores.revisions.save(feature: "a", bytes: [], by: .operator) == .noSchemas)
    }
}
