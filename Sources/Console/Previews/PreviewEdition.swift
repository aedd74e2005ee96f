import JSONText
import Preview
import Publishing
import SchemaRepository

/// The edition that the chosen client gets, which a preview may show instead of the whole document.
enum PreviewEdition: Sendable {
    /// The bytes that clients of this version, or some of them, get now; `since` is the release since which they are
    /// live.
    case live([UInt8], since: Int)
    /// The bytes that the client would get if the text were published with the schemas that it was checked with.
    case assembled([UInt8])
    /// No document can be assembled for the client.
    case refused

    /// The edition's bytes; nil if there is none.
    var bytes: [UInt8]? {
        switch self {
        case .live(let bytes, _), .assembled(let bytes): bytes
        case .refused: nil
        }
    }
}

extension PreviewEdition {
    /// Finds the edition of a checked text; `revision` is the number of its revision, nil for an unsaved text. Nil if
    /// the options do not ask for an edition, if they name no platform or no valid client version, if the text is not
    /// JSON, or if its document kind is unknown.
    init?(
        of checked: CheckedDocument, feature: String?, revision: Int?, options: PreviewOptions, stores: Stores,
        repository: SchemaRepository, work: WorkBudget
    ) throws {
        guard options.showsEdition, let platform = options.platform,
            let version = options.clientVersion.flatMap({ try? ClientVersion($0) }), checked.document != nil,
            checked.kind != nil
        else { return nil }
        if let feature, let revision,
            let live = try stores.releases.liveEdition(
                of: feature, revision: revision, platform: platform, clientVersion: version)
        {
            self = .live(live.bytes, since: live.edition.release)
            return
        }
        let assembly = repository.assembly(of: checked, platform: platform, at: version, work: work)
        self = assembly.editions.first.map { .assembled($0.bytes) } ?? .refused
    }

    /// Returns the sentence beside the preview.
    func sentence(for client: String) -> String {
        switch self {
        case .live(_, let release): Texts["preview.edition-live", ["client": client, "release": release]]
        case .assembled: Texts["preview.edition-assembled", ["client": client]]
        case .refused: Texts["preview.edition-refused", ["client": client]]
        }
    }
}
