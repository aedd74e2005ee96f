import Foundation
import SchemaRepository

/// The starter repository of this package.
enum Starter {
    static let directory = Corpora.packageRoot.appending(path: "schemas").path

    /// The repository, loaded once for all tests.
    static let loaded = Result { () throws(RepositoryError) in try SchemaRepository(loading: directory) }
}
