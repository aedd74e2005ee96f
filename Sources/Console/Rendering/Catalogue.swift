import Preview
import Publishing
import SchemaRepository
import Synchronization

/// The schemas in force, and the renderer that draws with them.
final class Catalogue: Sendable {
    private let schemaReleases: SchemaReleaseStore
    private let templates: String
    private let drawn = Mutex<(hash: String, renderer: PreviewRenderer)?>(nil)

    /// Draws with the templates of a directory where the repository has none.
    init(schemaReleases: SchemaReleaseStore, templates: String) {
        self.schemaReleases = schemaReleases
        self.templates = templates
    }

    /// The current schema release's number and repository; nil before the first import.
    func current() throws -> (number: Int, repository: SchemaRepository)? {
        try schemaReleases.currentRepository().map { ($0.release.number, $0.repository) }
    }

    /// A document kind as people call it.
    func title(of kind: String) throws -> String {
        let name = kind.split(separator: "/").last.map(String.init) ?? kind
        return try current()?.repository.kind(named: kind)?.title ?? name
    }

    /// The renderer of a repository; the last one used is kept.
    func renderer(for repository: SchemaRepository) throws -> PreviewRenderer {
        if let kept = drawn.withLock({ $0 }), kept.hash == repository.hash { return kept.renderer }
        let renderer = try PreviewRenderer(repository: repository, templates: templates)
        drawn.withLock { $0 = (repository.hash, renderer) }
        return renderer
    }
}
