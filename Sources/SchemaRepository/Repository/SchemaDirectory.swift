import Foundation

/// Reads the files of a schema repository from disk.
enum SchemaDirectory {
    /// The maximum size of a file in bytes.
    static let maximumFileBytes = 4 << 20

    /// Returns every `.json` and `.mustache` file in the directory except hidden files and folders, sorted by path.
    ///
    /// - Throws: `RepositoryError` if the directory or a file cannot be read, or a file is too large.
    static func documents(in directory: String) throws(RepositoryError) -> [RepositoryFile] {
        let base = URL(filePath: directory, directoryHint: .isDirectory).standardizedFileURL.resolvingSymlinksInPath()
        var documents: [RepositoryFile] = []
        var unreadable: [FileDiagnostic] = []
        for path in try paths(below: base) {
            do {
                let file = try FileHandle(forReadingFrom: base.appending(path: path))
                let data = try file.read(upToCount: maximumFileBytes + 1) ?? Data()
                if data.count > maximumFileBytes {
                    unreadable.append(.file(path, "The file has more than \(maximumFileBytes >> 20) MiB."))
                } else {
                    documents.append(RepositoryFile(path: path, bytes: Array(data)))
                }
            } catch {
                unreadable.append(.file(path, "The file cannot be read."))
            }
        }
        guard unreadable.isEmpty else { throw RepositoryError(diagnostics: unreadable) }
        return documents
    }

    private static func paths(below base: URL) throws(RepositoryError) -> [String] {
        guard
            let files = FileManager.default.enumerator(
                at: base, includingPropertiesForKeys: [.isRegularFileKey], options: [.skipsHiddenFiles]),
            (try? base.checkResourceIsReachable()) == true
        else {
            throw RepositoryError(diagnostics: [.file(base.path, "The directory cannot be read.")])
        }
        let prefix = base.path.hasSuffix("/") ? base.path : base.path + "/"
        var paths: [String] = []
        while let url = files.nextObject() as? URL {
            guard ["json", "mustache"].contains(url.pathExtension),
                (try? url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true,
                url.path.hasPrefix(prefix)
            else { continue }
            paths.append(String(url.path.dropFirst(prefix.count)))
        }
        return paths.sorted()
    }
}
