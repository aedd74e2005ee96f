import Console
import Foundation
import JSONText
import Preview
import Publishing

/// Option lists from files, each given as `NAME=FILE`.
struct OptionListFiles {
    private var lists: [String: OptionFile] = [:]

    /// Reads the files as an import does; throws ``CommandError`` with the faults of a file and their positions.
    init(_ arguments: [String]) throws {
        for argument in arguments {
            let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else {
                throw CommandError("--option-list \(argument): write it as NAME=FILE, such as schools=schools.csv")
            }
            guard FeatureName.isValid(parts[0]) else {
                throw CommandError(
                    "--option-list \(argument): \"\(parts[0])\" cannot be the name of a list. \(FeatureName.rule)")
            }
            let items = OptionFile(reading: try InputFile.read(parts[1]), as: try Self.format(of: parts[1]))
            guard items.isValid else {
                throw CommandError(items.diagnostics.map { $0.line(file: parts[1]) }.joined(separator: "\n"))
            }
            guard lists.updateValue(items, forKey: parts[0]) == nil else {
                throw CommandError("--option-list \(parts[0]) is given twice")
            }
        }
    }

    /// Returns the format that a file's extension indicates; throws ``CommandError`` for any but `.csv` and `.json`.
    static func format(of file: String) throws -> OptionFile.Format {
        guard let format = OptionFile.Format(rawValue: URL(fileURLWithPath: file).pathExtension.lowercased()) else {
            throw CommandError("\(file) has neither the extension .csv nor .json: rename it")
        }
        return format
    }

    /// Returns a page of a list for a preview; a list for which no file was given is unavailable.
    func answer(_ query: OptionQuery) -> OptionAnswer {
        guard let list = lists[query.list] else { return .unavailable }
        switch query.start {
        case .offset(let offset):
            return OptionAnswer(list.page(matching: OptionFilter(query), offset: offset, limit: query.limit))
        case .nextKey(let nextKey):
            return OptionAnswer(list.page(matching: OptionFilter(query), nextKey: nextKey, limit: query.limit))
        }
    }
}
