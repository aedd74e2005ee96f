import DocumentKinds
import Foundation
import JSONText
import Logging
import Preview
import Publishing
import SchemaRepository
import TestSupport
import Testing

@testable import Console

@Suite("Data that previews look up") struct PreviewSourcesTests {
    private let stores: Stores
    private let repository: SchemaRepository

    init() throws {
        stores = Stores(pool: try TestDatabase.make().pool)
        repository = try SchemaRepository(loading: PackageRoot.path + "/schemas")
        try stores.schemaReleases.adopt(repository, by: .operator)
    }

    private func sources(of feature: String? = nil) -> PreviewSources {
        PreviewSources(
            stores: stores, repository: repository, feature: feature, now: TestConsole.now,
            logger: Logger(label: "test"))
    }

    private func batch(_ query: OptionQuery) throws -> OptionBatch {
        guard case .page(let batch) = sources().options(query) else {
            throw Unanswered(query: query)
        }
        return batch
    }

    private struct Unanswered: Error { let query: OptionQuery }

    @Test func `option lists are read by offset and next key, and filtered by keyword, parent and keys`() throws {
        let items = [
            OptionItem(key: "north", title: "North"),
            OptionItem(key: "a", title: "Alpha", parent: "north", members: #"{"n":1.50}"#),
            OptionItem(key: "b", title: "Beta", parent: "north"),
            OptionItem(key: "c", title: "Gamma"),
        ]
        _ = try stores.optionLists.import(items, into: "schools", by: .operator)

        let first = try batch(OptionQuery(list: "schools", limit: 3))
        #expect(first.items.map(\.rawText)[1] == #"{"key":"a","title":"Alpha","parent":"north","n":1.50}"#)
        #expect(first.total == 4)
        #expect(!first.isLoadEnded)
        #expect(try batch(OptionQuery(list: "schools", start: .offset(3), limit: 3)).isLoadEnded)
        let page = try batch(OptionQuery(list: "schools", start: .nextKey(nil), limit: 2))
        #expect(page.nextKey == "a")
        let next = try batch(OptionQuery(list: "schools", start: .nextKey("a"), limit: 2))
        #expect(next.items.compactMap { $0["key"]?.string } == ["b", "c"])
        #expect(next.isLoadEnded && next.nextKey == nil)
        #expect(try batch(OptionQuery(list: "schools", keyword: "ALPH")).items.count == 1)
        #expect(try batch(OptionQuery(list: "schools", branch: .children(of: "north"))).items.count == 2)
        #expect(try batch(OptionQuery(list: "schools", branch: .roots, only: ["c", "a"])).items.count == 1)
        guard case .unknownNextKey = sources().options(OptionQuery(list: "schools", start: .nextKey("gone"))),
            case .noSuchList = sources().options(OptionQuery(list: "schoolz"))
        else { throw Unanswered(query: OptionQuery(list: "schools")) }
    }

    @Test func `another feature is shown as its newest revision, checked as a document of its kind`() throws {
        let ana = Actor(accountID: nil, name: "ana")
        _ = try stores.features.create(name: "home.offers", kind: "/screens/Screen", by: ana)
        #expect(sources().document("home.offers") == nil)
        for text in [SampleTexts.screen, SampleTexts.misspelt] {
            _ = try stores.revisions.save(feature: "home.offers", bytes: Array(text.utf8), by: ana)
        }

        let document = try #require(sources().document("home.offers"))
        #expect(document.kind?.id == "/screens/Screen")
        #expect(!document.isValid)
        #expect(sources().document("no.such") == nil)
    }

    @Test func `test data is looked up for the previewed feature only`() throws {
        let ana = Actor(accountID: nil, name: "ana")
        for name in ["ads.new", "ads.old"] { _ = try stores.features.create(name: name, kind: "/forms/Form", by: ana) }
        _ = try stores.fillings.save(Array(#"{"city": "Oslo"}"#.utf8), as: "Full", of: "ads.new", by: ana)

        let data = sources(of: "ads.new").filling("Full")
        #expect(data.map { String(decoding: $0, as: UTF8.self) } == #"{"city": "Oslo"}"#)
        #expect(sources(of: "ads.old").filling("Full") == nil)
        #expect(sources().filling("Full") == nil)
    }

    @Test func `a failed query makes lists, documents and test data unavailable`() throws {
        let empty = PreviewSources(
            stores: Stores(pool: try TestDatabase.make(migrated: false).pool), repository: repository, feature: "a",
            now: TestConsole.now, logger: Logger(label: "test"))

        guard case .unavailable = empty.options(OptionQuery(list: "schools")) else {
            throw Unanswered(query: OptionQuery(list: "schools"))
        }
        #expect(empty.document("a") == nil)
        #expect(empty.filling("b") == nil)
    }
}
