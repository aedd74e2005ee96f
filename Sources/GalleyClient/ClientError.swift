/// The reasons why an answer is not used. The documents shown stay as they are.
public enum ClientError: Error, Hashable, Sendable {
    /// The server answered with this status; `0` stands for an answer that is not HTTP.
    case status(Int)
    /// The body is not the one that its digest belongs to.
    case wrongDigest
    /// No signature by a known key, or one that does not belong to these fields.
    case wrongSignature
    /// The answer is signed for another platform or for other versions.
    case otherClient
    /// The body is not a manifest, or only a part of it that was not asked for.
    case notAManifest
    /// The answer belongs to an earlier release than the last one.
    case olderRelease(Int, than: Int)
    /// A release was published between two pages; ask again.
    case changedMeanwhile
    /// The directory cannot be written.
    case cannotKeep(String)
}
