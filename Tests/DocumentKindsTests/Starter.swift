import DocumentKinds
import SchemaRepository
import TestSupport

/// The starter repository of this package.
enum Starter {
    static let directory = PackageRoot.path + "/schemas"

    /// The repository, loaded once for all tests.
    static let loaded = Result { () throws(RepositoryError) in try SchemaRepository(loading: directory) }
}
