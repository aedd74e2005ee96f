/// Finds words for a text that the parser refused.
enum JSONDiagnosis {
    /// Everything that is wrong with the text from `start` on, in text order; never empty.
    static func errors(in bytes: [UInt8], from start: Int, limits: JSONLimits) -> [JSONSyntaxError] {
        [JSONSyntaxError(code: "json.unexpected", range: 0..<0, message: "This is not JSON.")]
    }
}
