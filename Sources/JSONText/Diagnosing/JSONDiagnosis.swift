/// The forgiving reader: goes over a text that the parser refused, says what is wrong, and reads on as if it were cured.
///
/// Where no cure is plain it stops, so that one fault never causes a second message. Each error begins at the first byte
/// after which no JSON text is possible.
struct JSONDiagnosis {
    /// What comes next, besides white space.
    enum Expectation {
        case value(after: Predecessor)
        case name(after: Predecessor)
        case colon
        /// A comma, a closing bracket, or the end after the outermost value.
        case next
    }

    enum Predecessor {
        case nothing, bracket, comma, colon
    }

    /// An object or array that is not closed yet.
    struct Container {
        let isObject: Bool
        let offset: Int
        /// Where each name stands first.
        var names: [[UInt8]: Int] = [:]
        /// The name, or the number from 0, of the member or element that is read; nil where a name cannot be told.
        var item: String?
        var count = 0

        var opener: String { isObject ? "{" : "[" }
        var closer: String { isObject ? "}" : "]" }
    }

    private static let mostErrors = 20

    let bytes: [UInt8]
    let limits: JSONLimits
    let lines: LineTable
    var offset: Int
    var open: [Container] = []
    var expectation = Expectation.value(after: .nothing)
    private(set) var errors: [JSONSyntaxError] = []
    private(set) var isStopped = false

    /// Whether what is read belongs to the innermost container's item rather than to the container itself.
    var readsItem = false
    /// A string that was never closed may have swallowed the comma after it.
    var mayLackComma = false
    /// After a wrong bracket nobody knows which containers are open.
    var doubtsBrackets = false
    var hasReportedEncoding = false
    /// The offset after the last value, when that was a string.
    var endOfString: Int?

    /// Everything that is wrong with the text from `start` on, in text order; never empty.
    static func errors(in bytes: [UInt8], from start: Int, limits: JSONLimits) -> [JSONSyntaxError] {
        guard bytes.count <= limits.maximumBytes else {
            return [
                JSONSyntaxError(
                    code: "json.size", range: 0..<0,
                    message: "The text has more than \(limits.maximumBytes) bytes; a longer one is not accepted.")
            ]
        }
        var diagnosis = JSONDiagnosis(bytes: bytes, limits: limits, lines: LineTable(bytes), offset: start)
        diagnosis.run()
        let errors = diagnosis.errors.sorted { $0.range.lowerBound < $1.range.lowerBound }
        guard errors.isEmpty else { return errors }
        return [JSONSyntaxError(code: "json.syntax", range: start..<bytes.count, message: "This is not JSON.")]
    }

    init(bytes: [UInt8], limits: JSONLimits, lines: LineTable, offset: Int) {
        self.bytes = bytes
        self.limits = limits
        self.lines = lines
        self.offset = offset
    }

    /// Records an error; the reader stops when there are enough of them.
    mutating func report(_ code: String, _ range: Range<Int>, _ message: String) {
        guard !isStopped else { return }
        errors.append(JSONSyntaxError(code: "json.\(code)", range: range, message: message, pointer: pointer))
        if errors.count >= Self.mostErrors { isStopped = true }
    }

    /// The innermost value that is being read: as far as its names are known.
    private var pointer: JSONPointer {
        var tokens: [String] = []
        for container in readsItem ? open[...] : open.dropLast() {
            guard let item = container.item else { break }
            tokens.append(item)
        }
        return JSONPointer(tokens: tokens)
    }

    /// Ends the reading: what follows cannot be judged.
    mutating func stop() {
        isStopped = true
    }

    private mutating func run() {
        while !isStopped {
            switch expectation {
            case .value, .colon: readsItem = true
            case .name, .next: readsItem = false
            }
            skipBlank()
            if isStopped { return }
            if offset == bytes.count, case .next = expectation, open.isEmpty { return }
            guard offset < bytes.count else { return reportEnd() }
            switch expectation {
            case .value(let predecessor): readValue(after: predecessor)
            case .name(let predecessor): readName(after: predecessor)
            case .colon: readColon()
            case .next: readNext()
            }
        }
    }

    /// The next byte, nil at the end.
    func peek(_ distance: Int = 0) -> UInt8? {
        offset + distance < bytes.count ? bytes[offset + distance] : nil
    }

    /// Whether an ASCII text comes next.
    func sees(_ text: String) -> Bool {
        bytes[offset...].starts(with: text.utf8)
    }
}
