import Foundation
import Logging
import Publishing
import Synchronization

/// The last good snapshot on disk, for a start without a database: one file, to which every release appends what it
/// changed, and which is written anew now and then, under the next number.
///
/// A file under a higher number replaces the others once it has an end. One that is damaged is set aside, and nothing is
/// served from the directory: an older state would be a step back.
final class SnapshotDirectory: Sendable {
    private let directory: URL
    private let logger: Logger
    /// The file that is appended to; nil before the first, and after a failure.
    private let writer = Mutex<SnapshotWriter?>(nil)

    private static let prefix = "snapshot-"
    private static let suffix = ".log"
    private static let damaged = "damaged.log"

    init(path: String, logger: Logger = Logger(label: "galley.read")) {
        directory = URL(fileURLWithPath: path, isDirectory: true)
        self.logger = logger
    }

    /// What was written last, checked; nil when there is nothing, or it is damaged and was set aside.
    func load() -> SnapshotFile? {
        writer.withLock { $0 = nil }
        for number in numbers().reversed() {
            do {
                let file = try SnapshotFile(contentsOf: url(number))
                let writer = try SnapshotWriter(appendingTo: url(number), file)
                self.writer.withLock { $0 = writer }
                return file
            } catch SnapshotFile.Fault.incomplete {
                // It was to replace the one before it.
                try? FileManager.default.removeItem(at: url(number))
            } catch {
                setAside(because: error)
                return nil
            }
        }
        return nil
    }

    /// Keeps the newest file for people to look at, and serves from none.
    func setAside(because error: any Error) {
        logger.error("the snapshot on disk is set aside", metadata: ["error": "\(error)"])
        writer.withLock { $0 = nil }
        let kept = directory.appendingPathComponent(Self.damaged)
        guard let newest = numbers().last else { return }
        // The older ones first: none may be the newest for a moment.
        removeFiles(before: newest)
        try? FileManager.default.removeItem(at: kept)
        try? FileManager.default.moveItem(at: url(newest), to: kept)
        removeFiles(before: .max)
    }

    /// Whether there is a file that changes can be appended to.
    var isWhole: Bool { writer.withLock { $0 != nil } }

    /// Appends changes; when it returns they are on the disk.
    ///
    /// `contents`: the bytes of the changes by hash; those that the file has are not written again.
    ///
    /// - Throws: after a failure the directory holds nothing: what follows could not be told from what was before it.
    func append(_ changes: Snapshot, contents: [(hash: String, bytes: [UInt8])]) throws {
        do {
            try writer.withLock { writer in
                for (hash, bytes) in contents { try writer?.append(bytes, hash: hash) }
                try writer?.finish(changes)
            }
        } catch {
            empty()
            throw error
        }
    }

    /// Writes a whole snapshot in a file of its own; when `fill` has appended the contents and all is on the disk, the
    /// file replaces the others.
    func replace(with snapshot: Snapshot, fill: ((String, [UInt8]) throws -> Void) throws -> Void) throws {
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let number = (numbers().last ?? 0) + 1
        var next = try SnapshotWriter(creating: url(number))
        do {
            try fill { hash, bytes in try next.append(bytes, hash: hash) }
            try next.finish(snapshot)
            // The name is a change of the directory, not of the file.
            try FileHandle(forReadingFrom: directory).synchronize()
        } catch {
            try? FileManager.default.removeItem(at: url(number))
            throw error
        }
        let written = next
        writer.withLock { $0 = written }
        removeFiles(before: number)
        try? FileManager.default.removeItem(at: directory.appendingPathComponent("snapshot.jsonl"))
        try? FileManager.default.removeItem(at: directory.appendingPathComponent("contents"))
    }

    /// Writes the file anew where most of it is of no use any more.
    func compactIfWorthwhile(_ snapshot: () -> Snapshot) throws {
        guard let current = writer.withLock({ $0?.isWorthCompacting ?? false ? $0?.url : nil }) else { return }
        let live = snapshot()
        do {
            let file = try SnapshotFile(contentsOf: current)
            try replace(with: live) { keep in
                for hash in live.hashes {
                    guard let bytes = try file.content(hash) else { throw SnapshotError.missingContent(hash) }
                    try keep(hash, bytes)
                }
            }
        } catch let fault as SnapshotFile.Fault {
            setAside(because: fault)
        }
    }

    /// Removes what there is, so that a start asks the database.
    func empty() {
        writer.withLock { $0 = nil }
        removeFiles(before: .max)
    }

    private func url(_ number: Int) -> URL {
        directory.appendingPathComponent(Self.prefix + String(number) + Self.suffix)
    }

    /// The numbers of the files, ascending.
    private func numbers() -> [Int] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
        return names.compactMap { name in
            guard name.hasPrefix(Self.prefix), name.hasSuffix(Self.suffix) else { return nil }
            return Int(name.dropFirst(Self.prefix.count).dropLast(Self.suffix.count))
        }.sorted()
    }

    private func removeFiles(before number: Int) {
        for old in numbers() where old < number { try? FileManager.default.removeItem(at: url(old)) }
    }
}

extension Snapshot {
    /// The contents that its features serve, each once, in their order.
    var hashes: [String] {
        var seen: Set<String> = []
        return features.lazy.flatMap(\.rules).flatMap(\.editions).map(\.hash).filter { seen.insert($0).inserted }
    }
}
