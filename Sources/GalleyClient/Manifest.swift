import Foundation

/// The contents that a client of one platform and version gets of every feature.
struct Manifest: Codable {
    /// The clients of a feature whose bucket is below a number, unless an earlier arm has them.
    struct Arm: Codable {
        let below: Int
        let hash: String
    }

    struct Feature: Codable {
        let arms: [Arm]
    }

    let release: Int
    private(set) var features: [String: Feature]
    /// The name after which the next page begins.
    let next: String?

    /// Parses a manifest.
    ///
    /// - Throws: `ClientError.notAManifest`.
    init(_ body: Data) throws {
        do { self = try JSONDecoder().decode(Manifest.self, from: body) } catch { throw ClientError.notAManifest }
    }

    private init(release: Int, features: [String: Feature]) {
        self.release = release
        self.features = features
        next = nil
    }

    /// Returns one manifest with the features of both pages.
    func joined(with page: Manifest) -> Manifest {
        Manifest(release: release, features: features.merging(page.features) { _, later in later })
    }

    /// Returns the JSON of the manifest, which `init` parses.
    func encoded() throws -> Data { try JSONEncoder().encode(self) }

    /// Returns the arm of a feature for a bucket; a client without a bucket takes the one that admits all.
    func arm(of feature: String, bucket: Int?) -> Arm? {
        features[feature]?.arms.first { $0.below > bucket ?? Bucket.count - 1 }
    }
}
