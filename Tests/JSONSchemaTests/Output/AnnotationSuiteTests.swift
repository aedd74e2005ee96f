import Foundation
import JSONSchema
import JSONText
import TestSupport
import Testing

/// The annotation tests of the JSON-Schema-Test-Suite, each in every draft that it applies to.
struct AnnotationSuiteTests {
    @Test(
        .enabled(if: Corpora.contain("json-schema-test-suite"), "../shared/corpora/json-schema-test-suite is missing"))
    func `every annotation test passes`() throws {
        let folder = Corpora.directory.appending(path: "json-schema-test-suite/annotations/tests")
        var checked = 0
        var misses: [String] = []
        for file in Corpora.files(in: folder) {
            let document = try Corpora.document(at: file)
            for group in document.root["suite"].map({ Array($0.elements) }) ?? [] {
                let compatibility = group["compatibility"]?.string ?? "4"
                for draft in Draft.allCases where Self.applies(compatibility, to: draft) {
                    try Self.run(group, draft: draft, &checked, &misses)
                }
            }
        }
        #expect(checked > 200)
        #expect(misses == [])
    }

    /// Returns true if a test with this `compatibility` applies to a draft: `7` means draft 7 and later ones, `<=2019`
    /// means 2019-09 and earlier ones, `=2020` means only 2020-12. If there are several parts, all of them must apply.
    private static func applies(_ compatibility: String, to draft: Draft) -> Bool {
        let number = Int(draft.rawValue.prefix(4)) ?? 0
        return compatibility.split(separator: ",").allSatisfy { part in
            if part.hasPrefix("<=") { return number <= Int(part.dropFirst(2)) ?? 0 }
            if part.hasPrefix("=") { return number == Int(part.dropFirst()) ?? 0 }
            return number >= Int(part) ?? 0
        }
    }

    private static func run(
        _ group: JSONValue, draft: Draft, _ checked: inout Int, _ misses: inout [String]
    ) throws {
        let base = "https://annotations.example/schema"
        var resources = SchemaResources()
        resources.add(try JSONDocument(parsing: group["schema"]?.rawBytes ?? []), uri: base, draft: draft)
        for other in group["externalSchemas"].map({ Array($0.members) }) ?? [] {
            resources.add(try JSONDocument(parsing: other.value.rawBytes), uri: other.name, draft: draft)
        }
        let schema = try Schema.compile(base, in: resources)
        let root = group["schema"]?["$id"]?.string ?? base
        for test in group["tests"].map({ Array($0.elements) }) ?? [] {
            guard let instance = test["instance"] else { continue }
            let annotations = schema.annotations(of: try JSONDocument(parsing: instance.rawBytes).root)
            for assertion in test["assertions"].map({ Array($0.elements) }) ?? [] {
                checked += 1
                let found = Self.found(annotations, at: assertion)
                let expected = Self.expected(assertion, root: root, in: resources)
                if found != expected {
                    misses.append("\(draft) \(group["description"]?.string ?? ""): \(found) instead of \(expected)")
                }
            }
        }
    }

    private static func found(_ annotations: [AppliedAnnotation], at assertion: JSONValue) -> [String: String] {
        let chosen = annotations.filter {
            $0.instance.description == assertion["location"]?.string && $0.keyword == assertion["keyword"]?.string
        }
        return Dictionary(
            chosen.map { annotation in
                guard case .value(let value) = annotation.value else { return (annotation.schemaLocation, "") }
                return (annotation.schemaLocation, String(decoding: value.minified(), as: UTF8.self))
            }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the expected values by the canonical location of their schema, because the suite also has locations that
    /// lead into embedded resources.
    private static func expected(
        _ assertion: JSONValue, root: String, in resources: SchemaResources
    ) -> [String: String] {
        let members = assertion["expected"].map { Array($0.members) } ?? []
        return Dictionary(
            members.map { member in
                let location = member.name.hasPrefix("#") ? root + member.name : member.name
                let canonical = try? Schema.compile(location, in: resources).root.uri
                return (canonical ?? location, String(decoding: member.value.minified(), as: UTF8.self))
            }, uniquingKeysWith: { first, _ in first })
    }
}
