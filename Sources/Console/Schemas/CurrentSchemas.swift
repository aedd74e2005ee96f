import SchemaRepository

/// The current schema release. A request reads it once and passes it on, so that everything on a page comes from the
/// same schemas.
struct CurrentSchemas: Sendable {
    let number: Int
    let repository: SchemaRepository
}

extension CurrentSchemas? {
    /// Returns the title of a document kind; the last part of its identifier if the schemas do not have the kind.
    func title(of kind: String) -> String {
        self?.repository.kind(named: kind)?.title ?? kind.split(separator: "/").last.map(String.init) ?? kind
    }
}
