import Foundation
import PostgreSQL

extension AccountStore {
    /// Records a failed sign-in in the audit trail: at once in its own event, or later in a summary. An unknown name is
    /// not recorded, because it may be a password typed into the wrong field.
    func recordRefusal(
        _ reason: FailedSignInCounter.Reason, account: Account?, remoteAddress: String, now: Date
    ) throws {
        let (isIndividual, complete) = failedSignIns.note(reason, name: account?.name, address: remoteAddress, now: now)
        guard isIndividual || complete != nil else { return }
        try pool.transaction { connection in
            if let complete { try Self.append(complete, on: connection) }
            guard isIndividual else { return }
            try AuditStore.append(
                .signInFailed, of: account?.name ?? "unknown name", by: .anonymous,
                ["remoteAddress": .text(remoteAddress), "reason": .text(reason.rawValue)], on: connection)
        }
    }

    /// Records the summary of the failed sign-ins that have no event yet; call it once a minute and before the process
    /// ends.
    package func recordRefusals() throws {
        guard let summary = failedSignIns.take() else { return }
        try pool.transaction { try Self.append(summary, on: $0) }
    }

    private static func append(_ summary: FailedSignInCounter.Summary, on connection: Connection) throws {
        func count(_ reason: FailedSignInCounter.Reason) -> AuditDetail.MemberValue? {
            summary.attempts[reason].map { .number($0) }
        }
        try AuditStore.append(
            .signInsRefused, of: "sign-in", by: .anonymous,
            [
                "since": .text(summary.since.ISO8601Format()),
                "attempts": .number(summary.attempts.values.reduce(0, +)),
                "wrongPassword": count(.wrongPassword), "unknownName": count(.unknownName),
                "disabled": count(.disabled), "tooMany": count(.tooMany), "busy": count(.busy),
                "names": .texts(summary.names.sorted()), "remoteAddresses": .texts(summary.addresses.sorted()),
            ], on: connection)
    }
}
