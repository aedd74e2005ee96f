import JSONText
import Publishing

/// The JSON of the features that changed after a release, each once with its newest change, in the order of releases and
/// names.
struct ChangeList {
    /// The largest number of changes in one answer.
    static let limit = 1_000

    let index: ReadIndex

    /// Returns true if the changes since a release are unknown: the node does not have that release, or the database
    /// was restored after it, so that the client may know releases that the database has lost.
    func needsFullResync(since release: Int) -> Bool {
        release > index.release || (release > 0 && release < index.restoration)
    }

    /// Returns the answer to a query.
    func json(_ query: ChangesQuery) -> [UInt8] {
        let needsFullResync = needsFullResync(since: query.since)
        let changed =
            needsFullResync
            ? [] : index.changes.features(of: index, after: query.since, name: query.after.map { Array($0.utf8) })
        var writer = JSONWriter()
        writer.beginObject()
        writer.name("release")
        writer.number(index.release)
        writer.name("full_resync")
        writer.bool(needsFullResync)
        writer.name("changes")
        writer.beginArray()
        for feature in changed.prefix(Self.limit) { Self.write(feature, to: &writer) }
        writer.endArray()
        if changed.count > Self.limit, let last = changed.prefix(Self.limit).last {
            writer.name("next")
            writer.beginObject()
            writer.name("since")
            writer.number(last.snapshot.release)
            writer.name("after")
            writer.string(last.snapshot.name)
            writer.endObject()
        }
        writer.endObject()
        return writer.bytes
    }

    private static func write(_ feature: FeatureIndex, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("feature")
        writer.string(feature.snapshot.name)
        writer.name("release")
        writer.number(feature.snapshot.release)
        writer.name("change")
        writer.string(feature.isLive ? "upsert" : "removal")
        writer.endObject()
    }
}

extension FeatureIndex {
    /// True if the feature has a rule on a platform that is not switched off, with a share above 0 %: a rule of 0 % is
    /// live for nobody.
    fileprivate var isLive: Bool {
        snapshot.rules.contains { $0.percent.tenths > 0 && !snapshot.switchedOff.contains($0.platform) }
    }
}
