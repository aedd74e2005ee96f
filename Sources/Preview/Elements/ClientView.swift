import JSONText
import SchemaRepository

/// The client that a page is shown as: what of the document it does not know, and what it is given instead.
struct ClientView {
    private var missing: IssueList
    private var substitutions: IssueList
    private var fallbacks: Set<String> = []
    private var words: [String: String] = [:]

    /// Takes what a client does not show as written; where it is given something else, or nothing, is said in the page's
    /// own words, once a place.
    init(_ gaps: [ClientGap], words ownWords: FrameWords) {
        var missing: [(pointer: JSONPointer, message: String)] = []
        var substitutions: [(pointer: JSONPointer, message: String)] = []
        var said: Set<String> = []
        for gap in gaps {
            let place = gap.escape?.pointer ?? gap.pointer
            let answer: String
            var isWord = false
            switch gap.escape?.manner {
            case .fallback:
                fallbacks.insert(place.description)
                answer = ownWords["drawn.fallback"]
            case .omission:
                answer = ownWords["drawn.dropped"]
            case .word(let word):
                words[place.description] = word
                isWord = true
                answer = ownWords["drawn.word", ["word": word]]
            case nil:
                answer = ownWords["drawn.refused"]
            }
            let isNew = said.insert("\(place) \(answer)").inserted
            let messages = [(place, gap.shortMessage)] + (isNew ? [(place, answer)] : [])
            if isWord { substitutions += messages } else { missing += messages }
        }
        (self.missing, self.substitutions) = (IssueList(missing), IssueList(substitutions))
    }

    /// Whether the client gets the fallback of the element at a place, and not the element.
    func getsFallback(at path: String) -> Bool { fallbacks.contains(path) }

    /// The word that the client gets instead of the one at a place; nil where it gets that itself.
    func word(at path: String) -> String? { words[path] }

    /// Takes out what is to be said of a place, and of what is below it and was not drawn by itself, that the client does
    /// not get as it is.
    mutating func take(at path: String) -> [String] { missing.take(at: path) }

    /// Takes out the same of what the client gets with another word.
    mutating func takeSubstitutions(at path: String) -> [String] { substitutions.take(at: path) }
}

extension ClientGap {
    /// The sentence as it is said at the place itself: the name of a member in place of the whole pointer.
    fileprivate var shortMessage: String {
        guard let name = pointer.tokens.last, Int(name) == nil else { return message }
        return message.replacing("`\(pointer)`", with: "`\(name)`")
    }
}
