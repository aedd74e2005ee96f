import Foundation
import Publishing
import TestSupport
import Testing

@Suite("Rollouts in buckets") struct RolloutTests {
    /// A published vector of the bucket of an installation.
    struct Vector: Decodable {
        let feature: String
        let installation: String
        let bucket: Int
    }

    @Test func `the published vectors hold`() throws {
        guard let vectors = try CorpusRows.read("buckets.jsonl", as: Vector.self) else { return }
        for vector in vectors {
            let bucket = RolloutBucket.bucket(ofInstallation: vector.installation, feature: vector.feature)
            #expect(bucket == vector.bucket, "\(vector.feature) \(vector.installation)")
        }
        #expect(vectors.count > 10)
    }

    @Test func `a bucket is the remainder of the digest's first 64 bits`() {
        // printf 'home.main\na' | sha256sum
        #expect(RolloutBucket.bucket(ofInstallation: "a", feature: "home.main") == 938)
        #expect(RolloutBucket.bucket(ofInstallation: "установка-7", feature: "home.main") == 61)
    }

    @Test func `two features' first percent overlap by chance only, and every bucket is used`() {
        let installations = (0..<20_000).map { "installation-\($0)" }
        let offers = installations.map { RolloutBucket.bucket(ofInstallation: $0, feature: "home.offers") }
        let main = installations.map { RolloutBucket.bucket(ofInstallation: $0, feature: "home.main") }
        #expect(Set(offers) == Set(0..<RolloutBucket.count))
        // One percent of each is about 200 of them; both are expected for 2.
        let both = zip(offers, main).count { $0 < 10 && $1 < 10 }
        #expect(both < 12)
    }

    @Test(
        arguments: [
            ("0", 0), ("0.1", 1), ("12.5", 125), ("50", 500), ("100", 1_000), ("100.0", 1_000), ("101", 1_010),
        ])
    func `a share is a number with at most one decimal place`(text: String, tenths: Int) throws {
        #expect(RolloutPercent(text)?.tenths == tenths)
    }

    @Test(arguments: ["", ".", "1.", ".5", "0.05", "-1", "+1", "1e1", "٣", "1,5", " 1", "99999999999999999999"])
    func `other texts are no share`(text: String) { #expect(RolloutPercent(text) == nil) }

    @Test func `a share is written without a needless decimal place`() throws {
        let shares: [RolloutPercent] = [0, 50, 100, RolloutPercent(tenths: 125)]
        #expect(shares.map(\.text) == ["0", "50", "100", "12.5"])
        #expect(String(decoding: try JSONEncoder().encode(shares), as: UTF8.self) == "[0,50,100,12.5]")
    }
}
