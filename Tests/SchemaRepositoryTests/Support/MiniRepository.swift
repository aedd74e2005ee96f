import DocumentKinds
import SchemaRepository

/// A small repository with version annotations of every kind, for tests of support and editions.
enum MiniRepository {
    static let loaded = Result { () throws(RepositoryError) in try SchemaRepository(documents: documents) }

    private static let names = [
        "Old", "New", "Newer", "Box", "Crate", "Any", "When", "Values", "Platforms", "Spellings", "Loose", "Rest",
    ]

    private static let bodies: [String: String] = [
        "Old": #""x-since": {"ios": "1"}"#,
        "New": #""x-since": {"ios": "5"}"#,
        "Newer": #""x-since": {"ios": "7"}"#,
        "Box": #"""
        "required": ["element"],
        "properties": {
          "element": {"$ref": "/Element"}, "badge": {"$ref": "/Element"},
          "drops": {"type": "array", "items": {"$ref": "/Element"}, "x-unknown-items": "drop"},
          "fails": {"type": "array", "items": {"$ref": "/Element"}},
          "late": {"$ref": "/Element", "x-since": {"ios": "8"}},
          "early": {"$ref": "/Element", "x-since": {"ios": "2"}}
        }
        """#,
        "Crate": #""x-since": {"ios": "2"}, "properties": {"element": {"$ref": "/Element"}}"#,
        "Any": #"""
        "x-since": {"ios": "1"},
        "properties": {"choice": {"anyOf": [
          {"type": ["string", "object"], "x-since": {"ios": "4"}}, {"type": "string", "x-since": {"ios": "3"}},
          {"type": "null"}
        ]}}
        """#,
        "When": #"""
        "x-since": {"ios": "1"}, "properties": {"mode": {"enum": ["plain", "video"]}, "extra": true},
        "if": {"properties": {"mode": {"const": "video", "x-since": {"ios": "99"}}}}, "then": {"x-since": {"ios": "6"}},
        "dependentSchemas": {"extra": {"x-since": {"ios": "2"}}}
        """#,
        "Values": #"""
        "x-since": {"ios": "1"},
        "properties": {"size": {
          "enum": ["old", "new", "ancient"], "default": "new", "x-since": {"ios": "4"},
          "x-enum": {"new": {"x-since": {"ios": "9"}}, "ancient": {"x-since": {"ios": "2"}}}
        }}
        """#,
        "Platforms": #"""
        "x-since": {"ios": "1", "android": "1", "web": "1"},
        "properties": {
          "missing": {"x-since": {"ios": "3"}}, "nobody": {"x-since": {}}, "silent": true,
          "never": {"x-unsupported": {"web": "no camera"}},
          "removed": {"x-since": {"ios": "2", "android": "2"}, "x-removed": {"ios": "5"}}
        }
        """#,
        "Loose": #"""
        "allOf": [{"properties": {"known": true}}, {"if": {"required": ["known"]}, "then": {"properties": {"more": true}}}],
        "properties": {"type": true, "fallback": true, "own": true},
        "unevaluatedProperties": {"x-since": {"ios": "3"}}
        """#,
        "Rest": #"""
        "properties": {
          "type": true, "fallback": true,
          "list": {"prefixItems": [{"x-since": {"ios": "2"}}], "items": {"x-since": {"ios": "4"}}}
        },
        "patternProperties": {"^x-": {"x-since": {"ios": "3"}}}, "additionalProperties": {"x-since": {"ios": "6"}}
        """#,
        "Spellings": #"""
        "properties": {
          "nine": {"x-since": {"ios": "1.9"}}, "ten": {"x-since": {"ios": "1.10"}},
          "five": {"x-since": {"ios": "5"}}, "fiveToo": {"x-since": {"ios": "5.0.0"}}
        }
        """#,
    ]

    private static var documents: [RepositoryFile] {
        let references = names.map { #"{"$ref": "/\#($0)"}"# }.joined(separator: ", ")
        let union = #"{"type": "object", "required": ["type"], "x-discriminator": "type", "oneOf": [\#(references)]}"#
        let element = union.replacing("{\"type\"", with: "{\"x-fallback\": true, \"type\"", maxReplacements: 1)
        let base =
            #"{"properties": {"fallback": {"oneOf": [{"type": "string", "const": "drop"}, {"$ref": "/Element"}]}}}"#
        let components = names.map { name in
            ##"{"x-kind": "component", "x-fallback": true, "x-name": "\##(name)", "$ref": "#/$defs/own", "allOf": [{"$ref": "/Base"}], "##
                + ##""properties": {"type": {"const": "\##(name)"}}, "$defs": {"own": {\##(bodies[name] ?? "")}}}"##
        }
        let named = zip(names, components).map { ($0 + ".json", $1) }
        return (named + [("document.json", element), ("Element.json", element), ("Base.json", base)]).map {
            RepositoryFile(path: $0, bytes: Array($1.utf8))
        }
    }
}
