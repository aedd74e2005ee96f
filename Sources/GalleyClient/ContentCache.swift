import Foundation

/// The manifest and the contents that are stored in a directory; each file is written atomically. A content is the
/// bytes of a document, and its file is named by their hash (SHA-256, 64 hexadecimal digits).
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

    /// Creates a cache in a directory, which is created if it is missing.
    ///
    /// - Throws: `ClientError.cannotKeep`.
    init(directory: URL) throws {
        contents = directory.appending(path: "contents")
        manifestFile = directory.appending(path: "manifest.json")
        do {
            try FileManager.default.createDirectory(at: contents, withIntermediateDirectories: true)
        } catch {
            throw ClientError.cannotKeep("\(error)")
        }
    }

    /// The stored manifest; nil if there is none or it is damaged.
    var manifest: StoredManifest? {
        (try? Data(contentsOf: manifestFile)).flatMap { try? JSONDecoder().decode(StoredManifest.self, from: $0) }
    }

    /// Stores a manifest, whose contents must have been stored before.
    ///
    /// - Throws: `ClientError.cannotKeep`, for example if the disk is full.
    func keep(_ manifest: StoredManifest) throws {
        try write(JSONEncoder().encode(manifest), to: manifestFile)
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

    private func write(_ data: Data, to file: URL) throws {
        do { try data.write(to: file, options: .atomic) } catch { throw ClientError.cannotKeep("\(error)") }
    }

    /// Removes all contents except those with these hashes.
    func remove(allBut hashes: Set<String>) {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: contents.path)) ?? []
        for file in files where !hashes.contains(file) {
            try? FileManager.default.removeItem(at: contents.appending(path: file))
        }
    }
}
