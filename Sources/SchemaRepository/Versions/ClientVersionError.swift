/// The reason why a text is not a client version.
package enum ClientVersionError: Error, Hashable, Sendable, CustomStringConvertible {
    case empty
    case tooLong
    case tooManyParts
    case emptyPart
    case notANumber(String)
    case emptyIdentifier
    case unexpectedCharacter(String)

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
        case .unexpectedCharacter(let text): "“\(text)” has a character that is not a letter, digit or hyphen."
        }
    }
}
