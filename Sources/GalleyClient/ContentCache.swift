import Foundation

/// The manifest and the contents that are kept in a directory, each written whole or not at all.
struct ContentCache {
    /// A verified manifest with the tag by which the server recognizes it.
    struct KeptManifest: Codable {
        let entityTag: String?
        let body: Data
        /// The client that it was made for.
        let platform: String
        let clientVersion: String
        /// The first version whose clients get the same manifest, with which it is asked for; nil before an answer named it.
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

    /// The manifest kept last; nil if there is none or it is damaged.
    var manifest: KeptManifest? {
        (try? Data(contentsOf: manifestFile)).flatMap { try? JSONDecoder().decode(KeptManifest.self, from: $0) }
    }

    /// Keeps a manifest; its contents must be kept already.
    ///
    /// - Throws: `ClientError.cannotKeep`, for example if the disk is full.
    func keep(_ manifest: KeptManifest) throws {
        try write(JSONEncoder().encode(manifest), to: manifestFile)
    }

    /// Returns a content; nil if it is missing or damaged.
    func content(_ hash: String) -> Data? {
        guard let data = try? Data(contentsOf: contents.appending(path: hash)),
            Digest.sha256(data).hexadecimal == hash
        else { return nil }
        return data
    }

    /// Keeps a content.
    ///
    /// - Throws: `ClientError.cannotKeep`.
    func keep(_ content: Data, hash: String) throws { try write(content, to: contents.appending(path: hash)) }

    private func write(_ data: Data, to file: URL) throws {
        do { try data.write(to: file, options: .atomic) } catch { throw ClientError.cannotKeep("\(error)") }
    }

    /// Removes the contents that no feature shows any more.
    func remove(allBut hashes: Set<String>) {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: contents.path)) ?? []
        for file in files where !hashes.contains(file) {
            try? FileManager.default.removeItem(at: contents.appending(path: file))
        }
    }
}
