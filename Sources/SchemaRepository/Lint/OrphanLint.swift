import JSONText

/// Checks that each file that is not a schema belongs to one, and that no schema has two preview templates.
enum OrphanLint {
    static func diagnostics(of documents: [RepositoryFile]) -> [FileDiagnostic] {
        let schemas = Set(documents.filter { $0.role == .schema }.map(\.entityID))
        var drawn: [String: String] = [:]
        return documents.compactMap { file in
            guard file.role != .schema else { return nil }
            guard schemas.contains(file.entityID) else {
                let place = file.entityID.dropFirst()
                return .file(
                    file.path, "There is no schema `\(place)/schema.json` or `\(place).json` that this file belongs to")
            }
            guard file.role == .previewTemplate else { return nil }
            let first = drawn[file.entityID, default: file.path]
            drawn[file.entityID] = first
            return first == file.path
                ? nil
                : .file(
                    file.path, "This template is not used: `\(first)` draws `\(file.entityID)`", severity: .warning)
        }
    }
}
