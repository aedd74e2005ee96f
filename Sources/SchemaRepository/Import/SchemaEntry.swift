/// A file that is to become part of a schema repository: its path, size and type, without its content.
struct SchemaEntry {
    let path: String
    /// The size in bytes; for an archive or a commit, the size that it states.
    let size: Int
    /// True for a symbolic link.
    let isLink: Bool

    /// The segments of the path.
    private var segments: [Substring] { path.split(separator: "/", omittingEmptySubsequences: false) }

    /// The reason, as a sentence, why the file is refused: its path leads out of the repository, may mean another
    /// file on other systems, or has more than 500 bytes; or the file belongs to the schema repository (`isPart`) and is
    /// a link or too large. Nil if it is accepted.
    var fault: String? {
        let isUnsafe =
            path.hasPrefix("/") || path.contains("\\") || path.contains("^")
            || path.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F || $0 == "\u{FFFD}" }
            || segments.contains { $0 == ".." || $0 == "." || $0.isEmpty }
        if path.utf8.count > 500 { return "A path has at most 500 bytes; `\(path.prefix(60))…` is longer." }
        if isUnsafe {
            return "`\(path)` is not a path inside the repository, or has a character that is not allowed, such as `^`."
        }
        if isLink, isPart { return "`\(path)` is a symbolic link; schemas must be plain files." }
        if isPart, size > SchemaDirectory.maximumFileBytes {
            return "`\(path)` has more than \(SchemaDirectory.maximumFileBytes >> 20) MiB."
        }
        return nil
    }

    /// True for the files that a schema repository consists of: files whose names end with `.json` or `.mustache`,
    /// except hidden ones and those in the folder `__MACOSX`, which macOS adds to archives.
    var isPart: Bool {
        (path.hasSuffix(".json") || path.hasSuffix(".mustache")) && !segments.contains { $0.hasPrefix(".") }
            && !path.hasPrefix("__MACOSX/")
    }

    /// Returns the folder of the repository as a prefix of its paths: the named folder, or the only top-level folder if
    /// that contains `document.json`, as in archives from code hosts; otherwise empty.
    ///
    /// - Throws: `SchemaSourceError` if the named folder contains no schemas.
    static func folder(of entries: [SchemaEntry], named name: String) throws(SchemaSourceError) -> String {
        let name = name.split(separator: "/").joined(separator: "/")
        let paths = Set(entries.filter(\.isPart).map(\.path))
        if !name.isEmpty {
            guard paths.contains(where: { $0.hasPrefix(name + "/") }) else {
                throw SchemaSourceError("There are no schemas in the folder `\(name)`.")
            }
            return name + "/"
        }
        let tops = Set(paths.compactMap { $0.split(separator: "/").first.map(String.init) })
        guard tops.count == 1, let top = tops.first, paths.contains(top + "/document.json") else { return "" }
        return top + "/"
    }
}

extension RepositoryFile {
    /// Creates a file of a schema repository from a path that a person or a program gives.
    ///
    /// - Throws: `SchemaSourceError` if the path cannot be one of a schema repository, or the file is too large.
    package init(replacing path: String, with bytes: [UInt8]) throws(SchemaSourceError) {
        let entry = SchemaEntry(path: path, size: bytes.count, isLink: false)
        if let fault = entry.fault { throw SchemaSourceError(fault) }
        guard entry.isPart else {
            throw SchemaSourceError(
                "`\(path)` is not a path of a schema: it must end with `.json` or `.mustache`, no part of it may begin "
                    + "with `.`, and it may not be in the folder `__MACOSX`.")
        }
        self.init(path: path, bytes: bytes)
    }
}
