import DocumentKinds
import Foundation
import JSONText
import SchemaRepository
import TestSupport
import Testing

/// Tests with random repositories and documents: 40 repositories, or 3,000 with `GALLEY_LONG_TESTS=1`. The seeds are
/// fixed.
@Suite("Editions of random documents") struct EditionPropertyTests {
    private static let isLong = ProcessInfo.processInfo.environment["GALLEY_LONG_TESTS"] == "1"
    private static let repositories: UInt64 = isLong ? 3_000 : 40
    private static let documents = isLong ? 20 : 8
    private static let probes = ["0", "0.9"] + RandomRepository.versions + ["1.9.5", "2.5", "9"]

    @Test func `support and editions equal the results of a naive client for each version`() throws {
        var (changed, faults, gaps) = (0, 0, 0)
        try Self.forEach { repository, schemas, checked, name in
            let document = try #require(checked.document)
            let assembly = repository.assembly(of: checked, platform: "ios")
            for probe in Self.probes {
                let version = try ClientVersion(probe)
                func client(takesReplacements: Bool) -> NaiveClient {
                    NaiveClient(schemas: schemas, version: version, takesReplacements: takesReplacements)
                }
                let isFull = client(takesReplacements: false).served(document.root) != nil
                #expect(VersionSet(assembly.support.full).contains(version) == isFull, "full at \(probe): \(name)")
                let served = client(takesReplacements: true).served(document.root)
                #expect(
                    VersionSet(assembly.support.degraded).contains(version) == (served != nil),
                    "degraded at \(probe): \(name)")
                let edition = assembly.editions.first { $0.interval.contains(version) }
                guard let edition else {
                    let isFault = assembly.faults.contains { $0.interval.contains(version) }
                    #expect(isFault || served == nil, "no edition at \(probe): \(name)")
                    (faults, gaps) = (faults + (isFault ? 1 : 0), gaps + 1)
                    continue
                }
                #expect(String(decoding: edition.bytes, as: UTF8.self) == served, "edition at \(probe): \(name)")
                #expect(edition.isChanged != (served == checked.document?.root.rawText))
                if edition.isChanged { changed += 1 }
            }
        }
        #expect(changed > 100 && gaps > 100)
        print("editions: \(changed) changed, \(gaps) versions without an edition, \(faults) of them reported as faults")
    }

    @Test func `an edition is valid, fully supported by its versions, and reproducible`() throws {
        try Self.forEach { repository, _, checked, name in
            let kind = try #require(checked.kind)
            let assembly = repository.assembly(of: checked, platform: "ios")
            #expect(repository.assembly(of: checked, platform: "ios").editions == assembly.editions, "\(name)")
            for edition in assembly.editions {
                let again = repository.check(edition.bytes, kind: nil)
                #expect(again.isValid, "\(edition.interval): \(name)")
                let support = repository.support(
                    of: try #require(again.document), kind: again.kind ?? kind, platform: "ios")
                #expect(VersionSet(support.full).contains(edition.interval), "\(edition.interval): \(name)")
            }
            for (one, next) in zip(assembly.editions, assembly.editions.dropFirst()) {
                #expect(one.interval.until.map { $0 <= next.interval.from } == true, "\(name)")
                #expect(one.bytes != next.bytes || one.interval.until != next.interval.from, "\(name)")
            }
        }
    }

    @Test func `an additional x-since never adds supported versions`() throws {
        var narrowed = 0
        for seed in 0..<Self.repositories {
            var random = RandomRepository(seed: seed)
            let repositories = try [
                SchemaRepository(documents: random.documents),
                SchemaRepository(documents: random.raised(seed: seed &+ 1_000_000).documents),
            ]
            for _ in 0..<Self.documents {
                let text = random.document()
                let supports = try repositories.map { repository in
                    let checked = repository.check(Array(text.utf8), kind: nil)
                    return repository.support(
                        of: try #require(checked.document), kind: try #require(checked.kind), platform: "ios")
                }
                let full = supports.map { VersionSet($0.full) }
                let degraded = supports.map { VersionSet($0.degraded) }
                #expect(full[0].isSuperset(of: full[1]), "seed \(seed): \(text)")
                #expect(degraded[0].isSuperset(of: degraded[1]), "seed \(seed): \(text)")
                if full[0] != full[1] { narrowed += 1 }
            }
        }
        #expect(narrowed > 10)
    }

    private static func forEach(
        _ body: (SchemaRepository, [String: JSONValue], CheckedDocument, String) throws -> Void
    ) throws {
        for seed in 0..<repositories {
            var random = RandomRepository(seed: seed)
            let files = random.documents
            let repository = try SchemaRepository(documents: files)
            let schemas = try Dictionary(
                uniqueKeysWithValues: files.map {
                    ("/" + $0.path.dropLast(5), try JSONDocument(parsing: $0.bytes).root)
                })
            for _ in 0..<documents {
                let text = random.document()
                let checked = repository.check(Array(text.utf8), kind: nil)
                #expect(checked.diagnostics.isEmpty, "seed \(seed): \(text)")
                try body(repository, schemas, checked, "seed \(seed): \(text)")
            }
        }
    }
}
