import Foundation
import JSONText

/// The test data beside the repository; tests are skipped if it is missing.
enum Corpora {
    /// The folder of the corpora.
    static let directory = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "../shared/corpora").standardizedFileURL

    /// Returns a folder of the corpora; prints a reason and returns nil if it is missing.
    static func folder(_ path: String) -> URL? {
        let folder = directory.appending(path: path)
        if FileManager.default.fileExists(atPath: folder.path) { return folder }
        print("Skipped: \(folder.path) is missing")
        return nil
    }

    /// The JSON files below a folder, sorted by path.
    static func files(in folder: URL) -> [URL] {
        let found = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        let all = found?.compactMap { $0 as? URL } ?? []
        return all.filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }
    }

    static func document(at url: URL) throws -> JSONDocument {
        try JSONDocument(parsing: [UInt8](Data(contentsOf: url)))
    }
}
