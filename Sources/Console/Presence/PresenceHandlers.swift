import HTTPTypes
import MicroHTTP
import Publishing

/// Shows who else has a feature open or has unsaved changes to it.
struct PresenceHandlers: Sendable {
    let stores: Stores
    let pages: PageRenderer
    let errors: ErrorPages

    /// Records that the signed-in person has a page of the feature open, and returns HTML for a script, with sentences
    /// about the other people who have one open or have unsaved changes.
    @Sendable func show(_ request: SignedInRequest) throws -> Response {
        guard let feature = try stores.features.feature(named: request.parameter("feature")) else {
            return try errors.notFound(request)
        }
        // If features were renamed since the page was opened, another feature may have the name now.
        if let stated = request.request.query["feature"], Int(asked: stated) != feature.id {
            return try errors.notFound(request)
        }
        let view = try stores.presence(
            at: feature, isEditor: request.request.query["place"] == "editor", request)
        var response = Response.html(
            try pages.fragment(PresencePart(presence: view), template: "parts/presence"), status: .ok)
        response.headers[.cacheControl] = "no-store"
        return response
    }
}

extension Stores {
    /// Records that the signed-in person has a page of a feature open, and returns the other people who have one open
    /// or have unsaved changes.
    func presence(at feature: Feature, isEditor: Bool, _ request: SignedInRequest) throws -> PresenceView {
        let now = request.clock.now
        try presence.visit(feature, by: request.account, isEditing: isEditor, now: now)
        return PresenceView(
            try presence.others(at: feature, than: request.account, now: now), of: feature.name, id: feature.id,
            isEditor: isEditor, clock: request.clock)
    }
}
