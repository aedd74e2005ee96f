import HTTPTypes
import JSONText
import MicroHTTP
import Publishing

extension Routes {
    /// The prefix of every path of the management API.
    static let api = "/api/v1"
    /// The maximum size of a request that publishes many rules, in bytes.
    private static let largestRelease = 1 << 20
    /// The token scopes that permit comments; one of them suffices. On the console's pages, every account may comment,
    /// but a token that may only read must change nothing.
    private static let commentScopes: [TokenScope] = [.edit, .review, .publish]

    /// Adds the routes of the management API, except those that propose schema releases, which `router` adds.
    static func addAPI(
        to router: inout Router, _ stores: Stores, validation: ValidationResources, access: TokenAccess,
        description: APIDescription, previews: PreviewResources, imports: FairWorkQueue, webhookNetworks: [AddressBlock]
    ) {
        let features = FeatureResources(stores: stores, description: description)
        let releases = ReleaseResources(stores: stores, description: description)
        let reviews = ReviewResources(stores: stores, description: description)
        let schedules = ScheduleResources(stores: stores, description: description)
        let operation = OperationResources(stores: stores, description: description)
        let webhooks = WebhookResources(
            webhooks: stores.webhooks, allowed: AllowedAddresses(networks: webhookNetworks), description: description)
        let rollouts = RolloutResources(stores: stores, description: description)
        let clients = ClientResources(clients: stores.clients)
        let lists = OptionListResources(lists: stores.optionLists)
        let audit = AuditResources(audit: stores.audit)
        let largest = JSONLimits.console.maximumBytes
        let plans = access.admits(ReleaseResources.scope)

        router.on(.get, "\(api)/openapi.json", description.show)
        router.on(
            .post, "\(api)/validate", bodyLimit: largest, admitting: access.admits(.read),
            access.heavy(.read, validation.create))
        router.on(
            .post, "\(api)/preview", bodyLimit: largest, admitting: access.admits(.read),
            access.heavy(.read, previews.create))
        router.on(.get, "\(api)/features", access(.read, features.index))
        router.on(.post, "\(api)/features", admitting: access.admits(.edit), access(.edit, features.create))
        router.on(.get, "\(api)/features/:feature", access(.read, features.show))
        router.on(
            .put, "\(api)/features/:feature/labels", admitting: access.admits(.edit), access(.edit, features.label))
        router.on(
            .post, "\(api)/features/:feature/clones", admitting: access.admits(.edit), access(.edit, features.clone))
        router.on(
            .post, "\(api)/features/:feature/renames", admitting: access.admits(.publish),
            access(.publish, features.rename))
        router.on(
            .put, "\(api)/features/:feature/cache-times", admitting: access.admits(.publish),
            access(.publish, features.cache))
        router.on(
            .post, "\(api)/features/:feature/archives", admitting: access.admits(.edit),
            access(.edit, features.archive))
        router.on(
            .post, "\(api)/features/:feature/restorations", admitting: access.admits(.edit),
            access(.edit, features.restore))
        router.on(.get, "\(api)/features/:feature/revisions", access(.read, features.revisions))
        router.on(
            .post, "\(api)/features/:feature/revisions", bodyLimit: largest, admitting: access.admits(.edit),
            access.heavy(.edit, features.save))
        router.on(.get, "\(api)/features/:feature/revisions/:number", access.heavy(.read, features.revision))
        router.on(.get, "\(api)/features/:feature/revisions/:number/document", access(.read, features.document))
        router.on(.get, "\(api)/features/:feature/revisions/:number/preview", access.heavy(.read, previews.show))
        router.on(
            .put, "\(api)/features/:feature/revisions/:number/name", admitting: access.admits(.edit),
            access.heavy(.edit, features.name))
        let review = "\(api)/features/:feature/revisions/:number"
        router.on(.get, "\(api)/reviews", access(.read, reviews.index))
        router.on(.get, review + "/review", access(.read, reviews.show))
        router.on(.post, review + "/reviews", admitting: access.admits(.edit), access(.edit, reviews.create))
        router.on(
            .post, review + "/review-withdrawals", admitting: access.admits(.edit), access(.edit, reviews.withdraw))
        router.on(.post, review + "/approvals", admitting: access.admits(.review), access(.review, reviews.decide))
        router.on(
            .post, review + "/comments", admitting: access.admits(anyOf: commentScopes),
            access.heavy(anyOf: commentScopes, reviews.comment))
        router.on(.get, "\(api)/features/:feature/resolution", access(.read, features.resolve))
        router.on(.get, "\(api)/releases", access(.read, releases.index))
        router.on(
            .post, "\(api)/releases", bodyLimit: largestRelease, admitting: plans,
            access.heavy(ReleaseResources.scope, releases.create))
        router.on(.get, "\(api)/releases/:number", access(.read, releases.show))
        router.on(
            .post, "\(api)/rollbacks", admitting: plans, access.heavy(ReleaseResources.scope, releases.rollBack))
        router.on(.post, "\(api)/removals", admitting: plans, access.heavy(ReleaseResources.scope, releases.remove))
        router.on(
            .post, "\(api)/switch-offs", admitting: plans, access.heavy(ReleaseResources.scope, releases.switchOff))
        router.on(
            .post, "\(api)/switch-ons", admitting: plans, access.heavy(ReleaseResources.scope, releases.switchOn))
        router.on(.get, "\(api)/rollouts", access(.read, rollouts.index))
        router.on(
            .post, "\(api)/rollouts", bodyLimit: largestRelease, admitting: plans,
            access.heavy(ReleaseResources.scope, rollouts.create))
        router.on(.get, "\(api)/rollouts/:rollout", access(.read, rollouts.show))
        for (name, handler) in [
            ("pauses", rollouts.pause), ("continuations", rollouts.continue), ("approvals", rollouts.approve),
        ] {
            router.on(
                .post, "\(api)/rollouts/:rollout/\(name)", admitting: access.admits(.publish),
                access.heavy(.publish, handler))
        }
        router.on(
            .post, "\(api)/rollouts/:rollout/stops", admitting: plans,
            access.heavy(ReleaseResources.scope, rollouts.stop))
        router.on(
            .post, "\(api)/rollouts/:rollout/failures", admitting: access.admits(.edit),
            access(.edit, rollouts.report))
        router.on(.get, "\(api)/rollout-plans", access(.read, rollouts.plans))
        router.on(
            .put, "\(api)/rollout-plans/:plan", admitting: access.admits(.publish),
            access(.publish, rollouts.savePlan))
        router.on(.get, "\(api)/schedules", access(.read, schedules.index))
        router.on(
            .post, "\(api)/schedules", bodyLimit: largestRelease, admitting: plans,
            access.heavy(ReleaseResources.scope, schedules.create))
        router.on(.get, "\(api)/schedules/:schedule", access(.read, schedules.show))
        router.on(
            .post, "\(api)/schedules/:schedule/cancellations", admitting: access.admits(.publish),
            access(.publish, schedules.cancel))
        router.on(
            .post, "\(api)/schedules/:schedule/retries", admitting: access.admits(.publish),
            access(.publish, schedules.retry))
        router.on(.get, "\(api)/features/:feature/statistics", access(.read, operation.statistics))
        router.on(.get, "\(api)/nodes", access(.read, operation.nodes))
        router.on(.get, "\(api)/links", access(.read, operation.links))
        router.on(.post, "\(api)/devices", admitting: access.admits(.edit), access(.edit, operation.addDevice))
        router.on(
            .post, "\(api)/links/:link/withdrawals", admitting: access.admits(.edit),
            access(.edit, operation.withdraw))
        router.on(.get, "\(api)/option-lists", access(.read, lists.index))
        router.on(.get, "\(api)/option-lists/:list", access.heavy(.read, lists.show))
        router.on(
            .put, "\(api)/option-lists/:list", bodyLimit: largestBody, admitting: access.admits(.publish),
            access.heavy(.publish, at: imports, lists.put))
        router.on(.get, "\(api)/audit", access.heavy(.read, audit.index))
        router.on(.get, "\(api)/audit/export", access.heavy(.read, audit.export))
        router.on(.get, "\(api)/webhooks", access(.publish, webhooks.index))
        router.on(
            .post, "\(api)/webhooks", admitting: access.admits(.publish), access(.publish, webhooks.create))
        router.on(.delete, "\(api)/webhooks/:webhook", access(.publish, webhooks.remove))
        router.on(.get, "\(api)/webhook-deliveries", access(.publish, webhooks.deliveries))
        router.on(
            .post, "\(api)/webhook-deliveries/:delivery/repeats", admitting: access.admits(.publish),
            access(.publish, webhooks.redeliver))
        router.on(
            .put, "\(api)/clients/:platform/:version", bodyLimit: largestFile,
            admitting: access.admits(.registerClients), access.heavy(.registerClients, clients.put))
    }
}
