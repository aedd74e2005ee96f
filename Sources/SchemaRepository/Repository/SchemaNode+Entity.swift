import JSONSchema
import JSONText

extension SchemaNode {
    /// Returns the identifier of the entity that contains the subschema, with the pointer tokens from the entity to the
    /// subschema; nil if it belongs to no entity. `ids` are the identifiers of the entities, by the URIs that their
    /// documents are compiled under.
    func placeInEntity(by ids: [String: String]) -> (id: String, tokens: [String])? {
        // The document's `$id` does not tell the entity: it may be an absolute URI, even the same one in several files.
        guard isEmbedded else { return ids[documentURI].map { ($0, source.pointer.tokens) } }
        let parts = location.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let id = ids[String(parts[0])], let pointer = JSONPointer(String(parts[1])) else {
            return nil
        }
        return (id, pointer.tokens)
    }
}
