import Foundation
import JSONText

/// A row of a file in `DocumentKindsTests/Cases`: a document, usually a changed example of the starter
/// repository, and the expected diagnostics.
package struct CheckCase: CustomStringConvertible, Sendable {
    package struct Expectation: Sendable {
        package let pointer: String
        package let code: String?
        package let suggestion: String?
    }

    package let name: String
    package let kind: String?
    package let text: String
    package let errors: [Expectation]
    package let warnings: [Expectation]

    /// True if other errors may occur besides the expected ones.
    package let allowsOthers: Bool

    package var description: String { name }

    /// Reads the rows of `Cases/FILE.json`; empty if the file cannot be read. A row without a name, or whose document
    /// cannot be built, is left out.
    package static func all(in file: String) -> [CheckCase] {
        let directory = URL(filePath: PackageRoot.path).appending(path: "Tests/DocumentKindsTests")
        guard let data = try? Data(contentsOf: directory.appending(path: "Cases/\(file).json")),
            let rows = try? JSONSerialization.jsonObject(with: data) as? [[String: Any]]
        else { return [] }
        return rows.compactMap(CheckCase.init)
    }

    private init?(_ row: [String: Any]) {
        guard let name = row["name"] as? String else { return nil }
        self.name = name
        kind = row["kind"] as? String
        errors = Self.expectations(row["errors"])
        warnings = Self.expectations(row["warnings"])
        allowsOthers = row["others"] as? Bool ?? false
        var document = row["document"] ?? NSNull()
        if let base = row["base"] as? String {
            let url = URL(filePath: PackageRoot.path).appending(path: "schemas/\(base)")
            guard let data = try? Data(contentsOf: url), let parsed = try? JSONSerialization.jsonObject(with: data)
            else { return nil }
            document = parsed
        }
        let changes = row["set"] as? [String: Any] ?? [:]
        for (pointer, value) in changes.sorted(by: { $0.key < $1.key }) {
            document = Self.changed(document, at: JSONPointer(pointer)?.tokens ?? [], to: value)
        }
        for pointer in row["remove"] as? [String] ?? [] {
            document = Self.changed(document, at: JSONPointer(pointer)?.tokens ?? [], to: nil)
        }
        guard
            let data = try? JSONSerialization.data(
                withJSONObject: document, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
        else { return nil }
        text = String(decoding: data, as: UTF8.self)
    }

    private static func expectations(_ rows: Any?) -> [Expectation] {
        (rows as? [[String: String]] ?? []).map {
            Expectation(pointer: $0["at"] ?? "?", code: $0["code"], suggestion: $0["suggestion"])
        }
    }

    /// Returns the value with the member or element at a path replaced or added; removed if `new` is nil.
    private static func changed(_ value: Any, at path: [String], to new: Any?) -> Any {
        guard let token = path.first else { return new ?? NSNull() }
        let rest = Array(path.dropFirst())
        if var list = value as? [Any], let index = Int(token) {
            if index == list.count {
                if let new { list.append(new) }
            } else if rest.isEmpty, new == nil {
                list.remove(at: index)
            } else {
                list[index] = changed(list[index], at: rest, to: new)
            }
            return list
        }
        var object = value as? [String: Any] ?? [:]
        object[token] = rest.isEmpty ? new : changed(object[token] ?? [String: Any](), at: rest, to: new)
        return object
    }
}
