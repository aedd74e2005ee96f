import Foundation

/// The hashes of the contents of every feature for the clients of one platform and version.
struct Manifest: Codable {
    /// The content for those clients whose bucket is below `below` and not below that of an earlier arm.
    struct Arm: Codable {
        let below: Int
        let hash: String
    }

    struct Feature: Codable {
        let arms: [Arm]
    }

    let release: Int
    private(set) var features: [String: Feature]
    /// The name after which the next page begins; nil on the last page.
    let next: String?
    /// The name after which this page begins; nil on the first page.
    let after: String?
    /// True in a bundle of named features; nil otherwise.
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

    /// Returns true if this page leaves out no feature after `name`, or on the first page none at all; features after
    /// `next` are on later pages. The check is necessary because answers to other requests are signed too.
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

    /// Returns the arm of a feature for a bucket; without a bucket, the arm that includes the highest one.
    func arm(of feature: String, bucket: Int?) -> Arm? {
        features[feature]?.arms.first { $0.below > bucket ?? Bucket.count - 1 }
    }
}
