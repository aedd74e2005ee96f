import DocumentKinds
import Publishing
import SchemaRepository
import TestSupport

/// Documents of the starter schemas for tests of references: a module, and a flow that refers to it.
enum CardTexts {
    static let starter = Result { try SchemaRepository(loading: PackageRoot.path + "/schemas") }

    private static let text = #"{"element": {"type": "TextView", "text": {"value": "a"}}}"#

    /// Returns a module whose input requires `names`, a comma-separated list of strings.
    static func module(requires names: String = "") -> String {
        """
        {"type": "Module", "content": \(text), "input": {"type": "object", "properties":
          {"id": {"type": "string"}, "place": {"type": "string"}}, "required": [\(names)]}}
        """
    }

    /// Returns a module that shows the module of a feature.
    static func module(showing feature: String) -> String {
        #"{"type": "Module", "content": {"feature": "\#(feature)"}}"#
    }

    /// A flow that sends `id` to the module `cards.details`.
    static let flow = """
        {"type": "ModuleFlow", "start": "a", "modules": [
          {"id": "a", "content": \(text), "output": [{"event": "e", "payload":
            {"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]}}]},
          {"id": "b", "module": "cards.details"}],
         "connections": [{"from": "a", "event": "e", "to": "b", "map": {"/id": "/id"}, "transition": {"kind": "push"}}]}
        """
}

extension Installation {
    /// Creates a fresh database with the starter schemas, too.
    static func withStarterSchemas() throws -> Installation {
        let home = try Installation()
        try home.stores.schemaReleases.adopt(CardTexts.starter.get(), by: .operator)
        return home
    }

    /// Creates a feature with a revision for each text.
    func create(_ name: String, kind: String, _ texts: String...) throws {
        guard case .created = try stores.features.create(name: name, kind: kind, by: .operator) else {
            throw Unexpected(what: "\(name) was not created")
        }
        for text in texts { try save(text, to: name) }
    }
}
