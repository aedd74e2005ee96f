import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Verifies that Galley signed an answer with one of the keys that the app knows (HTTP message signatures, RFC 9421).
struct SignatureCheck {
    let keys: [PublicKey]

    /// The fields that a signature must cover, so that none of them can be changed.
    private static let needed: Set = ["content-digest", "galley-platform", "galley-versions", "galley-release"]

    /// Verifies the digest, the signature and the platform of a response. Returns the client versions that the response
    /// is for; the caller must check that the app's own version is among them.
    ///
    /// - Throws: `ClientError`.
    func verify(_ response: HTTPURLResponse, body: Data, platform: String) throws -> AppVersions {
        let digest = "sha-256=:\(Digest.sha256(body).base64EncodedString()):"
        guard response.value(forHTTPHeaderField: "Content-Digest") == digest else { throw ClientError.wrongDigest }
        let inputs = Self.members(of: response.value(forHTTPHeaderField: "Signature-Input") ?? "")
        let signatures = Self.members(of: response.value(forHTTPHeaderField: "Signature") ?? "")
        let isSigned = inputs.contains { label, parameters in
            signatures[label].map { isValid($0, parameters, response) } ?? false
        }
        guard isSigned else { throw ClientError.wrongSignature }
        guard response.value(forHTTPHeaderField: "Galley-Platform") == platform,
            let versions = response.value(forHTTPHeaderField: "Galley-Versions").flatMap(AppVersions.init)
        else { throw ClientError.otherClient }
        return versions
    }

    private func isValid(_ signature: String, _ parameters: String, _ response: HTTPURLResponse) -> Bool {
        guard let key = keys.first(where: { parameters.contains(";keyid=\"\($0.id)\"") }),
            parameters.first == "(", let end = parameters.firstIndex(of: ")"),
            let bytes = Data(base64Encoded: signature.trimmingCharacters(in: CharacterSet(charactersIn: ":")))
        else { return false }
        let covered = parameters[..<end].dropFirst().split(separator: " ").map { $0.filter { $0 != "\"" } }
        // The signature of a feature's answer covers the field `Galley-Feature`, so such an answer cannot pass for a
        // manifest.
        guard Self.needed.isSubset(of: covered), !covered.contains("galley-feature") else { return false }
        var base = ""
        for name in covered {
            guard let value = response.value(forHTTPHeaderField: name) else { return false }
            base += "\"\(name)\": \(value)\n"
        }
        base += "\"@signature-params\": \(parameters)"
        return Digest.isSignature(bytes, of: Data(base.utf8), by: key)
    }

    /// Returns the members of a structured field that is a dictionary (RFC 8941, section 3.2) by name, as they are
    /// written. Galley's values contain no comma outside quotation marks and parentheses.
    private static func members(of field: String) -> [String: String] {
        field.split(separator: ",").reduce(into: [:]) { members, part in
            let pair = part.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
            if pair.count == 2 { members[String(pair[0])] = String(pair[1]) }
        }
    }
}
