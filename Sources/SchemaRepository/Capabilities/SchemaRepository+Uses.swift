package import JSONText

extension SchemaRepository {
    /// Returns the entities, properties and enum values that a document uses; nil if the repository does not have its
    /// kind.
    package func capabilityUses(
        of document: JSONDocument, kind: DocumentKind, work: WorkBudget = .patient
    ) -> CapabilityUses? {
        guard let annotated = schemas.annotated(kind.id) else { return nil }
        return CapabilityUses(of: document, by: annotated, work: work)
    }

    /// Returns an edition as a parsed document, with the parts that it uses; nil if the bytes are not JSON or the
    /// repository does not have the kind. If the edition is a fallback of another kind for the whole document, it is
    /// read as that kind.
    package func capabilityUses(
        ofEdition bytes: [UInt8], kind: DocumentKind, work: WorkBudget = .patient
    ) -> (document: JSONDocument, uses: CapabilityUses)? {
        guard let document = try? JSONDocument(parsing: bytes, limits: JSONLimits(maximumBytes: JSONLimits.largestText))
        else { return nil }
        var kind = kind
        if let own = entity(kind.id)?.typeName, let type = document.root["type"]?.string, type != own {
            kind = self.kind(of: document) ?? kind
        }
        return capabilityUses(of: document, kind: kind, work: work).map { (document, $0) }
    }
}
