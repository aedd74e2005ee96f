import Cryptography
import Foundation
import MicroHTTP
import Publishing
import SchemaRepository
import TestSupport
import Testing

@testable import ReadAPI

@Suite("Responses in content codings") struct CodedResponseTests {
    private let text = Array(String(repeating: #"{"type":"TextView","text":"Hello"},"#, count: 200).utf8)

    private func edition(_ bytes: [UInt8]) throws -> ServedEdition {
        let hash = SHA256Digest(of: bytes).hex
        let identity = ServedEdition.Identity(hash: hash, revision: 1, release: 1, platform: "ios", range: .all)
        return ServedEdition(
            identity, of: "home", ServedContent(hash: hash, bytes: bytes), signer: ResponseSigner(keys: []))
    }

    private func tag(of edition: ServedEdition, _ accepted: String) -> String {
        var codings = AcceptedCodings()
        Array(accepted.utf8).withUnsafeBufferPointer { codings.add($0) }
        return edition.prepare()
            ? "\"\(edition.identity.hash)\(edition.codings.best(for: codings).tagSuffix)\"" : "none"
    }

    @Test func `an edition is sent uncompressed until its compressed bytes are ready`() throws {
        let edition = try edition(text)
        let hash = edition.identity.hash
        #expect(tag(of: edition, "br, gzip") == "\"\(hash)\"")
        edition.compress()
        #expect(tag(of: edition, "br, gzip") == "\"\(hash)-br\"")
        #expect(tag(of: edition, "gzip") == "\"\(hash)-gzip\"")
        #expect(tag(of: edition, "identity") == "\"\(hash)\"")
    }

    @Test func `a short body, and one that compression enlarges, are never compressed`() throws {
        var random = SeededNumbers(seed: 1)
        let noise = (0..<400).map { _ in UInt8.random(in: 0...255, using: &random) }
        for bytes in [Array("{}".utf8), noise] {
            let edition = try edition(bytes)
            edition.compress()
            #expect(tag(of: edition, "br, gzip") == "\"\(edition.identity.hash)\"")
        }
    }

    @Test func `of a thousand features, only the one that a client wants compressed is compressed`() throws {
        let hash = SHA256Digest(of: text).hex
        let version = try ClientVersion("1")
        let part = Edition(from: version, until: nil, hash: hash, size: text.count, schemaRelease: 1, release: 1)
        let rule = Rule(platform: "ios", from: version, until: nil, percent: 100, revision: 1, editions: [part])
        let features = (1...1_001).map { Sample.feature([rule], name: "feature-\($0)") }
        let shared = SharedState()
        let index = try ReadIndex(after: nil, changes: Sample.snapshot(features)) { _ in text }
        shared.replace { $0.index = index }
        shared.compressor.start()
        defer { shared.compressor.stop() }
        shared.compressor.add(index.changed)
        var gzip = AcceptedCodings()
        Array("gzip".utf8).withUnsafeBufferPointer { gzip.add($0) }
        let handler = ReadHandler(shared)
        func ask(_ number: Int, _ accepted: AcceptedCodings) -> ReadAnswer? {
            let target = Array("/v1/features/feature-\(number)?platform=ios&client_version=2".utf8)
            return handler.answer(ReadRequest(target: target, acceptedCodings: accepted))
        }
        _ = (ask(7, gzip), ask(8, AcceptedCodings()))
        let feature = try #require(index.changed.first { $0.snapshot.name == "feature-7" })
        let wanted = try #require(Array(feature.allEditions).first)
        let end = ContinuousClock.now + .seconds(30)
        while !wanted.codings.isComplete, ContinuousClock.now < end { Thread.sleep(forTimeInterval: 0.01) }
        let complete = index.changed.filter { $0.allEditions.allSatisfy { $0.codings.isComplete } }
        #expect(complete.map(\.snapshot.name) == ["feature-7"])
    }

    @Test func `a bundle of named features, which few clients request, is never compressed`() throws {
        let features = try (1...20).map { Sample.feature([try Sample.rule("1", hash: "h")], name: "f\($0)") }
        let index = try ReadIndex(Sample.snapshot(features), content: Sample.content)
        let names = features.map(\.name).joined(separator: ",")
        var gzip = AcceptedCodings()
        Array("gzip".utf8).withUnsafeBufferPointer { gzip.add($0) }
        for (path, coding) in [
            ("/v1/manifest?", ContentCoding.gzip), ("/v1/bundle?", .gzip), ("/v1/bundle?features=\(names)&", .identity),
        ] {
            let target = "\(path)platform=ios&client_version=2"
            guard case .document(let document) = try ReadResolver(state: ServingState(index: index)).outcome(of: target)
            else {
                Issue.record("no document at \(target)")
                return
            }
            document.compress()
            let best = document.codings.best(for: gzip)
            #expect(best == coding, "\(path)")
        }
    }

    @Test func `a compressor that does not work in advance compresses no edition before a client wants it`() throws {
        let features = try (1...3).map { Sample.feature([try Sample.rule("1", hash: "h")], name: "f\($0)") }
        let index = try ReadIndex(Sample.snapshot(features), content: Sample.content)
        let compressor = Compressor(isAhead: false)
        let ahead = Compressor()
        #expect(compressor.hasDocumentRoom && ahead.hasDocumentRoom)
        for _ in 1...10 {
            compressor.add(index.changed)
            ahead.add(index.changed)
        }
        // Neither compressor was started, so the editions that the second one accepted fill its queue.
        #expect(compressor.hasDocumentRoom && !ahead.hasDocumentRoom)
    }

    @Test func `the editions of new features are compressed in advance`() throws {
        let hash = SHA256Digest(of: text).hex
        let version = try ClientVersion("1")
        let part = Edition(from: version, until: nil, hash: hash, size: text.count, schemaRelease: 1, release: 1)
        let rule = Rule(platform: "ios", from: version, until: nil, percent: 100, revision: 1, editions: [part])
        let index = try ReadIndex(after: nil, changes: Sample.snapshot([Sample.feature([rule])])) { _ in text }
        let compressor = Compressor()
        compressor.start()
        defer { compressor.stop() }
        compressor.add(index.changed)
        let edition = try #require(index.changed.first.flatMap { Array($0.allEditions).first })
        let end = ContinuousClock.now + .seconds(30)
        while !edition.codings.isComplete, ContinuousClock.now < end { Thread.sleep(forTimeInterval: 0.01) }
        #expect(tag(of: edition, "gzip") == "\"\(hash)-gzip\"")
        let isComplete = edition.content.codings.isComplete
        #expect(isComplete)
    }
}
