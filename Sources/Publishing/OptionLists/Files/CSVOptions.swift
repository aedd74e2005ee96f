import JSONText

/// Reads the items of an option list from comma-separated values.
struct CSVOptions {
    private let columns: [String]
    private let key: Int
    private let title: Int
    private let parent: Int?

    /// Reads a header row and one row per item. An empty cell of an additional column creates no member; a blank cell
    /// of the column `parent` means that the item has no parent.
    static func read(_ bytes: [UInt8]) -> OptionFile {
        var check = OptionItemCheck(bytes)
        var reader = CSVReader(bytes)
        let header = reader.next() ?? []
        let faults = reader.takeFaults()
        for fault in faults { check.report(fault.code, fault.message, at: JSONPointer(), fault.range) }
        guard faults.isEmpty, let options = CSVOptions(header, into: &check) else { return check.finish() }
        var index = 0
        while !check.isFull, let row = reader.next() {
            let faults = reader.takeFaults()
            if faults.isEmpty { options.read(row, item: index, into: &check) }
            for fault in faults {
                check.report(fault.code, fault.message, at: JSONPointer().appending(index), fault.range)
                check.isIncomplete = true
            }
            index += 1
        }
        return check.finish()
    }

    /// Reads the header; nil if it has faults, so that the rows cannot be read.
    private init?(_ header: [CSVReader.Cell], into check: inout OptionItemCheck) {
        var columns: [String] = []
        var names: Set<JSONName> = []
        var isUsable = true
        func refuse(_ code: String, _ message: String, _ range: Range<Int>) {
            check.report(code, message, at: JSONPointer(), range)
            isUsable = false
        }
        for cell in header {
            guard let name = String(validating: cell.bytes, as: UTF8.self) else {
                refuse("csv.invalid-utf8", Self.invalidUTF8, cell.range)
                continue
            }
            if name.isEmpty { refuse("csv.unnamed-column", "Every column needs a name in the first row.", cell.range) }
            if !name.isEmpty, !names.insert(JSONName(name)).inserted {
                refuse("csv.duplicate-column", "Two columns have the name \(code: name).", cell.range)
            }
            columns.append(name)
        }
        let row = (header.first?.range.lowerBound ?? 0)..<(header.last?.range.upperBound ?? 0)
        for name in ["key", "title"] where isUsable && !columns.contains(name) {
            var message = "The first row must name the columns, including \(code: name)"
            if let spaced = columns.first(where: { $0.split(separator: " ").joined(separator: " ") == name }) {
                message += "; remove the spaces around \(code: spaced)."
            } else if let near = Suggestion.nearest(to: name, among: columns) {
                message += "; if \(code: near) is this column, rename it."
            } else if columns.count == 1, columns[0].contains(where: { $0 == ";" || $0 == "\t" }) {
                message += "; values are separated by commas."
            } else {
                message += "."
            }
            check.report("csv.missing-column", message, at: JSONPointer(), row)
        }
        guard isUsable, let key = columns.firstIndex(of: "key"), let title = columns.firstIndex(of: "title") else {
            return nil
        }
        self.columns = columns
        self.key = key
        self.title = title
        parent = columns.firstIndex(of: "parent")
    }

    private func read(_ row: [CSVReader.Cell], item index: Int, into check: inout OptionItemCheck) {
        let range = (row.first?.range.lowerBound ?? 0)..<(row.last?.range.upperBound ?? 0)
        guard row.count == columns.count else {
            let values = row.count == 1 ? "1 value" : "\(row.count) values"
            check.report(
                "csv.wrong-column-count", "This row has \(values); the first row names \(columns.count) columns.",
                at: JSONPointer().appending(index), range)
            if row.indices.contains(key), let text = String(validating: row[key].bytes, as: UTF8.self), !text.isEmpty {
                check.note(OptionItemCheck.Field(text: text, range: row[key].range), ofItem: index)
            }
            return
        }
        var texts: [String] = []
        for (column, cell) in row.enumerated() {
            guard let text = String(validating: cell.bytes, as: UTF8.self) else {
                check.report(
                    "csv.invalid-utf8", Self.invalidUTF8,
                    at: JSONPointer().appending(index).appending(columns[column]), cell.range)
                check.isIncomplete = true
                return
            }
            texts.append(text)
        }
        func field(_ column: Int) -> OptionItemCheck.Field? {
            guard !texts[column].allSatisfy(\.isWhitespace) else { return nil }
            return OptionItemCheck.Field(text: texts[column], range: row[column].range)
        }
        for column in [key, title] where field(column) == nil {
            check.report(
                "document.missing-\(columns[column])", "The item has no \(code: columns[column]).",
                at: JSONPointer().appending(index), range)
        }
        check.add(
            item: index, key: field(key), title: field(title), parent: parent.flatMap(field),
            members: members(texts), range)
    }

    private func members(_ texts: [String]) -> String {
        guard columns.count > (parent == nil ? 2 : 3) else { return "{}" }
        var writer = JSONWriter()
        writer.beginObject()
        for (column, text) in texts.enumerated() where ![key, title, parent].contains(column) && !text.isEmpty {
            writer.name(columns[column])
            writer.string(text)
        }
        writer.endObject()
        return writer.text
    }

    private static let invalidUTF8 = "These bytes are not UTF-8 text; save the file with the encoding UTF-8."
}
