import ArgumentParser
import Foundation
import JSONText
import Publishing

/// The command for option lists.
struct OptionListsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "option-lists", abstract: "Import and list the items of choices and option sheets.",
        subcommands: [Import.self, List.self])

    /// Replaces the items of a list with those of a file.
    struct Import: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Replace a list's items with those of a CSV or JSON file, or report the faults of the file.",
            discussion: """
                A CSV file begins with a row of column names: key, title, optionally parent, and any others. \
                A JSON file is an array of objects with key, title, optionally parent, and any other members. \
                Apps get the items without a release, so a file without items is refused unless --empty is given.
                """)

        @OptionGroup var installation: InstallationOptions
        @OptionGroup var format: FormatOption
        @Argument(help: "The list.") var name: String
        @Argument(help: "The items; - for standard input.") var file: String
        @Flag(help: "Read the file as CSV, whatever its extension.") var csv = false
        @Flag(help: "Accept a file without items, which removes all items of the list.") var empty = false

        func run() throws {
            let written = csv ? .csv : try byExtension()
            let items = OptionFile(reading: try InputFile.read(file), as: written)
            guard items.isValid else {
                let count = items.diagnostics.count
                let rest =
                    count < OptionFile.maximumDiagnostics
                    ? "" : "; reading stopped after \(count) faults, so there may be more"
                try format.refuse(
                    "\(file) was not imported; nothing was changed\(rest)",
                    problems: items.diagnostics,
                    text: items.diagnostics.map { $0.line(file: file) })
            }
            let lists = try installation.open().optionLists
            switch try lists.import(items.items, into: name, allowingEmpty: empty, by: .operator) {
            case .imported(let list, let replaced):
                let items = "\(counted: list.itemCount, "item")"
                try format.done(
                    OptionImportAnswer(list, replaced: replaced),
                    text: replaced.map { "\(list.name) has \(items) now; it had \($0) before." }
                        ?? "The new list \(list.name) has \(items).")
            case .invalidName: try format.refuse("\"\(name)\" cannot be a list's name. \(FeatureName.rule)")
            case .empty(let kept):
                let present = kept.map { "; \(name) keeps its \(counted: $0, "item")" } ?? ""
                try format.refuse("\(file) has no items\(present). To make the list empty, add --empty")
            case .tooMany: try format.refuse("a list has at most \(OptionList.maximumItems) items")
            case .duplicateKey: try format.refuse("two items have the same key")
            case .unknownParent(let parent):
                try format.refuse("no item has the key \(parent), which is named as a parent")
            case .invalidItem: try format.refuse("an item has no key, has no title, is too long or is its own parent")
            }
        }

        private func byExtension() throws -> OptionFile.Format {
            if let known = OptionFile.Format(rawValue: URL(fileURLWithPath: file).pathExtension.lowercased()) {
                return known
            }
            // Without a known extension, `--json` names the format of the file as well as that of the output.
            guard format.isJSON else {
                throw CommandError("\(file) has neither the extension .csv nor .json: add --csv or --json")
            }
            return .json
        }
    }

    /// Lists all option lists, or the items of one.
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the option lists, or a page of one list's items.")

        @OptionGroup var installation: InstallationOptions
        @OptionGroup var format: FormatOption
        @Argument(help: "The list whose items to print; without it, all lists.") var name: String?
        @Option(help: "Only items that contain this text in title or key.") var keyword = ""
        @Option(help: "Only the children of the item with this key; empty for items without a parent.")
        var parent: String?
        @Option(help: "Only items with these keys; repeatable.") var only: [String] = []
        @Option(help: "The number of items to skip.") var offset: Int?
        @Option(help: "The next_key of the previous page.") var nextKey: String?
        @Option(help: "The maximum number of items.") var limit = OptionListStore.maximumPage

        func validate() throws {
            guard offset == nil || nextKey == nil else {
                throw ValidationError("--offset and --next-key cannot be combined")
            }
            try NumberOption.check(limit: limit, upTo: OptionListStore.maximumPage)
            try NumberOption.check("--offset", offset, in: 0...Int.max)
        }

        func run() throws {
            let lists = try installation.open().optionLists
            guard let name else { return try show(lists.list()) }
            let branch: OptionFilter.Branch = parent.map { $0.isEmpty ? .roots : .children(of: $0) } ?? .all
            let filter = OptionFilter(keyword: keyword, branch: branch, only: only.isEmpty ? nil : only)
            let outcome =
                try nextKey.map { try lists.page(of: name, matching: filter, nextKey: $0, limit: limit) }
                ?? lists.page(of: name, matching: filter, offset: offset ?? 0, limit: limit)
            switch outcome {
            case .page(let page): try show(page, of: name)
            case .noSuchList: try format.refuse("there is no option list \(name)")
            case .unknownNextKey:
                try format.refuse("\(name) has no item \(nextKey ?? "") any more: begin without --next-key")
            }
        }

        private func show(_ lists: [OptionList]) throws {
            let answer = OptionListListAnswer(lists)
            try format.done(answer, lines: answer.lists.map(\.line), orNone: "No option lists.")
        }

        private func show(_ page: OptionPage, of name: String) throws {
            guard format.format == .json else {
                let lines = page.items.map { "\($0.key)  \($0.title)" + ($0.parent.map { "  in \($0)" } ?? "") }
                let rest = page.isLoadEnded ? [] : ["…"]
                return try StandardOutput.show(lines.isEmpty ? "No items." : (lines + rest).joined(separator: "\n"))
            }
            try StandardOutput.write(String(decoding: page.json(of: name), as: UTF8.self))
        }
    }
}

extension OptionListAnswer {
    /// The list as a line of text.
    fileprivate var line: String { "\(list)  \(counted: items, "item")  \(author)  \(importedAt.ISO8601Format())" }
}
