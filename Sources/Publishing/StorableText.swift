extension String {
    /// The text in a form that PostgreSQL accepts: U+0000, which its `text` refuses, becomes U+FFFD.
    var storable: String {
        guard unicodeScalars.contains("\0") else { return self }
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: unicodeScalars.lazy.map { $0 == "\0" ? "\u{FFFD}" : $0 })
        return String(scalars)
    }
}
