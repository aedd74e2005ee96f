import Publishing
import SchemaRepository
import Testing

@testable import ReadAPI

@Suite struct ContentBatchesTests {
    @Test func `contents are loaded a thousand at a time, and may be requested in any order within a feature`() throws {
        let features = try (0..<1_250).map { number in
            let rules = [
                try Sample.rule("2", hash: "\(number).ios"),
                try Sample.rule("1", hash: "\(number).web", platform: "web"),
            ]
            return Sample.feature(rules, name: "feature.\(number)")
        }
        var questions: [Int] = []
        let batches = ContentBatches(of: Sample.snapshot(features)) { hashes in
            questions.append(hashes.count)
            return Dictionary(uniqueKeysWithValues: hashes.map { ($0, Array($0.utf8)) })
        }
        for number in 0..<1_250 {
            for hash in ["\(number).web", "\(number).ios"] { #expect(try batches.content(hash) == Array(hash.utf8)) }
        }
        #expect(questions.count == 3)
        #expect(try batches.content("unknown") == Array("unknown".utf8))
    }

    @Test func `large contents are loaded a few at a time`() throws {
        let start = try ClientVersion("1")
        let features = (0..<10).map { number in
            let edition = Edition(
                from: start, until: nil, hash: "\(number)", size: 1_500_000, schemaRelease: 1, release: 1)
            let rule = Rule(
                platform: "ios", from: start, until: nil, percent: 100, revision: 1, editions: [edition])
            return Sample.feature([rule], name: "feature.\(number)")
        }
        var questions: [[String]] = []
        let batches = ContentBatches(of: Sample.snapshot(features)) { hashes in
            questions.append(hashes)
            return Dictionary(uniqueKeysWithValues: hashes.map { ($0, [1]) })
        }
        for number in 0..<10 { _ = try batches.content("\(number)") }
        #expect(questions.first == ["0", "1"])
        #expect(questions.count == 5)
    }
}
