import Foundation
import SchemaRepository

/// The schema repository that a command works with.
enum RepositoryOption {
    /// What is wrong with the repository in a directory; throws ``CommandError`` when there is no such directory.
    static func lint(_ directory: String) throws -> [FileDiagnostic] {
        let kind = try? FileManager.default.attributesOfItem(atPath: directory)[.type] as? FileAttributeType
        guard kind == .typeDirectory || kind == .typeSymbolicLink else {
            throw CommandError(kind == nil ? "there is no directory \(directory)" : "\(directory) is not a directory")
        }
        return SchemaRepository.lint(directory: directory)
    }

    /// The repository in a directory, or the starter one; throws ``CommandError`` with every fault of its documents.
    static func load(_ directory: String?, home: String?) throws -> SchemaRepository {
        do {
            return try SchemaRepository(loading: try directory ?? Home(option: home).schemas)
        } catch let error as RepositoryError {
            throw CommandError(error.description)
        }
    }
}
