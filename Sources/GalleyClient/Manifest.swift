import Foundation

/// The hashes of the documents of all features for the clients of one platform and version, or one page of them.
struct Manifest: Codable {
    /// A document of a feature and the clients that get it: those whose bucket is less than `below` and not less than
    /// `below` of the arm before. A feature has several arms only during a partial rollout.
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

    /// Returns true if this page begins right after `name`, the last name of the page before, and ends after it. For
    /// the first page `name` is nil, and the page must begin with the first feature. The signature does not replace
    /// this check: the server signs every page, so a signed page may be the answer to another request, and with a
    /// `next` that does not advance the pages would never end.
    func isPage(after name: String?) -> Bool {
        guard partial != true else { return false }
        guard let name else { return after == nil }
        guard let after, after.utf8.elementsEqual(name.utf8) else { return false }
        return next.map { name.utf8.lexicographicallyPrecedes($0.utf8) } ?? true
    }

    /// Returns one manifest with the features of this page and of another page of the same release.
    func joined(with page: Manifest) -> Manifest {
        Manifest(release: release, features: features.merging(page.features) { _, later in later })
    }

    /// The hashes of the documents of all arms.
    var hashes: Set<String> { Set(features.values.flatMap { $0.arms.map(\.hash) }) }

    /// Returns the JSON of the manifest, which `init` parses.
    func encoded() throws -> Data { try JSONEncoder().encode(self) }

    /// Returns the arm of a feature for a bucket; without a bucket, the arm that includes the highest one.
    func arm(of feature: String, bucket: Int?) -> Arm? {
        features[feature]?.arms.first { $0.below > bucket ?? Bucket.count - 1 }
    }
}
