import JSONSchema
import JSONText
import Testing

/// Commands that the harness for Bowtie, a program that compares validators, cannot carry out.
struct BowtieTests {
    private func message(_ command: String) throws -> String {
        var harness = BowtieHarness()
        let line = harness.answer(to: command)
        return try JSONDocument(parsing: try #require(line)).root["context"]?["message"]?.string ?? ""
    }

    @Test func `a refused command that is JSON is not reported as invalid JSON`() throws {
        let twice = try message(#"{"cmd": "start", "cmd": "stop"}"#)
        #expect(twice.hasPrefix("The command is refused: “cmd” occurs twice in this object"))
        #expect(try message(#"{"cmd": "\ud800"}"#).hasPrefix("The command is refused: "))
        let deep = String(repeating: "[", count: 300) + String(repeating: "]", count: 300)
        #expect(try message(deep).hasPrefix("The command is refused: "))
    }

    @Test func `a command that is not JSON is reported with the fault`() throws {
        #expect(try message("{").hasPrefix("The command is not JSON: "))
        #expect(try message(#"{"a": 1, "a": }"#).hasPrefix("The command is not JSON: "))
    }
}
