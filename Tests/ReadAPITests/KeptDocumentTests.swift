import MicroHTTP
import Publishing
import SchemaRepository
import Testing

@testable import ReadAPI

@Suite("Manifests and bundles that are kept") struct KeptDocumentTests {
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

    @Test func `a document takes the place of the one that was used longest ago`() throws {
        let index = try index(["a", "b", "c"])
        let documents = try ["a", "b", "c"].map { try document("/v1/bundle?features=\($0)&", in: index) }
        let keys = (0..<3).map { DocumentKey(platform: "ios", interval: $0) }
        let size = documents[0].body.count
        for var kept in [KeptDocuments(bytes: 2 * size), KeptDocuments(documents: 2, bytes: .max)] {
            kept.keep(documents[0], as: keys[0])
            kept.keep(documents[1], as: keys[1])
            // Keeping it again takes no more room.
            kept.keep(documents[1], as: keys[1])
            let first = kept.find(keys[0])
            #expect(first === documents[0])
            kept.keep(documents[2], as: keys[2])
            let second = kept.find(keys[1])
            #expect(second == nil)
            let used = kept.find(keys[0])
            let newest = kept.find(keys[2])
            #expect(used === documents[0] && newest === documents[2])
            var dropped = 0
            while kept.dropOldest() { dropped += 1 }
            #expect(dropped == 2)
        }
        var small = KeptDocuments(bytes: size - 1)
        small.keep(documents[0], as: keys[0])
        let none = small.find(keys[0])
        #expect(none == nil)
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

    @Test func `an index that is no longer served keeps nothing`() throws {
        let shared = SharedState()
        let first = try index(["a"])
        shared.replace { $0.index = first }
        let bundle = try document("/v1/bundle?", in: first)
        #expect(try document("/v1/bundle?", in: first) === bundle)
        // A change of anything else keeps it.
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
