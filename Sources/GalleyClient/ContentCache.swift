import Foundation

/// The pinned release, the manifest and the contents that are stored in a directory; each file is written atomically. A
/// content is the bytes of a document, and its file is named by their hash (SHA-256, 64 hexadecimal digits).
struct ContentCache {
    /// A verified manifest with its entity tag.
    struct StoredManifest: Codable {
        let entityTag: String?
        let body: Data
        /// The client that the manifest is for.
        let platform: String
        let clientVersion: String
        /// The lowest version that gets the same manifest, which requests use; nil if unknown.
        let sharedVersion: String?
    }

    private let contents: URL
    private let manifestFile: URL
    private let pinnedFile: URL
    private let lockFile: URL
    private let keys: Set<Data>

    /// Creates a cache in a directory, which is created if it is missing, for an app that knows some public keys.
    ///
    /// - Throws: `ClientError.cannotKeep`.
    init(directory: URL, keys: Set<Data>) throws {
        self.keys = keys
        contents = directory.appending(path: "contents")
        manifestFile = directory.appending(path: "manifest.json")
        pinnedFile = directory.appending(path: "pinned.json")
        lockFile = directory.appending(path: "lock")
        do {
            try FileManager.default.createDirectory(at: contents, withIntermediateDirectories: true)
        } catch {
            throw ClientError.cannotKeep("\(error)")
        }
    }

    /// Returns the stored manifest; nil if there is none or it is damaged.
    ///
    /// - Throws: `ClientError.cannotKeep` if there is a file that cannot be read.
    func manifest() throws -> VerifiedManifest? {
        guard let stored: StoredManifest = try read(manifestFile), let manifest = try? Manifest(stored.body) else {
            return nil
        }
        return VerifiedManifest(manifest: manifest, stored: stored)
    }

    /// Returns the pinned release; nil if there is none, or only one of another installation of Galley. If the file of
    /// the pinned release is missing or damaged, the release of the stored manifest counts as pinned.
    ///
    /// - Throws: `ClientError.cannotKeep` if there is a file that cannot be read. It may be readable later, for example
    ///   when the device is unlocked, so this is not the same as having no release.
    func pinned() throws -> PinnedRelease? {
        if let pinned: PinnedRelease = try read(pinnedFile) {
            return pinned.keys?.isDisjoint(with: keys) ?? false ? nil : pinned
        }
        return try manifest().map { kept in
            PinnedRelease(
                release: kept.manifest.release, keys: nil, platform: kept.stored.platform,
                clientVersion: kept.stored.clientVersion, features: Set(kept.manifest.features.keys))
        }
    }

    /// Stores a pinned release. Returns false if another client has stored a newer one.
    ///
    /// - Throws: `ClientError.cannotKeep`, for example if the disk is full.
    func keep(_ pinned: PinnedRelease) throws -> Bool {
        try DirectoryLock.hold(lockFile) {
            guard try self.pinned().map({ $0.release <= pinned.release }) ?? true else { return false }
            // Read from the file alone: `self.pinned()` may be made from the manifest.
            let stored: PinnedRelease? = try read(pinnedFile)
            if stored != pinned { try write(JSONEncoder().encode(pinned), to: pinnedFile) }
            return true
        }
    }

    /// Stores a manifest, and removes the contents that it does not name. Its release must have been pinned before its
    /// contents were stored, because another client that stores an earlier release would remove them. Returns false if
    /// another client has pinned a newer release.
    ///
    /// - Throws: `ClientError.cannotKeep`.
    func keep(_ kept: VerifiedManifest) throws -> Bool {
        try DirectoryLock.hold(lockFile) {
            guard try pinned().map({ $0.release <= kept.manifest.release }) ?? true else { return false }
            try write(JSONEncoder().encode(kept.stored), to: manifestFile)
            // The contents of all arms stay, because other clients of the directory may use other arms.
            remove(allBut: kept.manifest.hashes)
            return true
        }
    }

    /// Returns the content with a hash; nil if it is missing or damaged.
    func content(_ hash: String) -> Data? {
        guard let data = try? Data(contentsOf: contents.appending(path: hash)),
            Digest.sha256(data).hexadecimal == hash
        else { return nil }
        return data
    }

    /// Stores a content whose hash the caller has verified.
    ///
    /// - Throws: `ClientError.cannotKeep`.
    func keep(_ content: Data, hash: String) throws { try write(content, to: contents.appending(path: hash)) }

    /// Returns the value in a file; nil if the file is missing or damaged.
    private func read<Value: Decodable>(_ file: URL) throws -> Value? {
        let data: Data
        do { data = try Data(contentsOf: file) } catch CocoaError.fileReadNoSuchFile { return nil } catch {
            throw ClientError.cannotKeep("\(error)")
        }
        return try? JSONDecoder().decode(Value.self, from: data)
    }

    private func write(_ data: Data, to file: URL) throws {
        do { try data.write(to: file, options: .atomic) } catch { throw ClientError.cannotKeep("\(error)") }
    }

    /// Removes all contents except those with these hashes.
    private func remove(allBut hashes: Set<String>) {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: contents.path)) ?? []
        for file in files where !hashes.contains(file) {
            try? FileManager.default.removeItem(at: contents.appending(path: file))
        }
    }
}
