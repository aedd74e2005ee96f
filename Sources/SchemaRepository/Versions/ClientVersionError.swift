/// The reason why a text is not a client version.
package enum ClientVersionError: Error, Hashable, Sendable, CustomStringConvertible {
    case empty
    case tooLong
    case tooManyParts
    case emptyPart
    case notANumber(String)
    case emptyIdentifier
    case unexpectedCharacter(String)

    /// Returns the version that somebody most likely means by a text that is not a version, for example `5.3.1+1234` for
    /// `5.3.1 (1234)`; nil if there is none.
    package static func suggestion(for text: String) -> String? {
        guard let match = text.wholeMatch(of: /([0-9.]+)[ +]*\(([0-9A-Za-z.-]+)\)/) else { return nil }
        let version = "\(match.1)+\(match.2)"
        return (try? ClientVersion(version)) == nil ? nil : version
    }

    /// A sentence for the person who wrote the version.
    package var description: String {
        switch self {
        case .empty: "A version has at least one number, as in 5 or 5.2.1."
        case .tooLong: "A version has at most \(ClientVersion.maximumBytes) bytes."
        case .tooManyParts: "A version has at most four numbers, as in 5.2.1.1042."
        case .emptyPart: "A number is missing beside a dot."
        case .notANumber(let part):
            "“\(part)” is not a number; write a version as 5, 5.2 or 5.2.1, without “v” or spaces."
        case .emptyIdentifier: "Text is missing after “-”, “+” or “.”."
        case .unexpectedCharacter(let text): "“\(text)” has a character other than A to Z, a to z, 0 to 9 and “-”."
        }
    }
}
