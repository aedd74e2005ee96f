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
    /// The name after which this page begins; nil on the first page.
    let after: String?
    /// True in a bundle of some features.
    let partial: Bool?

    /// Parses a manifest.
    ///
    /// - Throws: `ClientError.notAManifest`.
    init(_ body: Data) throws {
        do { self = try JSONDecoder().decode(Manifest.self, from: body) } catch { throw ClientError.notAManifest }
    }

    private init(release: Int, features: [String: Feature]) {
        self.release = release
        self.features = features
        (next, after, partial) = (nil, nil, nil)
    }

    /// Returns true if it has all features after a name, or all from the first on; up to `next`, if there is one. An
    /// answer to another request is signed too.
    func isPage(after name: String?) -> Bool {
        guard partial != true else { return false }
        guard let after else { return true }
        return name.map { !$0.utf8.lexicographicallyPrecedes(after.utf8) } ?? false
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
