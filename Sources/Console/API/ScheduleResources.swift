import Foundation
import HTTPTypes
import JSONText
import MicroHTTP
import Publishing

/// Scheduled releases in the management API.
struct ScheduleResources: Sendable {
    let stores: Stores
    let description: APIDescription

    /// `GET /api/v1/schedules`: lists schedules: first the open ones, which wait or have failed, in the order in which
    /// they are due; then the released and cancelled ones, the most recent change first.
    @Sendable func index(_ request: Request, by account: Account) throws -> Response {
        let apiRequest = APIRequest(request, by: account)
        let limit = try apiRequest.listLimit()
        return try .answer(ScheduleListAnswer(stores.schedules.all(limit: limit)))
    }

    /// `GET /api/v1/schedules/:schedule`: shows a schedule.
    @Sendable func show(_ request: Request, by account: Account) throws -> Response {
        let text = APIRequest(request, by: account).segment("schedule")
        guard let schedule = try Int(asked: text).flatMap({ try stores.schedules.schedule($0) }) else {
            throw APIProblem.noSchedule(text)
        }
        return try .answer(ScheduleAnswer(schedule))
    }

    /// `POST /api/v1/schedules`: schedules a release (`at`), the end of a release (`end`), or both. Without `at`, the
    /// release is published at once.
    @Sendable func create(_ request: Request, by account: Account) throws -> Response {
        let apiRequest = APIRequest(request, by: account)
        let body = try apiRequest.body(as: "NewSchedule", in: description)
        var publish = try ReleaseResources.publishRequest(body)
        publish.ends = try time("end", in: body)
        let publishTime = try time("at", in: body)
        guard try !apiRequest.isDryRun else {
            return try ReleaseResources.answer(stores.schedules.plan(publish, at: publishTime, by: apiRequest.actor))
        }
        switch try stores.schedules.add(publish, at: publishTime, by: apiRequest.actor) {
        case .scheduled(let schedule, let end, let warnings):
            var response = try Response.answer(
                NewScheduleAnswer(schedule, end: end, warnings: warnings), status: .created)
            response.headers[.location] = "\(Routes.api)/schedules/\(schedule.id)"
            return response
        case .released(let release, let end, let warnings):
            var response = try Response.answer(
                NewScheduleAnswer(release, end: end, warnings: warnings), status: .created)
            response.headers[.location] = "\(Routes.api)/releases/\(release.number)"
            return response
        case .refused(let refusal): return try ReleaseResources.answer(refusal)
        case .keyReused(let use): throw APIProblem.keyReused(use)
        }
    }

    /// `POST /api/v1/schedules/:schedule/cancellations`: cancels an open schedule, and the scheduled end of the release
    /// that it would make.
    @Sendable func cancel(_ request: Request, by account: Account) throws -> Response {
        try change(request, by: account, stores.schedules.cancel)
    }

    /// `POST /api/v1/schedules/:schedule/retries`: retries a failed schedule at once. A publish replaces the rules that
    /// have changed since it was scheduled; the end of a release leaves such rules unchanged. Everything else is
    /// checked again; for example, a publish fails if the feature was switched off in the meantime.
    @Sendable func retry(_ request: Request, by account: Account) throws -> Response {
        try change(request, by: account, stores.schedules.retry)
    }

    private func change(
        _ request: Request, by account: Account, _ change: (Int, Actor) throws -> ScheduleChangeOutcome
    ) throws -> Response {
        let apiRequest = APIRequest(request, by: account)
        let text = apiRequest.segment("schedule")
        guard let number = Int(asked: text) else { throw APIProblem.noSchedule(text) }
        switch try change(number, apiRequest.actor) {
        case .changed(let schedule), .unchanged(let schedule): return try .answer(ScheduleAnswer(schedule))
        case .noSuchSchedule: throw APIProblem.noSchedule(text)
        }
    }

    private func time(_ name: String, in body: JSONValue) throws -> Date? {
        guard let text = body[name]?.string else { return nil }
        return try APIRequest.time(text, name)
    }
}

extension APIRequest {
    /// Parses a time (RFC 3339); throws a problem with the parameter's name if the text is not a time.
    static func time(_ text: String, _ name: String) throws -> Date {
        guard let time = InternetTime.date(text) else {
            throw APIProblem.invalidParameter(name, Texts["api.time-expected", ["name": name]])
        }
        return time
    }
}

extension APIProblem {
    static func noSchedule(_ number: String) -> APIProblem {
        notFound("schedule-not-found", Texts["api.no-such-schedule", ["schedule": number]])
    }
}
