import DocumentKinds
import Foundation
import JSONText
import SchemaRepository
import TestSupport
import Testing

struct QuestionnaireSampleTests {
    @Test func `every example of a questionnaire is filled with values that its cells accept`() throws {
        let repository = try Starter.loaded.get()
        let entity = try #require(repository.entity("/questionnaires/Questionnaire"))
        for example in entity.examples {
            let sample = try Self.sample(example.bytes)
            #expect(try Self.sample(example.bytes).data == sample.data)
            #expect(sample.unfilled.isEmpty, "\(example.name)")
            let filled = try Self.withTestValues(example.bytes, from: sample.data)
            let checked = repository.check(filled, kind: repository.kind(named: "questionnaire"))
            #expect(checked.isValid, "\(example.name): \(checked.diagnostics)")
        }
        #expect(entity.examples.count > 5)
    }

    @Test(arguments: try DataLines.read("DocumentKindsTests/Cases/questionnaire-samples.jsonl"))
    func `test data follow the kinds, conditions, parents and date limits of cells`(_ line: String) throws {
        let row = try JSONDocument(parsing: line).root
        let cells = try #require(row["cells"])
        let sample = try Self.sample(Array(#"{"sections": [{"cells": \#(cells.rawText)}]}"#.utf8))
        #expect(
            String(decoding: sample.data, as: UTF8.self)
                == row["data"].map { String(decoding: $0.minified(), as: UTF8.self) })
        #expect(sample.unfilled.map(\.key) == row["unfilled"]?.elements.compactMap(\.string) ?? [])
    }

    @Test func `cells whose keys are canonically equivalent are filled on their own`() throws {
        let cells = #"""
            [{"key": "\u00e9", "kind": "text", "testValue": "one"},
             {"key": "e\u0301", "kind": "text", "testValue": "two"},
             {"key": "a", "kind": "text", "isHidden": {"when": {"key": "\u00e9", "equals": "two"}}},
             {"key": "b", "kind": "text", "isHidden": {"when": {"key": "e\u0301", "equals": "two"}}}]
            """#
        let sample = try Self.sample(Array(#"{"sections": [{"cells": \#(cells)}]}"#.utf8))
        let data = try JSONDocument(parsing: sample.data).root
        #expect(data["\u{E9}"]?.string == "one")
        #expect(data["e\u{301}"]?.string == "two")
        #expect(data["a"] != nil && data["b"] == nil)
    }

    private static func sample(_ bytes: [UInt8]) throws -> QuestionnaireSample {
        let today = try #require(CalendarDay("2024-02-29"))
        let lists = ["models": #""a4""#, "powers": "150", "texts": #""90""#]
        let circumstances = QuestionnaireCircumstances(today: today) { list, _ in lists[list].map { Array($0.utf8) } }
        return QuestionnaireSample.of(try JSONDocument(parsing: bytes).root, in: circumstances)
    }

    /// Returns the questionnaire with the members of the data as `testValue` of the cells with the same keys.
    private static func withTestValues(_ questionnaire: [UInt8], from data: [UInt8]) throws -> [UInt8] {
        func filled(_ value: Any, _ values: [String: Any]) -> Any {
            if let list = value as? [Any] { return list.map { filled($0, values) } }
            guard var object = value as? [String: Any] else { return value }
            if let key = object["key"] as? String, object["kind"] != nil {
                object["testValue"] = values[key]
                return object
            }
            for (name, member) in object { object[name] = filled(member, values) }
            return object
        }
        let values = try JSONSerialization.jsonObject(with: Data(data)) as? [String: Any] ?? [:]
        let document = try JSONSerialization.jsonObject(with: Data(questionnaire))
        return [UInt8](try JSONSerialization.data(withJSONObject: filled(document, values)))
    }
}
