import Foundation
import Publishing
import TestSupport
import Testing

@Suite("Buckets and shares of rollouts") struct RolloutTests {
    /// A published test vector: the bucket of an installation id for a feature.
    struct Vector: Decodable {
        let feature: String
        let installation: String
        let bucket: Int
    }

    @Test(.enabled(if: Corpora.contain("buckets.jsonl"), "../shared/corpora/buckets.jsonl is missing"))
    func `the buckets are those of the published test vectors`() throws {
        let vectors = try Corpora.read("buckets.jsonl", as: Vector.self)
        for vector in vectors {
            let bucket = RolloutBucket.bucket(ofInstallation: vector.installation, feature: vector.feature)
            #expect(bucket == vector.bucket, "\(vector.feature) \(vector.installation)")
        }
        #expect(vectors.count > 10)
    }

    @Test func `a bucket is the remainder of the first 64 bits of a SHA-256 digest`() {
        // printf 'home.main\na' | sha256sum
        #expect(RolloutBucket.bucket(ofInstallation: "a", feature: "home.main") == 938)
        #expect(RolloutBucket.bucket(ofInstallation: "установка-7", feature: "home.main") == 61)
    }

    @Test func `the first percent of two features have few common clients, and every bucket is used`() {
        let installations = (0..<20_000).map { "installation-\($0)" }
        let offers = installations.map { RolloutBucket.bucket(ofInstallation: $0, feature: "home.offers") }
        let main = installations.map { RolloutBucket.bucket(ofInstallation: $0, feature: "home.main") }
        #expect(Set(offers) == Set(0..<RolloutBucket.count))
        // One percent is about 200 installations; 2 are expected to be in the first percent of both features.
        let both = zip(offers, main).count { $0 < 10 && $1 < 10 }
        #expect(both < 12)
    }

    // A share above 100 % is read, so that publishing can refuse it with a reason.
    @Test(
        arguments: [
            ("0", 0), ("0.1", 1), ("12.5", 125), ("50", 500), ("100", 1_000), ("100.0", 1_000), ("101", 1_010),
        ])
    func `a share with at most one decimal place is read`(text: String, tenths: Int) throws {
        #expect(RolloutPercent(text)?.tenths == tenths)
    }

    @Test(arguments: ["", ".", "1.", ".5", "0.05", "-1", "+1", "1e1", "٣", "1,5", " 1", "99999999999999999999"])
    func `texts that are not a share are refused`(text: String) { #expect(RolloutPercent(text) == nil) }

    @Test func `a share is written without a needless decimal place`() throws {
        let shares: [RolloutPercent] = [0, 50, 100, RolloutPercent(tenths: 125)]
        #expect(shares.map(\.text) == ["0", "50", "100", "12.5"])
        #expect(String(decoding: try JSONEncoder().encode(shares), as: UTF8.self) == "[0,50,100,12.5]")
    }
}
