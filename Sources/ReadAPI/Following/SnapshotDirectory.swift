import Cryptography
import Foundation
import Publishing

/// The last good snapshot on disk, for a start without a database: the rules in one file, each content in one of its
/// own, named by its hash. Files are replaced whole, never changed.
struct SnapshotDirectory: Sendable {
    private let snapshotFile: URL
    private let contents: URL

    init(path: String) {
        let directory = URL(fileURLWithPath: path, isDirectory: true)
        snapshotFile = directory.appendingPathComponent("snapshot.jsonl")
        contents = directory.appendingPathComponent("contents", isDirectory: true)
    }

    /// What was written last; nil when there is nothing or it cannot be read.
    func snapshot() -> Snapshot? {
        (try? Data(contentsOf: snapshotFile)).flatMap { SnapshotText.read([UInt8]($0)) }
    }

    /// The bytes of a hash; nil when they are missing or no longer those of the hash.
    func content(_ hash: String) -> [UInt8]? {
        guard SHA256Digest(hex: hash) != nil, let data = try? Data(contentsOf: contents.appendingPathComponent(hash))
        else { return nil }
        let bytes = [UInt8](data)
        return SHA256Digest(of: bytes).hex == hash ? bytes : nil
    }

    /// Keeps a content for the snapshot that will name it.
    func store(_ bytes: [UInt8], hash: String) throws {
        try FileManager.default.createDirectory(at: contents, withIntermediateDirectories: true)
        try Data(bytes).write(to: contents.appendingPathComponent(hash), options: .atomic)
    }

    /// Replaces the snapshot, whose contents are stored, then removes the contents that it does not name.
    func store(_ snapshot: Snapshot) throws {
        try FileManager.default.createDirectory(at: contents, withIntermediateDirectories: true)
        try Data(SnapshotText.write(snapshot)).write(to: snapshotFile, options: .atomic)
        let named = Set(snapshot.features.flatMap(\.rules).flatMap(\.editions).map(\.hash))
        for name in try FileManager.default.contentsOfDirectory(atPath: contents.path) where !named.contains(name) {
            try FileManager.default.removeItem(at: contents.appendingPathComponent(name))
        }
    }
}
