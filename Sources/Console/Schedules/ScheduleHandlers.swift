import HTTPTypes
import MicroHTTP
import Publishing

/// Shows the scheduled releases, cancels them, and retries failed ones.
struct ScheduleHandlers: Sendable {
    /// The maximum number of schedules that the page lists.
    private static let listedSchedules = 200

    let stores: Stores
    let pages: PageRenderer
    let errors: ErrorPages

    /// Shows the open schedules and the results of settled ones: together at most `listedSchedules`.
    @Sendable func index(_ request: SignedInRequest) throws -> Response {
        let platforms = try stores.releases.platforms()
        let mayPublish = request.account.may(.publish)
        let schedules = try ListPage(Self.listedSchedules) { try stores.schedules.all(limit: $0) }
        let failures = try stores.schedules.failures(among: schedules.rows)
        let rows = schedules.rows.map {
            ScheduleRow(
                $0, platforms: platforms, mayChange: mayPublish, clock: request.clock,
                failure: failures[$0.id])
        }
        return try pages.render(
            ScheduleIndexPage(
                chrome: request.chrome(Texts["schedules.title"], .releases), hasSchedules: !rows.isEmpty,
                schedules: rows, cut: schedules.cutWords,
                now: TimeLabel(request.clock.now, now: request.clock.now).exact))
    }

    /// Cancels a schedule.
    @Sendable func cancel(_ request: SignedInRequest) throws -> Response {
        try change(request, stores.schedules.cancel, saying: NoticeCode.scheduleCancelled)
    }

    /// Retries a failed schedule.
    @Sendable func retry(_ request: SignedInRequest) throws -> Response {
        try change(request, stores.schedules.retry, saying: NoticeCode.scheduleRetried)
    }

    private func change(
        _ request: SignedInRequest, _ change: (Int, Actor) throws -> ScheduleChangeOutcome, saying notice: String
    ) throws -> Response {
        guard let number = Int(asked: request.parameter("schedule")) else { return try errors.notFound(request) }
        switch try change(number, request.account.actor) {
        case .changed: return request.redirect(to: Paths.schedules, saying: notice)
        case .unchanged: return request.redirect(to: Paths.schedules, saying: NoticeCode.scheduleUnchanged)
        case .noSuchSchedule: return try errors.notFound(request)
        }
    }
}
