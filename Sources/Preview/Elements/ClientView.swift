import JSONText
import SchemaRepository

/// The client that a page is shown as: what of the document it does not know, and what it is given instead.
struct ClientView {
    private var messages: IssueList
    private var fallbacks: Set<String> = []
    private var words: [String: String] = [:]

    /// Takes what a client does not show as written; where it is given something else, or nothing, is said in the page's
    /// own words, once a place.
    init(_ gaps: [ClientGap], words ownWords: FrameWords) {
        var messages: [(pointer: JSONPointer, message: String)] = []
        var said: Set<String> = []
        for gap in gaps {
            let place = gap.escape?.pointer ?? gap.pointer
            messages.append((place, gap.message))
            let answer: String
            switch gap.escape?.manner {
            case .fallback:
                fallbacks.insert(place.description)
                answer = ownWords["drawn.fallback"]
            case .omission:
                answer = ownWords["drawn.dropped"]
            case .word(let word):
                words[place.description] = word
                answer = ownWords["drawn.word", ["word": word]]
            case nil:
                answer = ownWords["drawn.refused"]
            }
            if said.insert("\(place) \(answer)").inserted { messages.append((place, answer)) }
        }
        self.messages = IssueList(messages)
    }

    /// Whether the client gets the fallback of the element at a place, and not the element.
    func getsFallback(at path: String) -> Bool { fallbacks.contains(path) }

    /// The word that the client gets instead of the one at a place; nil where it gets that itself.
    func word(at path: String) -> String? { words[path] }

    /// Takes out what is to be said of a place, and of what is below it and was not drawn by itself.
    mutating func take(at path: String) -> [String] { messages.take(at: path) }
}
