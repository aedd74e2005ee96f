import JSONText

/// A reason to refuse a release, or a warning about it.
package struct ReleaseProblem: Sendable, Hashable, Codable {
    /// The code of the warning that a platform switches back on and its rules resume.
    package static let switchedOnAgain = "switched-on-again"

    /// The code of the warning that all clients of a rule get another revision at once, without a rollout plan or a
    /// reason.
    package static let skipsSteps = "skips-steps"

    /// The code of the problem that a step of a rollout gives no client anything new.
    static let alreadyLive = "already-live"

    /// The code of the problem that a planned time has passed.
    package static let timePassed = "time-passed"
    /// The code for a planned end that is not later than the planned time of the release.
    package static let endBeforeStart = "end-before-start"

    /// The code of the problem that a scheduled end has nothing to end, because the schedule that should create the
    /// release has published nothing.
    package static let notPublished = "not-published"

    /// The code of the warning that clients get nothing any more, or that those outside the share of a new rule get
    /// another revision.
    package static let othersLose = "others-lose"

    /// The code of the warning that a rollback serves a revision again whose rollout was stopped or halted.
    package static let stoppedRevision = "stopped-revision"

    /// The code of the problem that required approvals are missing.
    package static let notApproved = "not-approved"

    /// The code of the warning that a release is made without required approvals.
    package static let approvalsBypassed = "approvals-bypassed"

    /// The stable code: `unknown-revision`, `invalid-revision`, `unsupported` …
    package let code: String
    /// The message for the release manager.
    package let message: String
    package let feature: String?
    /// The client version that the problem concerns, such as the start of the affected range.
    package let version: String?
    /// The JSON Pointer (RFC 6901) into the revision's document.
    package let pointer: String?
    /// The line, from 1.
    package let line: Int?
    /// The column, from 1, in UTF-16 code units.
    package let column: Int?
    package let keyword: String?
    package let schemaPointer: String?

    package init(
        code: String, message: String, feature: String? = nil, version: String? = nil, pointer: String? = nil,
        line: Int? = nil, column: Int? = nil, keyword: String? = nil, schemaPointer: String? = nil
    ) {
        self.code = code
        self.message = message
        self.feature = feature
        self.version = version
        self.pointer = pointer
        self.line = line
        self.column = column
        self.keyword = keyword
        self.schemaPointer = schemaPointer
    }

    /// Creates a problem from a diagnostic of the document.
    init(_ diagnostic: Diagnostic, feature: String, version: String? = nil) {
        self.init(
            code: diagnostic.code, message: diagnostic.message, feature: feature, version: version,
            pointer: diagnostic.pointer.description, line: diagnostic.range?.start.line,
            column: diagnostic.range?.start.column, keyword: diagnostic.keyword,
            schemaPointer: diagnostic.schemaPointer)
    }
}
