/// The reasons why documents cannot be fetched or stored. The app keeps the documents that it had, with the exception
/// that ``GalleyClient/update()`` describes.
public enum ClientError: Error, Hashable, Sendable {
    /// The server answered with this status; 0 for an answer that is not HTTP. `retryAfter` is the time after which the
    /// app may ask again, if the answer named one in seconds.
    case status(Int, retryAfter: Duration? = nil)
    /// The body does not have the stated digest.
    case wrongDigest
    /// The answer has no valid signature by a known key over the required fields.
    case wrongSignature
    /// The answer is signed for another platform or for other versions, or the app's own version cannot be parsed.
    case otherClient
    /// The body is not a manifest, or not the page that was requested.
    case notAManifest
    /// The answer belongs to an earlier release than the last one that was verified.
    case olderRelease(Int, than: Int)
    /// The pages of the manifest were of different releases, or another client stored a newer release, and the second
    /// attempt failed for such a reason too; call `update()` again.
    case changedMeanwhile
    /// A file or directory cannot be read or written, for this reason.
    case cannotKeep(String)
}
