import Foundation
import Logging
import Publishing
import Synchronization

/// The last good snapshot on disk, for a start without the database: one file to which every release appends its
/// changes. From time to time it is rewritten as a new file with the next number.
///
/// Releases are stored here before they are served, and `ServedFile` records the newest one served. A complete file
/// with a higher number replaces the others. If the newest file is damaged, it is set aside, and an earlier one is used
/// only if it contains everything ever served, because otherwise clients would get older editions than before.
final class SnapshotDirectory: Sendable {
    private let directory: URL
    private let servedURL: URL
    private let logger: Logger
    private let state: Mutex<State>

    private struct State {
        /// The file being appended to; nil if there is none, for example because the file cannot be written.
        var writer: SnapshotWriter?
        /// The newest point that a restart could serve from here; nil if there is none.
        var durable: HistoryPoint?
        /// The file with that point; nil if there is none, or if the file was removed, replaced or changed.
        var file: (number: Int, identity: FileIdentity)?
        /// The error of reading the directory, or of reading a file that is still in it; nil if there was no such
        /// error.
        var readFault: (any Error)?
        var served: ServedFile
    }

    private static let prefix = "snapshot-"
    private static let suffix = ".log"
    private static let damaged = "damaged.log"
    private static let ofOthers = "other-installation.log"

    init(path: String, logger: Logger = Logger(label: "galley.read")) {
        directory = URL(fileURLWithPath: path, isDirectory: true)
        self.logger = logger
        servedURL = directory.appendingPathComponent("served")
        state = Mutex(State(served: ServedFile(servedURL)))
    }

    /// The newest point that clients were ever served from; nil if unknown.
    var served: HistoryPoint? { state.withLock { $0.served.point } }

    /// The newest point that a restart could serve from here; nil if there is none.
    var durable: HistoryPoint? { state.withLock { $0.durable } }

    /// The error with which `load` or `setAside` failed to read the directory or one of its files; nil if there was no
    /// such error, or if the file is no longer in the directory.
    var readFault: (any Error)? { state.withLock { $0.readFault } }

    /// True if a restart could serve a snapshot from here, or perhaps could: the directory or a file in it could not be
    /// read now, but may be readable then.
    var mayHaveSnapshot: Bool { state.withLock { $0.durable != nil || $0.readFault != nil } }

    /// True if a whole snapshot must be written, because there is no file to append to, or it is not the one that was
    /// opened.
    var needsWhole: Bool { state.withLock { $0.file == nil } }

    /// Stops using the file if somebody removed or replaced it while the node runs, or changed its size; returns true
    /// then. Also sets `durable` and `readFault` to nil if certainly no file is left.
    func noticeLoss() -> Bool {
        state.withLock { state in
            var isLost = false
            if let file = state.file {
                switch FileIdentity.lookUp(url(file.number).path) {
                case .unknown: return false
                case .found(let identity, let size):
                    // A log rotation may have emptied the file itself, and the next append would leave a hole.
                    let isUnchanged = identity == file.identity && state.writer?.mayHave(size: size) ?? true
                    if isUnchanged { return false }
                case .missing: break
                }
                state.file = nil
                state.writer = nil
                isLost = true
                logger.warning(
                    "the snapshot on disk was removed, replaced or changed, and is written again",
                    metadata: ["file": "\(url(file.number).path)"])
            }
            // A restart would read another file, which may be older than what was served. As long as there is one,
            // `durable` stays set, so that no newer release is served before it is stored.
            if state.file == nil, state.durable != nil || state.readFault != nil, isCertainlyEmpty {
                state.durable = nil
                state.readFault = nil
            }
            return isLost
        }
    }

    /// Reads and verifies the newest usable file; nil if there is none, or if it cannot be read (`readFault`). A
    /// damaged newest file is set aside.
    func load() -> SnapshotFile? {
        state.withLock { state in
            state.writer = nil
            state.durable = nil
            state.file = nil
            state.readFault = nil
            // If the directory could not be read before, the file `served` could not be read either.
            if state.served.point == nil { state.served = ServedFile(servedURL) }
            let found: [Int]
            do {
                found = try listedNumbers()
            } catch {
                state.readFault = error
                return nil
            }
            for number in found.reversed() {
                do {
                    let file = try SnapshotFile(contentsOf: url(number), served: state.served.point)
                    state.durable = file.snapshot.point
                    state.file = identified(number)
                    state.readFault = nil
                    open(file, number, &state)
                    return file
                } catch SnapshotFile.Fault.incomplete, SnapshotFile.Fault.otherFormat {
                    // An incomplete replacement of the previous file, or a file of another version.
                    try? FileManager.default.removeItem(at: url(number))
                } catch {
                    if number == numbers().last {
                        setAside(number, because: error)
                    } else {
                        try? FileManager.default.removeItem(at: url(number))
                    }
                    // Without the record of what was served, an older file cannot be trusted to contain it.
                    if state.served.point == nil { removeFiles(before: .max) }
                    if isUnreadButLeft(number, error) { state.readFault = error }
                }
            }
            return nil
        }
    }

    /// Renames the newest file for inspection, removes the others, and stops using them.
    func setAside(because error: any Error) {
        state.withLock { state in
            state.writer = nil
            state.durable = nil
            state.file = nil
            state.readFault = nil
            let found: [Int]
            do {
                found = try listedNumbers()
            } catch {
                state.readFault = error
                return
            }
            guard let newest = found.last else { return }
            // Removes older files first, so that none of them becomes the newest for a moment.
            removeFiles(before: newest)
            setAside(newest, because: error)
            if isUnreadButLeft(newest, error) { state.readFault = error }
        }
    }

    /// Appends changes durably; they may be served when the call returns.
    ///
    /// `contents`: The bytes of the changes by hash; those already in the file are skipped.
    ///
    /// - Throws: An error of writing; the changes must not be served then.
    func append(_ changes: Snapshot, contents: [(hash: String, bytes: [UInt8])]) throws {
        try state.withLock { state in
            if state.writer == nil { try reopen(&state) }
            do {
                for (hash, bytes) in contents { try state.writer?.append(bytes, hash: hash) }
                try state.writer?.finish(changes)
                try state.served.advance(to: changes.point)
                state.writer?.commit()
                state.durable = changes.point
            } catch {
                state.writer?.abandon()
                throw error
            }
        }
    }

    /// Writes a whole snapshot to a new file; `fill` appends the contents. The file replaces the others once it is
    /// durable.
    func replace(with snapshot: Snapshot, fill: ((String, [UInt8]) throws -> Void) throws -> Void) throws {
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        // If the directory cannot be listed, nothing is written: the number could be that of an earlier file, which
        // would be lost.
        let number = (try listedNumbers().last ?? 0) + 1
        do {
            var next = try SnapshotWriter(creating: url(number))
            try fill { hash, bytes in try next.append(bytes, hash: hash) }
            try next.finish(snapshot)
            try synchronizeDirectory()
            let written = next
            try state.withLock { state in
                var writer = written
                try state.served.store(snapshot.point)
                writer.commit()
                state.writer = writer
                state.durable = snapshot.point
                state.file = identified(number)
                state.readFault = nil
            }
        } catch {
            try? FileManager.default.removeItem(at: url(number))
            throw error
        }
        removeFiles(before: number)
        // Earlier versions of Galley kept their snapshot under these names.
        try? FileManager.default.removeItem(at: directory.appendingPathComponent("snapshot.jsonl"))
        try? FileManager.default.removeItem(at: directory.appendingPathComponent("contents"))
    }

    /// Rewrites the file if most of it is probably outdated; sets it aside if it proves damaged.
    func compactIfWorthwhile(_ snapshot: () -> Snapshot) throws {
        let (current, served) = state.withLock { state in
            (state.writer?.isWorthCompacting ?? false ? state.writer?.url : nil, state.served.point)
        }
        guard let current else { return }
        let live = snapshot()
        do {
            let file = try SnapshotFile(contentsOf: current, served: served)
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

    /// Opens a file for appending; one that cannot be written is still served from.
    private func open(_ file: SnapshotFile, _ number: Int, _ state: inout State) {
        do {
            state.writer = try SnapshotWriter(appendingTo: url(number), file)
            try synchronizeDirectory()
            try state.served.advance(to: file.snapshot.point)
        } catch {
            state.writer = nil
            logger.error(
                "the snapshot on disk cannot be written",
                metadata: ["file": "\(url(number).path)", "error": "\(error)"])
        }
    }

    private func reopen(_ state: inout State) throws {
        guard let newest = numbers().last else { throw CocoaError(.fileNoSuchFile) }
        let file = try SnapshotFile(contentsOf: url(newest), served: state.served.point)
        state.writer = try SnapshotWriter(appendingTo: url(newest), file)
        state.file = identified(newest)
        try synchronizeDirectory()
    }

    private func setAside(_ number: Int, because error: any Error) {
        let isOfOthers = error as? SnapshotFile.Fault == .otherInstallation
        let kept = directory.appendingPathComponent(isOfOthers ? Self.ofOthers : Self.damaged)
        try? FileManager.default.removeItem(at: kept)
        try? FileManager.default.moveItem(at: url(number), to: kept)
        try? synchronizeDirectory()
        logger.error(
            "the snapshot on disk is set aside",
            metadata: ["file": "\(url(number).path)", "kept": "\(kept.path)", "error": "\(error)"])
    }

    /// Makes created and removed file names durable, because they belong to the directory, not to the file.
    private func synchronizeDirectory() throws { try FileHandle(forReadingFrom: directory).synchronize() }

    private func url(_ number: Int) -> URL {
        directory.appendingPathComponent(Self.prefix + String(number) + Self.suffix)
    }

    /// Returns a file's number with its identity; nil if it cannot be found.
    private func identified(_ number: Int) -> (number: Int, identity: FileIdentity)? {
        guard case .found(let identity, _) = FileIdentity.lookUp(url(number).path) else { return nil }
        return (number, identity)
    }

    /// True if there is no file that a restart could serve; false also if the directory cannot be read.
    private var isCertainlyEmpty: Bool { (try? listedNumbers())?.isEmpty ?? false }

    /// Returns true if a file that could not be read was not set aside or removed, so that a restart may be able to
    /// read it. A file that was read and refused is refused by a restart too.
    private func isUnreadButLeft(_ number: Int, _ error: any Error) -> Bool {
        !(error is SnapshotFile.Fault) && FileIdentity.lookUp(url(number).path) != .missing
    }

    /// The numbers of the files in ascending order; none also if the directory cannot be read.
    private func numbers() -> [Int] { (try? listedNumbers()) ?? [] }

    /// Returns the numbers of the files in ascending order; none if there is no directory.
    ///
    /// - Throws: The error of reading the directory.
    private func listedNumbers() throws -> [Int] {
        // With the dot, a file in place of the directory counts as a missing directory.
        if FileIdentity.lookUp(directory.path + "/.") == .missing { return [] }
        return Self.numbers(in: try FileManager.default.contentsOfDirectory(atPath: directory.path))
    }

    private static func numbers(in names: [String]) -> [Int] {
        names.compactMap { name in
            guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return nil }
            return Int(name.dropFirst(prefix.count).dropLast(suffix.count))
        }.sorted()
    }

    private func removeFiles(before number: Int) {
        for old in numbers() where old < number { try? FileManager.default.removeItem(at: url(old)) }
    }
}

extension Snapshot {
    /// The distinct hashes of the contents that the features serve, in order.
    var hashes: [String] {
        var seen: Set<String> = []
        return features.lazy.flatMap(\.rules).flatMap(\.editions).map(\.hash).filter { seen.insert($0).inserted }
    }
}
