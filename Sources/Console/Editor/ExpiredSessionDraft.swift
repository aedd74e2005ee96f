import Foundation
import HTTPTypes
import JSONText
import MicroHTTP
import Preview
import Publishing

/// A text from the editor that arrived after the session had ended. The sign-in page contains it in hidden fields, so
/// that its author gets it back after signing in.
struct ExpiredSessionDraft: Sendable {
    /// The name of the form field with the feature's name.
    static let featureField = "feature"
    /// The name of the form field with the feature's id.
    static let featureIDField = "feature_id"
    /// The maximum length of the note in characters, the same as in the editor's field. The note is limited because it
    /// becomes part of an address.
    private static let maximumNoteLength = 500

    var feature: String
    /// The id of the feature, which is needed because the name may belong to another feature by now; nil if the form
    /// has none.
    var featureID: Int?
    /// The id of the account that typed the text.
    var account: Int
    var draft: EditorDraft
    /// The hidden fields with which the sign-in form sends the text again.
    var fields: [HiddenField]

    /// Reads the text in a form; nil if the form has none, if the ``DraftAuthorToken`` is missing or invalid, or if the
    /// text is larger than a document may be.
    init?(form: FormBody, feature: String, id: Int?, authorTokens: DraftAuthorToken) {
        guard let text = form["text"], let token = form[DraftAuthorToken.field],
            let account = authorTokens.account(of: token, feature: feature)
        else { return nil }
        draft = EditorDraft(form: form)
        guard draft.bytes.count <= JSONLimits.console.maximumBytes else { return nil }
        draft.note = String(draft.note.prefix(Self.maximumNoteLength))
        draft.revisionName = String(draft.revisionName.prefix(RevisionStore.maximumNameLength))
        (self.feature, featureID, self.account) = (feature, id, account)
        fields =
            [
                HiddenField(name: Self.featureField, value: feature),
                HiddenField(name: DraftAuthorToken.field, value: token),
                HiddenField(name: "text", value: text), HiddenField(name: "parent", value: "\(draft.parent)"),
                HiddenField(name: "started", value: "\(draft.started)"), HiddenField(name: "note", value: draft.note),
                HiddenField(name: EditorDraft.nameField, value: draft.revisionName),
                HiddenField(name: EditorDraft.editorField, value: draft.editor ?? ""),
            ] + draft.options.queryItems.map { HiddenField(name: $0.name, value: $0.value) }
        if let id { fields.append(HiddenField(name: Self.featureIDField, value: "\(id)")) }
    }
}

/// Finds texts that arrived after their session had ended, opens them in the editor after their author has signed in,
/// and stores them for their author if somebody else has signed in.
struct ExpiredSessionDrafts: Sendable {
    let authorTokens: DraftAuthorToken
    let accounts: AccountStore
    let texts: UnsavedTexts
    let features: FeatureStore
    let workingCopies: WorkingCopyStore
    let notices: Notices
    let now: @Sendable () -> Date

    /// Returns the text that was posted to an address of a feature; nil if the form has none.
    func draft(in request: Request, form: FormBody) -> ExpiredSessionDraft? {
        let id = CSRF.feature(of: request, form: form)
        return request.parameters["feature"].flatMap {
            ExpiredSessionDraft(form: form, feature: $0, id: id, authorTokens: authorTokens)
        }
    }

    /// Returns the text that the editor's script posted to be checked; nil if the request has none.
    func draft(checkedBy request: Request) -> ExpiredSessionDraft? {
        guard let author = request.headers[DraftAuthorToken.header] else { return nil }
        var form = request.query
        form.items.insert(
            contentsOf: [
                FormBody.Item(name: "text", value: String(decoding: request.body, as: UTF8.self)),
                FormBody.Item(name: DraftAuthorToken.field, value: author),
            ], at: 0)
        return draft(in: request, form: form)
    }

    /// Returns the text in the hidden fields of the sign-in form; nil if the form has none.
    func draft(carriedBy form: FormBody) -> ExpiredSessionDraft? {
        let id = form[ExpiredSessionDraft.featureIDField].flatMap { Int(asked: $0) }
        return form[ExpiredSessionDraft.featureField].flatMap {
            ExpiredSessionDraft(form: form, feature: $0, id: id, authorTokens: authorTokens)
        }
    }

    /// Returns a redirect to the editor with the text, which is still unsaved; nil if the text belongs to another
    /// account or if the feature no longer exists. `session` is the session's CSRF token.
    ///
    /// The text becomes a working copy of the account. If the account may not save revisions, or if the form has no
    /// editor id, the server keeps the text in memory only.
    func reopen(_ expired: ExpiredSessionDraft, for account: Account, session: String) throws -> Response? {
        guard expired.account == account.id, let feature = try feature(of: expired) else { return nil }
        if account.may(.edit), let copy = expired.draft.workingCopy(now: now()),
            try workingCopies.keep(copy, of: feature, by: account)
        {
            return notices.redirect(
                to: Paths.editor(of: feature.name), saying: NoticeCode.textKept, session: session,
                query: ["\(EditorDraft.editorField)=" + PercentCoding.encode(copy.editor), expired.draft.options.query]
                    .filter { !$0.isEmpty }.joined(separator: "&"))
        }
        let key = texts.hold(expired.draft.bytes, of: feature, by: account)
        let query = [
            "text=\(key)", "parent=\(expired.draft.parent)", "started=\(expired.draft.started)",
            expired.draft.note.isEmpty ? "" : "note=" + PercentCoding.encode(expired.draft.note),
            expired.draft.revisionName.isEmpty
                ? "" : EditorDraft.nameField + "=" + PercentCoding.encode(expired.draft.revisionName),
            expired.draft.options.query,
        ]
        return notices.redirect(
            to: Paths.editor(of: feature.name), saying: NoticeCode.textKept, session: session,
            query: query.filter { !$0.isEmpty }.joined(separator: "&"))
    }

    /// Stores a text as its author's working copy, for the case that somebody else has signed in in the author's
    /// browser.
    ///
    /// - Returns: The author and the feature; nil if the text was not stored, because the author or the feature no
    ///   longer exists, because the author may not save revisions, or because the form has no editor id.
    func keep(_ expired: ExpiredSessionDraft) throws -> (author: Account, feature: Feature)? {
        guard let author = try accounts.account(id: expired.account), author.may(.edit),
            let feature = try feature(of: expired), let copy = expired.draft.workingCopy(now: now()),
            try workingCopies.keep(copy, of: feature, by: author)
        else { return nil }
        return (author, feature)
    }

    private func feature(of expired: ExpiredSessionDraft) throws -> Feature? {
        let name = try expired.featureID.flatMap { try features.name(of: $0) } ?? expired.feature
        return try features.feature(named: name)
    }
}
