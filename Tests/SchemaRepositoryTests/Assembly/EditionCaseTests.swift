import JSONText
import SchemaRepository
import Testing

@Suite("Editions derived by hand") struct EditionCaseTests {
    @Test(arguments: try EditionCase.all()) func `a document has the expected support, editions and faults`(
        _ row: EditionCase
    )
        throws
    {
        let repository = try EditionCase.repository.get()
        let checked = repository.check(Array(row.text.utf8), kind: nil)
        #expect(checked.diagnostics.isEmpty)
        let assembly = repository.assembly(of: checked, platform: "ios", in: row.range)
        #expect(VersionSet(assembly.support.full).description == row.full)
        #expect(VersionSet(assembly.support.degraded).description == row.degraded)
        #expect(
            assembly.editions.map { "\($0.interval) \(String(decoding: $0.bytes, as: UTF8.self))" } == row.editions)
        #expect(assembly.faults.map(\.interval.description) == row.faults)
    }
}
