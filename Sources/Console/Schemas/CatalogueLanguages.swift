import JSONText
import SchemaRepository
import Synchronization

/// The languages in which the catalogue of a repository can be read. They are cached, because finding them means
/// reading all schemas.
final class CatalogueLanguages: Sendable {
    private let found = Mutex<(repository: String, languages: [String])?>(nil)

    /// Returns the language of texts outside `x-i18n`, then all other languages in which at least one schema has texts,
    /// sorted by tag.
    func all(in repository: SchemaRepository) -> [String] {
        if let kept = found.withLock({ $0 }), kept.repository == repository.hash { return kept.languages }
        let tags = Set(repository.entities.flatMap { Language.all(in: $0.document.root) })
        let languages = [Language.own] + tags.subtracting([Language.own]).sorted()
        found.withLock { $0 = (repository.hash, languages) }
        return languages
    }
}
