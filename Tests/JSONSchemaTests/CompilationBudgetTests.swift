import JSONSchema
import JSONText
import Testing

/// The limits for schemas inside documents, whose compilation could take much time or memory.
@Suite struct CompilationBudgetTests {
    private static let message = "Checking this takes too long, so the check was stopped"

    /// Returns the messages for a schema that cannot be compiled within a budget; empty if it can.
    private func messages(_ schema: String, within work: WorkBudget) throws -> [String] {
        var resources = SchemaResources()
        resources.add(try JSONDocument(parsing: schema), uri: "test:schema")
        do {
            _ = try Schema.compile("test:schema", in: resources, within: work)
            return []
        } catch {
            return error.diagnostics.map(\.diagnostic.message)
        }
    }

    private func object(_ count: Int, _ member: (Int) -> String) -> String {
        "{" + (0..<count).map(member).joined(separator: ",") + "}"
    }

    @Test func `the compilation of very many subschemas is stopped`() throws {
        let schema = #"{"properties": \#(object(1_000) { #""p\#($0)": {"type": "string"}"# })}"#
        #expect(try messages(schema, within: WorkBudget(memory: 256 << 10)) == [Self.message])
        #expect(try messages(schema, within: WorkBudget(steps: 10_000)) == [Self.message])
        #expect(try messages(schema, within: WorkBudget()) == [])
    }

    @Test func `the compilation of very many patterns is stopped before their memory is used`() throws {
        let schema = #"{"properties": \#(object(50) { #""p\#($0)": {"pattern": "\\p{L}{1,900}\#($0)"}"# })}"#
        #expect(try messages(schema, within: WorkBudget(memory: 256 << 10)) == [Self.message])
    }

    @Test func `the resolution of references through very many definitions is stopped`() throws {
        let definitions = object(400) { ##""d\##($0)": {"$ref": "#/$defs/d\##($0 + 1)"}"## }
        let schema = ##"{"$defs": \##(definitions.dropLast()), "d400": true}, "$ref": "#/$defs/d0"}"##
        #expect(try messages(schema, within: WorkBudget(steps: 30_000)) == [Self.message])
    }

    @Test func `a schema whose budget is used up is reported as too costly, not as faulty`() throws {
        let work = WorkBudget()
        work.cancel()
        #expect(try messages(##"{"$ref": "#/$defs/a", "$defs": {"a": true}}"##, within: work) == [Self.message])
    }
}
