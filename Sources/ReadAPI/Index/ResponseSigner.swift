import Cryptography
import Foundation
import HTTPTypes
import MicroHTTP
import Publishing

/// Signs responses with every active key (HTTP message signatures, RFC 9421), so that a client detects if a server
/// between it and Galley has changed a response or replays one of an earlier release.
struct ResponseSigner: Sendable {
    /// The keys, oldest first.
    let keys: [SignatureKey]

    /// Returns the fields with the signatures added; all `covered` fields must be among them.
    func signed(_ fields: HTTPFields, covering covered: [HTTPField.Name], at time: Date = .now) -> HTTPFields {
        guard !keys.isEmpty else { return fields }
        var fields = fields
        let names = covered.map { "\"\($0.canonicalName)\"" }
        let lines = covered.map { "\"\($0.canonicalName)\": \(fields[$0] ?? "")\n" }.joined()
        var inputs: [String] = []
        var signatures: [String] = []
        for (number, key) in keys.enumerated() {
            let label = "sig\(number + 1)"
            let parameters =
                "(\(names.joined(separator: " ")));created=\(Int(time.timeIntervalSince1970))"
                + ";keyid=\"\(key.id)\";alg=\"ed25519\""
            let base = lines + "\"@signature-params\": \(parameters)"
            let signature = Data(key.key.signature(of: Array(base.utf8))).base64EncodedString()
            inputs.append("\(label)=\(parameters)")
            signatures.append("\(label)=:\(signature):")
        }
        fields[.signatureInput] = inputs.joined(separator: ", ")
        fields[.signature] = signatures.joined(separator: ", ")
        return fields
    }

    /// The public keys as a JWK set (RFC 7517, RFC 8037).
    var keySet: String {
        let texts = keys.map { key in
            #"{"kty":"OKP","crv":"Ed25519","x":"\#(key.publicText)","kid":"\#(key.id)","use":"sig","alg":"EdDSA"}"#
        }
        return #"{"keys":[\#(texts.joined(separator: ","))]}"#
    }
}

extension HTTPField.Name {
    /// The signatures' parameters (RFC 9421, section 4.1).
    static let signatureInput = constant("Signature-Input")
    /// The signatures (RFC 9421, section 4.2).
    static let signature = constant("Signature")
    /// The feature that an edition belongs to.
    static let galleyFeature = constant("Galley-Feature")
    /// The platform of the clients that a response is for.
    static let galleyPlatform = constant("Galley-Platform")
    /// The versions of the clients that a response is for, as `>=5.0 <6.2`.
    static let galleyVersions = constant("Galley-Versions")
}
