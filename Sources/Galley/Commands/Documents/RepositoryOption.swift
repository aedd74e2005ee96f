import DocumentKinds
import Foundation
import JSONText
import Preview
import SchemaRepository

/// The schema repository that a command uses.
enum RepositoryOption {
    /// Returns the problems of a repository and of its examples' previews, ordered by file and position; throws
    /// ``CommandError`` if there is no such directory.
    static func lint(_ directory: String, home: String?) throws -> [FileDiagnostic] {
        try checkIsDirectory(directory)
        let found = SchemaRepository.lint(directory: directory)
        guard let repository = try? SchemaRepository(loading: directory) else { return found }
        let drawn = try previewProblems(of: repository, home: home)
        return (found + drawn).enumerated()
            .sorted { ($0.element.place, $0.offset) < ($1.element.place, $1.offset) }.map(\.element)
    }

    /// Returns the problems of the previews of a repository's examples.
    static func previewProblems(of repository: SchemaRepository, home: String?) throws -> [FileDiagnostic] {
        do {
            return try PreviewLint(repository: repository).diagnostics(templates: Home(option: home).templates)
        } catch let error as PreviewError {
            throw CommandError(error.description)
        }
    }

    /// Throws ``CommandError`` unless the path is that of a directory or a symbolic link.
    static func checkIsDirectory(_ directory: String) throws {
        let kind = try? FileManager.default.attributesOfItem(atPath: directory)[.type] as? FileAttributeType
        guard kind == .typeDirectory || kind == .typeSymbolicLink else {
            throw CommandError(kind == nil ? "there is no directory \(directory)" : "\(directory) is not a directory")
        }
    }

    /// Loads the repository in a directory, or the starter repository; throws ``CommandError`` if it cannot be loaded
    /// or the directory contains no schemas.
    static func load(_ directory: String?, home: String?) throws -> SchemaRepository {
        do {
            let repository = try SchemaRepository(loading: try directory ?? Home(option: home).schemas)
            if let directory, repository.documents.isEmpty { throw CommandError("\(directory) contains no schemas") }
            return repository
        } catch let error as RepositoryError {
            throw CommandError(error.description)
        }
    }
}

extension FileDiagnostic {
    /// The file and the offset in it.
    fileprivate var place: FilePlace { FilePlace(file: file, offset: diagnostic.range?.start.offset ?? 0) }
}

/// A position in one of several files, ordered by file.
private struct FilePlace: Comparable {
    let file: String
    let offset: Int

    static func < (left: FilePlace, right: FilePlace) -> Bool { (left.file, left.offset) < (right.file, right.offset) }
}
