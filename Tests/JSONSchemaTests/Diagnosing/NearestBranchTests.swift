import JSONSchema
import JSONText
import Testing

/// The faults of a value in a union, where the value shows which branch was intended. Also the faults of values that a
/// condition or a pattern tests.
struct NearestBranchTests {
    private func faults(_ schema: String, _ document: String) throws -> [String] {
        try SchemaFixture(schema).faults(of: document)
    }

    @Test func `a misspelt value of an enum is reported although another branch has a pattern`() throws {
        #expect(
            try faults(#"{"anyOf": [{"enum": ["left", "center"]}, {"pattern": "^x$"}]}"#, #""centr""#)
                == [": `centr` is not one of the allowed values; did you mean `center`?"])
    }

    @Test func `for a list of objects, the branch with a list of texts is not explained`() throws {
        let found = try faults(
            """
            {"anyOf": [
              {"type": "array", "items": {"type": "string"}},
              {"type": "array", "items": {"type": "object", "required": ["files"],
                "properties": {"files": {"type": "string"}}}}]}
            """, #"[{"file": 1}]"#)
        #expect(found == ["/0: `files` is missing"])
    }

    @Test func `a misspelt name selects the branch that has a similar name`() throws {
        let found = try faults(
            """
            {"oneOf": [
              {"title": "Job", "type": "object", "required": ["runs-on"], "additionalProperties": false,
                "properties": {"runs-on": {"type": "string"}, "steps": {"type": "array"}, "if": {}}},
              {"title": "Call", "type": "object", "additionalProperties": false,
                "properties": {"uses": {"type": "string"}, "steps": {"type": "array"}, "if": {}}}]}
            """, #"{"run-on": "linux", "steps": []}"#)
        #expect(found.last == "/run-on: `run-on` is not a property of Job; did you mean `runs-on`?")
        #expect(found.count == 2)
    }

    @Test func `a constant inside allOf identifies the branch`() throws {
        let branches = ["Component", "Api", "System"].map { kind in
            """
            {"allOf": [{"properties": {"tag": {"enum": ["x"]}}},
              {"required": ["kind", "spec"], "properties": {"kind": {"enum": ["\(kind)"]},
                "spec": {"type": "object", "required": ["owner"], "properties": {"owner": {"type": "string"}}}}}]}
            """
        }
        let found = try faults(
            #"{"anyOf": [\#(branches.joined(separator: ","))]}"#, #"{"kind": "Api", "spec": {"ownr": "me"}}"#)
        #expect(found == ["/spec: `owner` is missing"])
    }

    private static let versions = """
        {"oneOf": [
          {"title": "Plan", "properties": {"version": {"enum": ["v1", "v1beta1"]}, "plugins": {}, "managed": {}},
            "additionalProperties": false},
          {"title": "Plan", "required": ["version"], "properties": {"version": {"type": "string", "const": "v2"},
            "inputs": {}, "clean": {}}, "additionalProperties": false}]}
        """

    @Test(arguments: ["{}", "true"])
    func `a member whose type differs from that of every branch's constants is the only fault reported`(version: String)
        throws
    {
        let found = try faults(Self.versions, #"{"version": \#(version), "inputs": [], "clean": true}"#)
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("/version: Expected text, found") == true, "\(found)")
    }

    @Test func `a value that is not a constant of any branch is reported once, with all constants`() throws {
        #expect(
            try faults(Self.versions, #"{"version": "7", "inputs": []}"#)
                == ["/version: Unknown version `7`; allowed: `v1`, `v1beta1`, `v2`"])
    }

    @Test func `a misspelt name that alone tells the branches apart is reported`() throws {
        let branches = ["$map", "$sort", "$eval"].map { name in
            """
            {"type": "object", "required": ["\(name)"], "properties": {"\(name)": {}, "by": {}},
             "additionalProperties": false}
            """
        }
        let found = try faults(#"{"oneOf": [\#(branches.joined(separator: ","))]}"#, #"{"$ort": [3, 1], "by": "x"}"#)
        #expect(found.contains("/$ort: `$ort` is not a property known here; did you mean `$sort`?"), "\(found)")
        #expect(found.count == 2)
    }

    @Test(arguments: [
        #""anyOf": [{"properties": {"visible": {"const": false}}}, {"required": ["icon"]}]"#,
        #""if": {"properties": {"visible": {"const": true}}}, "else": {"required": ["icon"]}"#,
    ])
    func `the fault of a member that a condition tests is the only one reported`(condition: String) throws {
        let schema = #"{"properties": {"visible": {"type": "boolean"}}, \#(condition)}"#
        #expect(try faults(schema, #"{"visible": "no"}"#) == ["/visible: Expected true or false, found the text `no`"])
    }

    @Test(arguments: [#"^(?:(a+)+)\1$"#, "^(?!(a|a)*b)"])
    func `a pattern that takes too long is reported at the text that it was matched against`(pattern: String) throws {
        let escaped = pattern.replacing(#"\"#, with: #"\\"#)
        let fixture = try SchemaFixture(#"{"properties": {"name": {"pattern": "\#(escaped)"}}}"#)
        let text = String(repeating: "a", count: 5_000) + "!"
        #expect(
            try fixture.faults(of: #"{"name": "\#(text)"}"#)
                == ["/name: Checking this text against the pattern `\(pattern)` takes too long"])
    }
}
