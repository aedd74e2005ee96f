/// Checks a list of files before any of them is read.
enum SchemaEntries {
    /// Checks the number, sizes and paths of the files, and returns the folder of the schemas as a prefix of their
    /// paths: with a slash at its end, or empty for the top.
    ///
    /// - Throws: `SchemaSourceError` if the files are too many or too large, if no schemas are among them, or if files
    ///   are refused; then the message lists the first ten reasons.
    static func checked(_ entries: [SchemaEntry], folder: String) throws(SchemaSourceError) -> String {
        guard entries.count <= SchemaSourceLimits.entries else {
            throw SchemaSourceError("There are more than \(SchemaSourceLimits.entries) files.")
        }
        var total = 0
        for entry in entries {
            // The sizes are as declared by an untrusted archive, so their sum may overflow.
            guard entry.size >= 0, entry.size <= SchemaSourceLimits.totalBytes,
                total + entry.size <= SchemaSourceLimits.totalBytes
            else { throw SchemaSourceError(BoundedProgram.filesTooLarge) }
            total += entry.size
        }
        var faults = entries.compactMap(\.fault)
        for (path, same) in Dictionary(grouping: entries, by: \.path).sorted(by: { $0.key < $1.key })
        where same.count > 1 {
            faults.append("Several files have the path `\(path)`.")
        }
        guard faults.isEmpty else { throw SchemaSourceError(faults.prefix(10).joined(separator: " ")) }
        guard entries.contains(where: \.isPart) else {
            throw SchemaSourceError(
                "No schemas were found. Schemas are files whose names end with `.json`, outside hidden folders.")
        }
        return try SchemaEntry.folder(of: entries, named: folder)
    }
}
