extension SchemaRepository {
    /// Everything that is wrong with a schema repository on disk, in the order of its files.
    package static func lint(directory: String) -> [FileDiagnostic] {
        do {
            _ = try SchemaRepository(loading: directory)
            return []
        } catch {
            return error.diagnostics
        }
    }
}
