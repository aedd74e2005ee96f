import Foundation
import JSONText
import TestSupport
import Testing

@Suite(.enabled(if: Corpora.contain("documents"), "../shared/corpora is missing"))
struct CorporaTests {
    @Test func `each text of the parsing test suite is accepted, or refused at the expected position`() throws {
        var count = 0
        for row in try Corpora.rows("json-test-suite/expect.jsonl") {
            let file = try #require(row["file"]?.string)
            let bytes = try Corpora.bytes("json-test-suite/\(file)")
            let errors = syntaxErrors(bytes)
            count += 1
            if file.contains("y_object_duplicated_key") {
                #expect(errors?.map(\.code) == ["json.duplicate-name"], "\(file)")
            } else if file.contains("_100000_opening_arrays") || file.contains("n_structure_open_array_object") {
                #expect(errors?.map(\.code) == ["json.depth"], "\(file)")
            } else if row["expect"]?.string == "accept" {
                #expect(errors == nil, "\(file)")
            } else if row["expect"]?.string == "reject" {
                let place = row["error"]
                let first = try #require(errors?.first, "\(file)")
                let position = LineTable(bytes).position(at: first.range.lowerBound)
                #expect(position.offset == place?["offset"]?.integer, "\(file): \(first)")
                #expect(position.line == place?["line"]?.integer, "\(file): \(first)")
                #expect(position.column == place?["column_utf16"]?.integer, "\(file): \(first)")
            } else if row["grammar"]?.string == "reject", bytes.first != 0xEF {
                // The suite lets a parser accept or refuse these texts. Galley refuses them, except one with a byte
                // order mark, about which it only warns.
                #expect(errors?.first?.range.lowerBound == row["error"]?["offset"]?.integer, "\(file)")
            }
        }
        #expect(count > 300)
    }

    @Test func `every recorded position of a value is found`() throws {
        var texts = Corpora.Texts()
        var documents: [String: JSONDocument] = [:]
        var count = 0
        for row in try Corpora.rows("positions.jsonl") {
            let instance = try #require(row["instance"]?.string)
            let document = try documents[instance] ?? JSONDocument(parsing: texts.bytes(of: row))
            documents[instance] = document
            let pointer = try #require(row["pointer"]?.string.flatMap { JSONPointer($0) })
            let value = try #require(document.root.value(at: pointer), "\(instance) \(pointer)")
            let range = document.range(of: value)
            #expect(isPlace(range.start, row["start"]) && isPlace(range.end, row["end"]), "\(instance) \(pointer)")
            if let key = row["key_start"] {
                let parent = pointer.parent.flatMap { document.root.value(at: $0) }
                let member = try #require(pointer.tokens.last.flatMap { parent?.member($0) })
                #expect(isPlace(document.range(ofBytes: member.nameRange).start, key), "\(instance) \(pointer)")
            }
            #expect(value.pointer == pointer)
            count += 1
        }
        #expect(count > 1_000)
    }

    private func isPlace(_ position: SourcePosition, _ recorded: JSONValue?) -> Bool {
        position.offset == recorded?["offset"]?.integer && position.line == recorded?["line"]?.integer
            && position.column == recorded?["column_utf16"]?.integer
    }

    @Test func `real documents are accepted or refused as recorded`() throws {
        var texts = Corpora.Texts()
        var verdicts: [String: Int] = [:]
        for row in try Corpora.rows("documents/manifest.jsonl") {
            let bytes = try texts.bytes(of: row)
            let errors = syntaxErrors(bytes)
            let instance = row["instance"]?.string ?? ""
            verdicts[row["parse"]?.string ?? "", default: 0] += 1
            switch row["parse"]?.string {
            case "accept":
                #expect(errors == nil, "\(instance): \(errors ?? [])")
                if errors == nil { checkForms(of: bytes) }
            case "reject":
                let grammatical = errors?.first { $0.code != "json.duplicate-name" && $0.code != "json.lone-surrogate" }
                let place = grammatical.map { LineTable(bytes).position(at: $0.range.lowerBound) }
                #expect(place?.offset == row["error"]?["offset"]?.integer, "\(instance): \(errors ?? [])")
                #expect(place?.column == row["error"]?["column_utf16"]?.integer, "\(instance): \(errors ?? [])")
            default:
                // The grammar allows these texts, but a parser may refuse them, as Galley does for duplicate names.
                let codes: [String: String] = ["duplicate member name": "json.duplicate-name"]
                let code = row["policy"]?.string.flatMap { codes[$0] }
                #expect(code == nil || errors?.first?.code == code, "\(instance): \(errors ?? [])")
            }
        }
        #expect(verdicts["accept"] ?? 0 > 3_000)
    }

    /// Checks that the minified, pretty and canonical texts of a document parse to an equal value, and that the
    /// canonical text of the canonical text is the same.
    private func checkForms(of bytes: [UInt8]) {
        do throws(JSONSyntaxErrors) {
            let root = try JSONDocument(parsing: bytes).root
            for form in [root.minified(), JSONFormatter.pretty(root), JSONFormatter.canonical(root)] {
                #expect(try JSONDocument(parsing: form).root.isEqual(to: root))
            }
            let canonical = JSONFormatter.canonical(root)
            #expect(JSONFormatter.canonical(try JSONDocument(parsing: canonical).root) == canonical)
        } catch {
            Issue.record("A form of a document is not JSON: \(error)")
        }
    }
}
