import MicroHTTP
import Publishing
import SchemaRepository
import Testing

@testable import ReadAPI

/// The cache keeps the documents that were used last. Of further documents it keeps, up to a limit, only the marks:
/// header fields and digests, without the bytes.
@Suite("The cache of manifests and bundles") struct DocumentCacheTests {
    private func index(_ names: [String], release: Int = 1) throws -> ReadIndex {
        let features = try names.map { Sample.feature([try Sample.rule("1", hash: $0)], name: $0) }
        return try ReadIndex(Sample.snapshot(features, release: release), content: Sample.content)
    }

    private func document(_ path: String, in index: ReadIndex) throws -> ServedDocument {
        let resolver = ReadResolver(state: ServingState(index: index))
        guard case .document(let document) = try resolver.outcome(of: "\(path)platform=ios&client_version=2") else {
            throw Problem(kind: .notFound, detail: "no document")
        }
        return document
    }

    @Test func `a new document replaces the one that was used longest ago`() throws {
        let index = try index(["a", "b", "c"])
        let documents = try ["a", "b", "c"].map { try document("/v1/bundle?features=\($0)&", in: index) }
        let keys = (0..<3).map { DocumentKey(platform: "ios", interval: $0) }
        let size = documents[0].body.count
        var cache = DocumentCache(bytes: 2 * size)
        cache.keep(documents[0], as: keys[0])
        cache.keep(documents[1], as: keys[1])
        // Caching a document again uses no more room.
        cache.keep(documents[1], as: keys[1])
        let first = cache.find(keys[0])
        #expect(first?.document === documents[0])
        cache.keep(documents[2], as: keys[2])
        let second = cache.find(keys[1])
        #expect(second?.document == nil && second?.mark === documents[1].mark)
        let found = [cache.find(keys[0]), cache.find(keys[2])]
        #expect(found[0]?.document === documents[0] && found[1]?.document === documents[2])
        var dropped = 0
        while cache.dropOldest() { dropped += 1 }
        #expect(dropped == 2)
        let last = cache.find(keys[2])
        #expect(last?.document == nil && last?.mark === documents[2].mark)
    }

    @Test func `old marks are dropped too, and only the mark of a document that is too large is cached`() throws {
        let index = try index(["a", "b", "c"])
        let documents = try ["a", "b", "c"].map { try document("/v1/bundle?features=\($0)&", in: index) }
        let keys = (0..<3).map { DocumentKey(platform: "ios", interval: $0) }
        var cache = DocumentCache(marks: 2, bytes: documents[0].body.count - 1)
        for (document, key) in zip(documents, keys) { cache.keep(document, as: key) }
        let found = keys.map { cache.find($0) }
        #expect(found[0] == nil && found[1]?.mark === documents[1].mark && found[2]?.mark === documents[2].mark)
        #expect(found.allSatisfy { $0?.document == nil })
    }

    @Test func `bundles do not push out the first page of the manifest`() throws {
        let index = try index(["a", "b"])
        let page = try document("/v1/manifest?", in: index)
        let bundle = try document("/v1/bundle?", in: index)
        let named = try document("/v1/bundle?features=a&", in: index)
        while index.manifests.dropOldest(.bundle) {}
        #expect(try document("/v1/manifest?", in: index) === page)
        #expect(try document("/v1/bundle?features=a&", in: index) === named)
        #expect(try document("/v1/bundle?", in: index) !== bundle)
    }

    @Test func `an index that is no longer served caches nothing`() throws {
        let shared = SharedState()
        let first = try index(["a"])
        shared.replace { $0.index = first }
        let bundle = try document("/v1/bundle?", in: first)
        #expect(try document("/v1/bundle?", in: first) === bundle)
        // A change of another part of the state keeps the cache.
        shared.replace { $0.storage = .ok }
        #expect(try document("/v1/bundle?", in: first) === bundle)
        let second = try index(["a"], release: 2)
        shared.replace { $0.index = second }
        let later = try document("/v1/bundle?", in: first)
        #expect(later !== bundle)
        #expect(try document("/v1/bundle?", in: first) !== later)
        #expect(try document("/v1/bundle?", in: second) === document("/v1/bundle?", in: second))
    }
}
