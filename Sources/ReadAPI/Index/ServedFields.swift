import HTTPTypes

extension HTTPFields {
    /// The header fields of JSON that a client on any site may read and keep.
    ///
    /// `cacheControl`: The value of `Cache-Control`.
    static func served(cacheControl: String) -> HTTPFields {
        [
            .contentType: "application/json",
            .cacheControl: cacheControl,
            .accessControlAllowOrigin: "*",
            // A page of another site sends no credentials, so this means every field.
            .accessControlExposeHeaders: "*",
            .crossOriginResourcePolicy: "cross-origin",
            .xContentTypeOptions: "nosniff",
        ]
    }
}
