/// The newest verified release; manifests of older ones are rejected. It has a file of its own, so that damage to the
/// manifest's file does not make older releases acceptable.
struct PinnedRelease: Codable, Equatable {
    let release: Int
}
