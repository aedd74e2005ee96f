package import PostgreSQL

/// All stores over one connection pool.
package struct Stores: Sendable {
    package let accounts: AccountStore
    package let schemaReleases: SchemaReleaseStore
    package let schemaImpacts: SchemaImpactStore
    package let features: FeatureStore
    package let revisions: RevisionStore
    package let workingCopies: WorkingCopyStore
    package let presence: PresenceStore
    package let search: SearchStore
    package let reviews: ReviewStore
    package let releases: ReleaseStore
    package let schedules: ScheduleStore
    package let rollouts: RolloutStore
    package let clients: ClientStore
    package let references: ReferenceStore
    package let optionLists: OptionListStore
    package let fillings: FillingStore
    package let previewTemplates: PreviewTemplateStore
    package let audit: AuditStore
    package let secrets: SecretStore
    package let tokens: TokenStore
    package let signatureKeys: SignatureKeyStore
    package let renderFailures: RenderFailureStore
    package let nodes: NodeStore
    package let readStatistics: ReadStatisticStore
    package let links: SharedLinkStore
    package let webhooks: WebhookStore
    package let idempotency: IdempotencyStore

    /// Creates the stores; `preflight` loads the features of each release as a read node would, before the release is
    /// committed.
    package init(
        pool: ConnectionPool, sessionLifetime: SessionLifetime = SessionLifetime(), preflight: ReleasePreflight? = nil
    ) {
        accounts = AccountStore(pool: pool, sessionLifetime: sessionLifetime)
        let lists = ClientLists()
        schemaReleases = SchemaReleaseStore(pool: pool, lists: lists)
        schemaImpacts = SchemaImpactStore(pool: pool, schemaReleases: schemaReleases)
        features = FeatureStore(pool: pool, schemaReleases: schemaReleases)
        revisions = RevisionStore(pool: pool, schemaReleases: schemaReleases)
        workingCopies = WorkingCopyStore(pool: pool)
        presence = PresenceStore(pool: pool)
        search = SearchStore(pool: pool)
        reviews = ReviewStore(pool: pool)
        releases = ReleaseStore(pool: pool, schemaReleases: schemaReleases, lists: lists, preflight: preflight)
        schedules = ScheduleStore(pool: pool, releases: releases)
        rollouts = RolloutStore(pool: pool, releases: releases)
        clients = ClientStore(pool: pool, schemaReleases: schemaReleases, lists: lists)
        references = ReferenceStore(pool: pool, schemaReleases: schemaReleases)
        optionLists = OptionListStore(pool: pool)
        fillings = FillingStore(pool: pool, schemaReleases: schemaReleases)
        previewTemplates = PreviewTemplateStore(pool: pool)
        audit = AuditStore(pool: pool)
        secrets = SecretStore(pool: pool)
        tokens = TokenStore(pool: pool)
        signatureKeys = SignatureKeyStore(pool: pool)
        renderFailures = RenderFailureStore(pool: pool)
        nodes = NodeStore(pool: pool)
        readStatistics = ReadStatisticStore(pool: pool)
        links = SharedLinkStore(pool: pool)
        webhooks = WebhookStore(pool: pool)
        idempotency = IdempotencyStore(pool: pool)
    }
}
