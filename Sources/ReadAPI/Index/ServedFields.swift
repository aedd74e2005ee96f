import HTTPTypes

extension HTTPFields {
    /// The header fields of JSON that pages of any site may read.
    ///
    /// `cacheControl`: The value of `Cache-Control`.
    static func served(cacheControl: String) -> HTTPFields {
        [
            .contentType: "application/json",
            .cacheControl: cacheControl,
            .accessControlAllowOrigin: "*",
            // In responses to requests without credentials, as requests from other sites are here, `*` means every
            // field.
            .accessControlExposeHeaders: "*",
            .crossOriginResourcePolicy: "cross-origin",
            .xContentTypeOptions: "nosniff",
        ]
    }
}
