import JSONText
import MicroHTTP
import Publishing
import SchemaRepository

/// Writes the JSON that lists the editions for a client of one platform and version: for each feature, the arms of its
/// rollout, which are editions for ranges of buckets. The client uses the first arm whose `below` exceeds its bucket
/// for that feature, so the document is the same for all buckets.
///
/// Features that are switched off or have no edition for this version are absent.
struct ManifestWriter {
    /// The largest number of features in a document.
    static let featureLimit = 1_000
    /// The largest size of a page of a manifest, and of the contents of a bundle together, in bytes.
    static let sizeLimit = 4 << 20

    let index: ReadIndex
    let platform: [UInt8]
    let key: [UInt8]

    init(_ index: ReadIndex, for client: ClientQuery) {
        self.index = index
        platform = Array(client.platform.utf8)
        key = client.version.sortKey
    }

    /// Returns the page of `features` that begins at an index. It contains as many features as fit. If more follow, the
    /// member `next` is the name of the last feature on the page. On every page but the first, the member `after` is
    /// the name of the feature before the page, so that nobody can pass it off as the first page.
    func page(of features: [FeatureIndex], from start: Int) -> [UInt8] {
        var writer = beginning(after: start > 0 ? features[start - 1].snapshot.name : nil)
        var count = 0
        var last: FeatureIndex?
        for place in features.indices.dropFirst(start) {
            let arms = features[place].arms(platform: platform.span, key: key)
            guard !arms.isEmpty else { continue }
            if count == Self.featureLimit || writer.bytes.count > Self.sizeLimit - Self.room(for: arms) {
                writer.endObject()
                writer.name("next")
                writer.string(last?.snapshot.name ?? "")
                writer.endObject()
                return writer.bytes
            }
            Self.write(arms, of: features[place], to: &writer)
            last = features[place]
            count += 1
        }
        writer.endObject()
        writer.endObject()
        return writer.bytes
    }

    /// Returns an estimate, in bytes, of the largest size of the page that begins at an index. It suffices for the
    /// compressed bytes as well, because most features take much less than estimated.
    func room(of features: [FeatureIndex], from start: Int) -> Int {
        var (count, room) = (0, Self.room(for: []))
        for feature in features.dropFirst(start) {
            let arms = feature.arms(platform: platform.span, key: key)
            guard !arms.isEmpty else { continue }
            room += Self.room(for: arms)
            count += 1
            if count == Self.featureLimit || room >= Self.sizeLimit { break }
        }
        return min(room, Self.sizeLimit)
    }

    /// Returns the manifest of `features` with the contents of all their arms, each once.
    ///
    /// `isPartial`: True if the request named the features; the document then has the member `partial`, so that nobody
    /// can pass it off as a bundle of all features. `reserve`: Called before the document is written, with an estimate
    /// of its largest size in bytes.
    ///
    /// - Throws: `Problem` if the features are too many or their contents too large, and the error of `reserve`.
    func bundle(
        of features: [FeatureIndex], isPartial: Bool = false, reserve: (Int) throws(Problem) -> Void = { _ in }
    ) throws(Problem) -> [UInt8] {
        var served: [(feature: FeatureIndex, arms: [Arm])] = []
        var contents: [String: ServedContent] = [:]
        var (room, size) = (0, 0)
        for feature in features {
            let arms = feature.arms(platform: platform.span, key: key)
            guard !arms.isEmpty else { continue }
            served.append((feature, arms))
            room += Self.room(for: arms)
            for arm in arms where contents.updateValue(arm.edition.content, forKey: arm.edition.identity.hash) == nil {
                size += arm.edition.content.body.count
            }
            guard served.count <= Self.featureLimit, size <= Self.sizeLimit else {
                throw .tooLarge(
                    "A bundle has at most \(Self.featureLimit) features and \(Self.sizeLimit >> 20) MiB of contents; "
                        + "name fewer with “features”, or fetch the contents of the manifest one by one.")
            }
        }
        try reserve(room + size + contents.count * Self.hashRoom)
        var writer = beginning()
        for (feature, arms) in served { Self.write(arms, of: feature, to: &writer) }
        writer.endObject()
        writer.name("contents")
        writer.beginObject()
        for (hash, content) in contents.sorted(by: { $0.key < $1.key }) {
            writer.name(hash)
            writer.raw(content.body.copy)
        }
        writer.endObject()
        if isPartial {
            writer.name("partial")
            writer.bool(true)
        }
        writer.endObject()
        return writer.bytes
    }

    private func beginning(after: String? = nil) -> JSONWriter {
        var writer = JSONWriter()
        writer.beginObject()
        writer.name("release")
        writer.number(index.release)
        if let after {
            writer.name("after")
            writer.string(after)
        }
        writer.name("features")
        writer.beginObject()
        return writer
    }

    /// An estimate of the largest number of bytes of a feature with these arms, and of the end of the document.
    private static func room(for arms: [Arm]) -> Int { 512 + 256 * arms.count }

    /// The number of bytes of a hash as a member's name, with quotes, colon and comma.
    private static let hashRoom = 68

    private static func write(_ arms: [Arm], of feature: FeatureIndex, to writer: inout JSONWriter) {
        writer.name(feature.snapshot.name)
        writer.beginObject()
        writer.name("arms")
        writer.beginArray()
        for arm in arms {
            writer.beginObject()
            writer.name("below")
            writer.number(arm.below)
            writer.name("revision")
            writer.number(arm.edition.identity.revision)
            writer.name("hash")
            writer.string(arm.edition.identity.hash)
            writer.name("size")
            writer.number(arm.edition.content.body.count)
            writer.name("url")
            writer.string(Routes.contents + arm.edition.identity.hash)
            writer.endObject()
        }
        writer.endArray()
        if let renaming = feature.snapshot.renaming {
            writer.name("renamed_to")
            writer.string(renaming.name)
        }
        writer.endObject()
    }
}
