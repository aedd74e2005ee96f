import HTTPTypes
import MicroHTTP
import Publishing

/// The parts that switching off and switching on have in common: the fields of the form, and the responses to refusals.
struct SwitchForm: Sendable {
    /// The direction in which a feature is switched.
    enum Direction: Sendable {
        case off, on
    }

    let direction: Direction
    let stores: Stores
    let pages: PageRenderer
    let errors: ErrorPages

    /// Returns the request that fills in the form of a page just opened; `key` is the form's idempotency key.
    func opened(_ request: SignedInRequest, _ feature: Feature, key: String) -> SwitchRequest {
        SwitchRequest(
            feature: feature.name, platform: request.value("platform").nonEmpty,
            expectedRelease: feature.liveRelease ?? 0, reason: request.value("reason"), idempotencyKey: key)
    }

    /// Returns the request in the fields of a form that was sent.
    func sent(_ request: SignedInRequest, _ feature: Feature) -> SwitchRequest {
        SwitchRequest(
            feature: feature.name, platform: request.field("platform").nonEmpty,
            expectedRelease: Int(asked: request.field("expected")) ?? 0, reason: request.field("reason"),
            idempotencyKey: request.field("key").nonEmpty)
    }

    /// Returns the longest times for which caches may serve old responses about a feature.
    func caching(of feature: String, _ request: SignedInRequest) throws -> CacheTime {
        try stores.cacheReach(of: [feature], at: request.clock.now)
    }

    /// Returns the response to a refusal. `notice` returns the code of the notice that is shown if the feature is in
    /// the requested state already; its argument is the number of the release that brought the feature into this state.
    func refuse(
        _ request: SignedInRequest, _ switchRequest: SwitchRequest, _ refusal: ReleaseRefusal, notice: (Int) -> String
    ) throws -> Response {
        switch refusal {
        case .unchanged(let since, let because):
            if try stores.features.summary(of: switchRequest.feature)?.archive != nil {
                return try errors.refused(request, heading: heading, what: because, status: .conflict)
            }
            return request.redirect(to: Paths.feature(switchRequest.feature), saying: notice(since))
        case .stale(let staleness):
            return try StalePages(stores: stores, pages: pages).render(
                request, switchRequest.feature, staleness,
                retryHref: newHref(
                    of: switchRequest.feature, platform: switchRequest.platform, reason: switchRequest.reason),
                retryLabel: retryLabel)
        case .rejected(let problems):
            return try errors.refused(
                request, heading: heading, what: problems.map(\.message).joined(separator: " "))
        case .noSuchFeature, .noSuchRelease: return try errors.notFound(request)
        }
    }

    /// Returns the response for an idempotency key that was used for another request.
    func refuse(_ request: SignedInRequest, _ switchRequest: SwitchRequest, _ use: KeyUse) throws -> Response {
        try errors.keyReused(
            request, use, feature: switchRequest.feature, againHref: newHref(of: switchRequest.feature))
    }

    /// The heading of a refusal.
    private var heading: String {
        switch direction {
        case .off: Texts["switch-offs.cannot-switch-off"]
        case .on: Texts["switch-ons.cannot-switch-on"]
        }
    }

    private var retryLabel: String {
        switch direction {
        case .off: Texts["switch-offs.switch-off-again"]
        case .on: Texts["switch-ons.switch-on-again"]
        }
    }

    private func newHref(of feature: String, platform: String? = nil, reason: String = "") -> String {
        switch direction {
        case .off: Paths.newSwitchOff(of: feature, platform: platform, reason: reason)
        case .on: Paths.newSwitchOn(of: feature, platform: platform, reason: reason)
        }
    }
}
