extension String {
    /// The text in a form that PostgreSQL accepts: U+0000, which its `text` refuses, becomes U+FFFD.
    var storable: String {
        guard unicodeScalars.contains("\0") else { return self }
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: unicodeScalars.lazy.map { $0 == "\0" ? "\u{FFFD}" : $0 })
        return String(scalars)
    }
    /// Returns the longest beginning of whole Unicode scalars that has at most `limit` bytes in UTF-8. It may end
    /// within a character, because one character can have any number of scalars.
    func cut(toBytes limit: Int) -> String {
        var size = 0
        return String(
            unicodeScalars.prefix { scalar in
                size += UTF8.width(scalar)
                return size <= limit
            })
    }
}
