import JSONText
import SchemaRepository

/// The parts of the document that the simulated client does not support, and what the client gets instead.
struct ClientView {
    private var missing: IssueList
    private var substitutions: IssueList
    private var fallbacks: Set<String> = []
    private var words: [String: String] = [:]

    /// Reads the gaps: the parts that the client does not support. For each of their places in the document, a message
    /// in the language of `words` says what the client gets instead or that there is no replacement.
    init(_ gaps: [ClientGap], words ownWords: FrameWords) {
        var missing: [(pointer: JSONPointer, message: String)] = []
        var substitutions: [(pointer: JSONPointer, message: String)] = []
        var said: Set<String> = []
        for gap in gaps {
            let place = gap.replacement?.pointer ?? gap.pointer
            let answer: String
            var isWord = false
            switch gap.replacement?.manner {
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
            let messages = [(place, gap.note)] + (isNew ? [(place, answer)] : [])
            if isWord { substitutions += messages } else { missing += messages }
        }
        (self.missing, self.substitutions) = (IssueList(missing), IssueList(substitutions))
    }

    /// Returns true if the client gets the fallback of the element at a path.
    func getsFallback(at path: String) -> Bool { fallbacks.contains(path) }

    /// Returns the replacement for the enum value at a path; nil if the client gets the value itself.
    func word(at path: String) -> String? { words[path] }

    /// Removes and returns the messages about unsupported parts at a path and inside it that no element shows yet.
    mutating func take(at path: String) -> [String] { missing.take(at: path) }

    /// Removes and returns the messages about replaced values at a path and inside it that no element shows yet.
    mutating func takeSubstitutions(at path: String) -> [String] { substitutions.take(at: path) }
}

extension ClientGap {
    /// The versions that support the value at the pointer, after the name of the member unless the value is an element
    /// of an array. The note is short because elements can be small, and has no words because the page may be in any
    /// language.
    fileprivate var note: String {
        guard let name = pointer.tokens.last, Int(name) == nil else { return versions }
        return "`\(name)`: \(versions)"
    }
}
