/// A tolerant reader for texts that the parser refused: reports each fault, then reads on as if it were corrected.
///
/// It stops when the correction is uncertain, to avoid further messages about the same fault. The range of a syntax
/// error begins with the first byte that cannot continue a JSON text.
struct JSONDiagnosis {
    /// The token expected next, after white space.
    enum Expectation {
        case value(after: Predecessor)
        case name(after: Predecessor)
        case colon
        /// A comma, a closing bracket, or the end after the root value.
        case next
    }

    /// The token before the expected one.
    enum Predecessor {
        case start, bracket, comma, colon
    }

    /// An object or array that is still open.
    struct Container {
        let isObject: Bool
        let offset: Int
        /// The offset of the first member with each name, and the number of these members so far.
        var names: [[UInt8]: (first: Int, count: Int)] = [:]
        /// The name of the current member or the index of the current item; nil if the name is unknown.
        var item: String?
        /// The number of complete items or members, which is the index of the current one.
        var count = 0

        var opener: String { isObject ? "{" : "[" }
        var closer: String { isObject ? "}" : "]" }
    }

    private static let maximumErrors = 20

    let bytes: [UInt8]
    let limits: JSONLimits
    let lines: LineTable
    var offset: Int
    var open: [Container] = []
    var expectation = Expectation.value(after: .start)
    private(set) var errors: [JSONSyntaxError] = []
    private(set) var isStopped = false

    /// True if the text being read belongs to an item of the innermost container, not to the container itself.
    var readsItem = false
    /// True after an unclosed string, which may contain the next comma, and after an ellipsis; a comma missing there is
    /// not reported.
    var mayLackComma = false
    /// True after a wrong bracket: which containers are open is then uncertain, so further brackets are not reported.
    var doubtsBrackets = false
    /// True after the first byte in a string that is not UTF-8; further such bytes in strings are not reported.
    var hasReportedEncoding = false
    /// The offset after the last value if it was a string.
    var endOfString: Int?

    /// Returns the faults of a text that the parser refused, from `start` on, in text order: at least one and at most
    /// `maximumErrors`.
    static func errors(in bytes: [UInt8], from start: Int, limits: JSONLimits) -> [JSONSyntaxError] {
        guard bytes.count <= limits.maximumBytes else {
            return [
                JSONSyntaxError(
                    code: "json.size", range: 0..<0,
                    message: "The text is larger than \(words(ofBytes: limits.maximumBytes)), so it was not checked.")
            ]
        }
        var diagnosis = JSONDiagnosis(bytes: bytes, limits: limits, lines: LineTable(bytes), offset: start)
        diagnosis.run()
        let errors = diagnosis.errors.sorted { $0.range.lowerBound < $1.range.lowerBound }
        guard errors.isEmpty else { return errors }
        return [JSONSyntaxError(code: "json.syntax", range: start..<bytes.count, message: "This is not JSON.")]
    }

    /// Returns a number of bytes as a whole number of MiB, else of KiB, else of bytes: `4 MiB`, `256 KiB`, `100 bytes`.
    private static func words(ofBytes count: Int) -> String {
        guard count > 0, count.isMultiple(of: 1 << 10) else { return "\(count) bytes" }
        return count.isMultiple(of: 1 << 20) ? "\(count >> 20) MiB" : "\(count >> 10) KiB"
    }

    init(bytes: [UInt8], limits: JSONLimits, lines: LineTable, offset: Int) {
        self.bytes = bytes
        self.limits = limits
        self.lines = lines
        self.offset = offset
    }

    /// Records an error, whose code is `json.` and the given one; stops reading after the maximum number of errors.
    mutating func report(_ code: String, _ range: Range<Int>, _ message: String) {
        guard !isStopped else { return }
        errors.append(JSONSyntaxError(code: "json.\(code)", range: range, message: message, pointer: pointer))
        if errors.count >= Self.maximumErrors { isStopped = true }
    }

    /// The pointer of the innermost value being read, as far as the names are known.
    private var pointer: JSONPointer {
        var tokens: [String] = []
        for container in readsItem ? open[...] : open.dropLast() {
            guard let item = container.item else { break }
            tokens.append(item)
        }
        return JSONPointer(tokens: tokens)
    }

    /// Stops reading, because the text after a fault cannot be interpreted.
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

    /// Returns the byte `distance` bytes after the current offset; nil after the end of the text.
    func peek(_ distance: Int = 0) -> UInt8? {
        offset + distance < bytes.count ? bytes[offset + distance] : nil
    }

    /// Returns true if the given ASCII text comes next.
    func sees(_ text: String) -> Bool {
        bytes[offset...].starts(with: text.utf8)
    }
}
