import HTTPTypes
import JSONText
import MicroHTTP
import Publishing

/// Handles saves of a text when a newer revision was saved in the meantime, by someone else or in another window.
extension RevisionHandlers {
    /// Saves a text merged with the revision in the field `onto`, or opens the merged text in the editor if the field
    /// `edit` is present. Shows the conflict again if the texts cannot be merged or a choice is missing.
    @Sendable func merge(_ request: SignedInRequest) throws -> Response {
        guard let feature = try stores.features.feature(named: request.parameter("feature")),
            let onto = request.form["onto"].flatMap({ Int(asked: $0) }),
            let head = try stores.revisions.revision(of: feature.name, number: onto)
        else { return try errors.notFound(request) }
        var draft = EditorDraft(form: request.form)
        guard draft.bytes.count <= JSONLimits.console.maximumBytes,
            let merge = try merge(of: draft, in: feature.name, with: head)
        else { return try conflict(request, feature.name, draft, head) }
        let choices = merge.choices(in: request.form)
        guard !choices.contains(nil) else {
            return try conflict(
                request, feature.name, draft, head, choices: choices,
                problem: Texts["revisions.nothing-saved-choose-a-side"])
        }
        draft.bytes = merge.text(choices)
        (draft.parent, draft.started) = (onto, onto)
        return request.form["edit"] != nil
            ? try editor.page(request, feature, draft) : try save(draft, of: feature, request)
    }

    /// Shows a conflict: the merged text, or a choice for each place that both sides changed, or both texts if they
    /// cannot be merged.
    func conflict(
        _ request: SignedInRequest, _ name: String, _ draft: EditorDraft, _ head: Revision?,
        choices: [MergeConflict.Choice?] = [], problem: String? = nil
    ) throws -> Response {
        guard let head else { return try errors.notFound(request) }
        let merge = try merge(of: draft, in: name, with: head)
        let merged = try merge.flatMap { $0.merge.conflicts.isEmpty ? try JSONDocument(parsing: $0.text()) : nil }
        let isOwn = head.author.accountID == request.account.id && head.author.token == nil
        let heading = isOwn ? Texts["revisions.you-saved-before"] : Texts["revisions.someone-saved-before-you"]
        return try pages.render(
            RevisionConflictPage(
                chrome: request.chrome(heading, .features), feature: name, heading: heading, isOwn: isOwn,
                head: head.number,
                who: head.author.name, when: request.clock.when(head.createdAt),
                startedFrom: draft.started == 0
                    ? Texts["revisions.an-empty-document"]
                    : Texts["releases.outcome-revision", ["revision": draft.started]],
                author: editor.authorTokens.token(of: request.account.id, feature: name), editor: draft.editor ?? "",
                parent: draft.parent, started: draft.started,
                merge: merge.map { merge in
                    RevisionConflictPage.Merge(
                        places: merge.merge.conflicts.enumerated().map { index, conflict in
                            ConflictPlace(
                                conflict, index: index, head: head.number,
                                choice: choices.indices.contains(index) ? choices[index] : nil)
                        },
                        differences: merged.map { merge.differences(of: $0) }, problem: problem)
                },
                mine: String(decoding: draft.bytes, as: UTF8.self),
                theirs: String(decoding: head.bytes, as: UTF8.self), note: draft.note,
                revisionName: draft.revisionName),
            status: problem == nil ? .conflict : .unprocessableContent)
    }

    private func merge(of draft: EditorDraft, in feature: String, with head: Revision) throws -> DraftMerge? {
        DraftMerge(draft, base: try stores.revisions.revision(of: feature, number: draft.parent), head: head)
    }
}
