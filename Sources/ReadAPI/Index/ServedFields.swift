import HTTPTypes

extension HTTPFields {
    /// The header fields of JSON that a client on any site may read and keep.
    ///
    /// `cacheControl`: The value of `Cache-Control`.
    /// `exposing`: The names of the fields that scripts of other sites may read.
    static func served(cacheControl: String, exposing names: [String] = ["ETag", "Content-Digest"]) -> HTTPFields {
        [
            .contentType: "application/json",
            .cacheControl: cacheControl,
            .accessControlAllowOrigin: "*",
            .accessControlExposeHeaders: names.joined(separator: ", "),
            .crossOriginResourcePolicy: "cross-origin",
            .xContentTypeOptions: "nosniff",
        ]
    }

    /// The names of the fields with signatures.
    static let signatures = [HTTPField.Name.signatureInput.rawName, HTTPField.Name.signature.rawName]
}
