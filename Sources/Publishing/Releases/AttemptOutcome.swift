import PostgreSQL

/// The outcome of an attempt to create a release (`ReleaseOutcome`) or to plan it (`PlanOutcome`).
///
/// The same code checks both; the type that the caller asks for decides whether the release is written or only planned.
protocol AttemptOutcome {
    /// True for a plan, which reads one database snapshot, takes no locks and writes nothing.
    static var isPlan: Bool { get }

    static func refused(_ refusal: ReleaseRefusal) -> Self

    /// Returns the outcome of an earlier attempt with the same idempotency key, if any.
    static func earlier(_ attempt: ReleaseAttempt, on connection: Connection) throws -> Self?

    /// Writes or plans a release that has passed all checks.
    static func settled(_ draft: ReleaseDraft, on connection: Connection) throws -> Self
}

extension ReleaseOutcome: AttemptOutcome {
    static var isPlan: Bool { false }

    /// Returns the outcome of an earlier attempt with the same idempotency key, if any.
    ///
    /// - Throws: `KeyTaken` if the same request was carried out, but created no release.
    static func earlier(_ attempt: ReleaseAttempt, on connection: Connection) throws -> ReleaseOutcome? {
        guard let request = attempt.keyed, let use = try IdempotencyTable.use(of: request, on: connection) else {
            return nil
        }
        guard use.digest == request.digest else { return .keyReused(use) }
        guard let release = try use.release.flatMap({ try ReleaseTable.release($0, on: connection) }) else {
            throw KeyTaken()
        }
        return .released(release, warnings: [])
    }

    static func settled(_ draft: ReleaseDraft, on connection: Connection) throws -> ReleaseOutcome {
        .released(try draft.write(on: connection), warnings: draft.warnings)
    }
}

extension PlanOutcome: AttemptOutcome {
    static var isPlan: Bool { true }

    /// Returns nil, because plans do not use idempotency keys.
    static func earlier(_ attempt: ReleaseAttempt, on connection: Connection) throws -> PlanOutcome? { nil }

    static func settled(_ draft: ReleaseDraft, on connection: Connection) throws -> PlanOutcome {
        .planned(try draft.plan(on: connection))
    }
}
