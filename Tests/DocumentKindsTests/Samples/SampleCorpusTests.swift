import DocumentKinds
import Foundation
import JSONSchema
import JSONText
import SchemaRepository
import TestSupport
import Testing

@Suite(.enabled(if: Corpora.contain("documents"), "../shared/corpora/documents is missing"))
struct SampleCorpusTests {
    /// Long enough that a search ends by its number of attempts; a shorter limit would make results depend on the load.
    private static let patience = Duration.seconds(120)

    @Test func `samples of the corpus schemas are valid and reproducible, and at most 2 % of the schemas have none`()
        throws
    {
        let corpus = try SchemaCorpus()
        var refused: [String] = []
        var accepted = 0
        for path in corpus.paths {
            guard let schema = try? corpus.compile(path) else { continue }
            let generator = SampleGenerator(schema: schema, options: SampleOptions(maximumDuration: Self.patience))
            switch generator.outcome() {
            case .refused(let refusal): refused.append("\(path): \(refusal)")
            case .sample(let bytes):
                accepted += 1
                let document = try JSONDocument(parsing: bytes)
                #expect(schema.isValid(document.root), "\(path)")
                #expect(generator.sample() == bytes, "\(path) is not the same twice")
            }
        }
        print("samples: \(accepted) of \(accepted + refused.count) schemas accepted")
        for refusal in refused { print("  refused: \(refusal)") }
        #expect(accepted > 500)
        #expect(refused.count * 50 <= accepted)
    }

    @Test func `samples of the corpus schemas with only required members are valid`() throws {
        let corpus = try SchemaCorpus()
        var accepted = 0
        var refused: [String] = []
        for path in corpus.paths {
            guard let schema = try? corpus.compile(path) else { continue }
            let options = SampleOptions(coverage: .required, maximumDuration: Self.patience)
            let outcome = SampleGenerator(schema: schema, options: options).outcome()
            guard let bytes = outcome.bytes else {
                refused.append("\(path): \(outcome)")
                continue
            }
            accepted += 1
            #expect(schema.isValid(try JSONDocument(parsing: bytes).root), "\(path)")
        }
        print("required samples: \(accepted) of \(accepted + refused.count) schemas accepted")
        for refusal in refused { print("  refused: \(refusal)") }
        #expect(accepted > 500)
        #expect(refused.count * 50 <= accepted)
    }
}
