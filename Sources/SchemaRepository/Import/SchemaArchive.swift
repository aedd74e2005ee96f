import Foundation

/// Reads a schema repository from a zip archive, without unpacking it to files, or from the files of a directory.
package enum SchemaArchive {
    /// The maximum size of the list of an archive's files in bytes.
    private static let listingBytes = 8 << 20

    /// Returns the schemas, examples and templates of an archive, or only those of a folder in it.
    ///
    /// - Throws: `SchemaSourceError` if the bytes are not a zip archive, exceed ``SchemaSourceLimits``, contain no
    ///   schemas, or have entries that are encrypted or refused (`SchemaEntry.fault`).
    package static func documents(
        in archive: [UInt8], folder: String = ""
    ) throws(SchemaSourceError) -> [RepositoryFile] {
        guard archive.count <= SchemaSourceLimits.archiveBytes else {
            throw SchemaSourceError("The archive has more than \(SchemaSourceLimits.archiveBytes >> 20) MiB.")
        }
        return try BoundedProgram.withDirectory { directory throws(SchemaSourceError) in
            let file = directory.appending(path: "schemas.zip")
            do { try Data(archive).write(to: file) } catch {
                throw SchemaSourceError("The archive could not be stored: \(error.localizedDescription)")
            }
            let program = BoundedProgram(directory: directory)
            let entries = try list(file, program)
            return try read(file, entries, folder: folder, program)
        }
    }

    /// Returns the schemas, examples and templates among the files of a directory, or only those of a folder in it. The
    /// paths begin with the directory's name, as browsers send them.
    ///
    /// - Throws: `SchemaSourceError` if the files are not of one directory, exceed ``SchemaSourceLimits``, contain no
    ///   schemas, or are refused (`SchemaEntry.fault`).
    package static func documents(
        ofDirectory files: [(path: String, bytes: [UInt8])], folder: String = ""
    ) throws(SchemaSourceError) -> [RepositoryFile] {
        let inside = files.map { (path: String($0.path.drop { $0 != "/" }.dropFirst()), bytes: $0.bytes) }
        guard inside.allSatisfy({ !$0.path.isEmpty }), Set(files.map { $0.path.prefix { $0 != "/" } }).count == 1 else {
            throw SchemaSourceError("Choose one directory, not single files or several directories.")
        }
        let entries = inside.map { SchemaEntry(path: $0.path, size: $0.bytes.count, isLink: false) }
        let folder = try SchemaEntries.checked(entries, folder: folder)
        return zip(entries, inside).filter { entry, _ in entry.isPart && entry.path.hasPrefix(folder) }.map {
            RepositoryFile(path: String($0.path.dropFirst(folder.count)), bytes: $1.bytes)
        }
    }

    private static func list(_ file: URL, _ program: BoundedProgram) throws(SchemaSourceError) -> [SchemaEntry] {
        let listing = try program.run(
            ["unzip", "-Z", "-l", "-T", file.path], limit: listingBytes,
            tooLarge: "The archive’s list of files is larger than \(listingBytes >> 20) MiB.")
        guard listing.status == 0 else { throw SchemaSourceError("This is not a zip archive, or it is damaged.") }
        var entries: [SchemaEntry] = []
        for line in String(decoding: listing.output, as: UTF8.self).split(separator: "\n").dropFirst(2).dropLast() {
            // The columns are permissions, version, system, size, type, compressed size, method, date and path.
            let columns = line.split(separator: " ", maxSplits: 8, omittingEmptySubsequences: true)
            guard columns.count == 9, let size = Int(columns[3]) else {
                throw SchemaSourceError("The archive’s list of files cannot be read.")
            }
            guard columns[4].first?.isUppercase != true else { throw SchemaSourceError("The archive is encrypted.") }
            let path = String(columns[8])
            if path.hasSuffix("/"), columns[0].hasPrefix("d") || size == 0 { continue }
            entries.append(SchemaEntry(path: path, size: size, isLink: columns[0].hasPrefix("l")))
        }
        return entries
    }

    /// Reads all entries with one run of `unzip`, and splits its output into files of the listed sizes.
    private static func read(
        _ file: URL, _ entries: [SchemaEntry], folder: String, _ program: BoundedProgram
    ) throws(SchemaSourceError) -> [RepositoryFile] {
        let folder = try SchemaEntries.checked(entries, folder: folder)
        let total = entries.map(\.size).reduce(0, +)
        let content = try program.run(
            ["unzip", "-qq", "-P", "", "-p", file.path], limit: SchemaSourceLimits.totalBytes,
            tooLarge: BoundedProgram.filesTooLarge)
        guard content.status == 0, content.output.count == total else {
            throw SchemaSourceError(
                "The archive cannot be unpacked, or its files do not have the sizes that it lists.")
        }
        var documents: [RepositoryFile] = []
        var start = 0
        for entry in entries {
            defer { start += entry.size }
            guard entry.isPart, entry.path.hasPrefix(folder) else { continue }
            documents.append(
                RepositoryFile(
                    path: String(entry.path.dropFirst(folder.count)),
                    bytes: Array(content.output[start..<start + entry.size])))
        }
        return documents
    }
}
