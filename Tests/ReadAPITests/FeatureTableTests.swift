import Publishing
import Testing

@testable import ReadAPI

@Suite struct FeatureTableTests {
    private func feature(_ number: Int, release: Int) throws -> FeatureIndex {
        try FeatureIndex(
            Sample.feature([], name: "feature.\(number)", release: release), signer: ResponseSigner(keys: []),
            earlier: nil, content: Sample.content)
    }

    private func release(_ number: Int, in table: FeatureTable) -> Int? {
        let name = Array("feature.\(number)".utf8)
        return table[name.span]?.snapshot.release
    }

    @Test func `many features are each found by name, and changing a copy does not change the original`() throws {
        var table = FeatureTable()
        for number in 0..<3_000 { table.set(try feature(number, release: number)) }
        var changed = table
        for number in stride(from: 0, to: 3_000, by: 7) { changed.set(try feature(number, release: -1)) }
        changed.set(try feature(3_000, release: 1))
        #expect((0..<3_000).allSatisfy { release($0, in: table) == $0 })
        #expect((0..<3_000).allSatisfy { release($0, in: changed) == ($0 % 7 == 0 ? -1 : $0) })
        #expect(release(3_000, in: table) == nil)
        #expect(release(3_000, in: changed) == 1)
        #expect(Set(changed.all.map(\.snapshot.name)).count == 3_001)
        #expect(Array(changed.all).count == 3_001)
    }

    @Test(arguments: ["bench.feature-00", "card.", "home.screen.number-"])
    func `names that differ only in their last digits are spread over many slots`(_ prefix: String) throws {
        var table = FeatureTable()
        for number in 1_000..<4_000 {
            let snapshot = Sample.feature([], name: "\(prefix)\(number)")
            let signer = ResponseSigner(keys: [])
            table.set(try FeatureIndex(snapshot, signer: signer, earlier: nil, content: Sample.content))
        }
        #expect(table.largestSlot < 16)
    }
}
