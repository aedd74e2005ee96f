import HTTPTypes
import JSONText
import MicroHTTP
import Publishing
import SchemaRepository

/// The routes of the console.
enum Routes {
    /// The maximum size in bytes of a form with a 4 MiB text, which takes up to 12 MiB if the browser sends every byte
    /// as an escape of three bytes. Archives of schemas and files of option lists have the same maximum size.
    static let largestBody = 13 << 20
    /// The maximum size of a capability file or a schema file in bytes, 4 MiB.
    static let largestFile = CapabilityFile.limits.maximumBytes
    /// The maximum size of a form with a 64 KiB template, in bytes.
    static let largestTemplate = 256 << 10

    /// Returns true if requests to a path are answered even while the database is unavailable: requests for styles,
    /// scripts and icons, and health checks.
    static func worksWithoutDatabase(_ path: String) -> Bool {
        path.hasPrefix("/assets/") || path.hasPrefix("/editor-assets/")
            || ["/favicon.ico", "/healthz", "/readyz"].contains(path)
    }

    /// Returns the router, and the wrapper of its handlers for signed-in accounts.
    static func router(
        _ dependencies: ConsoleDependencies, signing: Signing, pages: PageRenderer, errors: ErrorPages,
        description: APIDescription, heavyWork: FairWorkQueue
    ) -> (router: Router, signedIn: SignedIn) {
        let stores = dependencies.stores
        let csrf = errors.csrf
        let notices = Notices(signing: signing, baseURL: dependencies.baseURL)
        let cookie = SessionCookie(baseURL: dependencies.baseURL)
        let device = DeviceCookie(signing: signing, baseURL: dependencies.baseURL)
        let catalogue = Catalogue(
            schemaReleases: stores.schemaReleases, previewTemplates: stores.previewTemplates,
            templates: dependencies.templates)
        let (unsaved, checked, shown) = (UnsavedTexts(), CheckedTexts(), ShownFillings())
        let frames = PreviewLinks(signing: signing)
        let checks = TextChecks(checked: checked, references: stores.references)
        let panels = PreviewPanels(catalogue: catalogue, links: frames, stores: stores)
        let sides = ComparisonSides(stores: stores, texts: unsaved, panels: panels)
        let authorTokens = DraftAuthorToken(signing: signing)
        let sessions = SessionHandlers(
            accounts: stores.accounts, pages: pages, cookie: cookie, device: device, csrf: csrf, notices: notices,
            errors: errors,
            drafts: ExpiredSessionDrafts(
                authorTokens: authorTokens, accounts: stores.accounts, texts: unsaved, features: stores.features,
                workingCopies: stores.workingCopies, notices: notices, now: dependencies.now),
            now: dependencies.now, token: dependencies.token)
        let admission = Admission(
            accounts: stores.accounts, cookie: cookie, device: device, now: dependencies.now)
        let signedIn = SignedIn(
            accounts: stores.accounts, features: stores.features, cookie: cookie, csrf: csrf, notices: notices,
            errors: errors, sessions: sessions, now: dependencies.now, heavyWork: heavyWork)

        let features = FeatureHandlers(
            stores: stores, catalogue: catalogue, pages: pages, errors: errors, readBaseURL: dependencies.readBaseURL)
        let settings = FeatureSettingsHandlers(stores: stores, pages: pages, errors: errors)
        let editor = EditorHandlers(
            stores: stores, catalogue: catalogue, checks: checks, texts: unsaved, panels: panels, pages: pages,
            errors: errors, component: EditorComponent(in: dependencies.editorAssets), authorTokens: authorTokens,
            token: dependencies.token)
        let revisions = RevisionHandlers(
            stores: stores, catalogue: catalogue, checks: checks, panels: panels, editor: editor, pages: pages,
            errors: errors)
        let releases = ReleaseHandlers(
            stores: stores, catalogue: catalogue, sides: sides, pages: pages, errors: errors,
            token: dependencies.token)
        let rollbacks = RollbackHandlers(
            stores: stores, sides: sides, pages: pages, errors: errors, token: dependencies.token)
        let removals = RemovalHandlers(stores: stores, pages: pages, errors: errors, token: dependencies.token)
        let switchOffs = SwitchOffHandlers(stores: stores, pages: pages, errors: errors, token: dependencies.token)
        let switchOns = SwitchOnHandlers(stores: stores, pages: pages, errors: errors, token: dependencies.token)
        let wideRollbacks = WideRollbackHandlers(
            stores: stores, pages: pages, errors: errors, token: dependencies.token)
        let rollouts = RolloutHandlers(stores: stores, pages: pages, errors: errors)
        let rolloutStops = RolloutStopHandlers(stores: stores, pages: pages, errors: errors)
        let schedules = ScheduleHandlers(stores: stores, pages: pages, errors: errors)
        let presence = PresenceHandlers(stores: stores, pages: pages, errors: errors)
        let search = SearchHandlers(stores: stores, pages: pages)
        let reviews = ReviewHandlers(stores: stores, sides: sides, pages: pages, errors: errors)
        let schemas = SchemaHandlers(
            stores: stores, catalogue: catalogue, panels: panels, uses: LiveUses(stores: stores), pages: pages,
            errors: errors)
        let accounts = AccountHandlers(accounts: stores.accounts, pages: pages, errors: errors)
        let audit = AuditHandlers(audit: stores.audit, pages: pages)
        let ownAccount = OwnAccountHandlers(accounts: stores.accounts, pages: pages, errors: errors)
        let previews = PreviewHandlers(
            stores: stores, catalogue: catalogue, texts: unsaved, checked: checked, shown: shown, links: frames,
            logger: dependencies.logger, now: dependencies.now, token: dependencies.token,
            heavyWork: heavyWork)
        let subjects = PreviewSubjects(stores: stores, texts: unsaved)
        let matrices = MatrixHandlers(
            subjects: subjects, catalogue: catalogue, checks: checks, panels: panels, pages: pages, errors: errors)
        let previewLinks = PreviewLinkHandlers(
            subjects: subjects, stores: stores, links: frames, pages: pages, errors: errors,
            baseURL: dependencies.baseURL)
        let texts = TextHandlers(
            stores: stores, texts: unsaved, errors: errors, subjects: subjects, links: previewLinks)
        let comparisons = ComparisonHandlers(
            stores: stores, catalogue: catalogue, checks: checks, sides: sides, pages: pages, errors: errors)
        let fillings = FillingHandlers(
            stores: stores, catalogue: catalogue, texts: unsaved, shown: shown, panels: panels, pages: pages,
            errors: errors)
        let templates = PreviewTemplateHandlers(
            stores: stores, catalogue: catalogue, texts: unsaved, panels: panels, pages: pages, errors: errors)
        let clients = ClientHandlers(stores: stores, pages: pages, errors: errors)
        let access = TokenAccess(
            tokens: stores.tokens, heavyWork: heavyWork, repeated: RepeatedRequests(store: stores.idempotency),
            description: description, now: dependencies.now)
        let versionPlans = VersionPlanHandlers(stores: stores, errors: errors)
        let schemaApprovals = SchemaApprovalHandlers(stores: stores, errors: errors)
        let schemaReleases = SchemaReleaseHandlers(
            stores: stores, pages: pages, errors: errors, plans: versionPlans, approvals: schemaApprovals,
            allowed: AllowedAddresses(networks: dependencies.gitNetworks))
        let schemaReleaseResources = SchemaReleaseResources(stores: stores)
        let links = LinkHandlers(
            stores: stores, pages: pages, errors: errors, serviceBaseURL: dependencies.serviceBaseURL)
        let system = SystemHandlers(stores: stores, pages: pages)
        let webhooks = WebhookHandlers(
            webhooks: stores.webhooks, allowed: AllowedAddresses(networks: dependencies.webhookNetworks), pages: pages,
            errors: errors)
        let theme = ThemeHandler(csrf: csrf)
        let assets = StaticFiles(directory: dependencies.assets)
        let editorAssets = StaticFiles(directory: dependencies.editorAssets, cacheControl: "private, max-age=86400")
        let health = HealthHandlers(isReady: dependencies.isReady)

        var router = Router(admitting: admission.known)
        router.on(.get, "/", signedIn(.view, reviews.home))
        router.on(.get, "/sessions/new", sessions.new)
        // The form may contain an unsaved text, typed in a session that has ended.
        router.on(.post, "/sessions", bodyLimit: largestBody, admitting: admission.anyone, sessions.create)
        router.on(.post, "/sessions/end", admitting: admission.anyone, sessions.end)
        router.on(.post, "/theme", admitting: admission.anyone, theme.update)

        router.on(.get, "/features", signedIn(.view, features.index))
        router.on(.get, "/new-feature", signedIn(.edit, features.new))
        router.on(.post, "/features", signedIn(.edit, features.create))
        router.on(.get, "/features/:feature", signedIn(.view, features.show))
        router.on(.get, "/features/:feature/settings", signedIn(.view, settings.show))
        router.on(.post, "/features/:feature/labels", signedIn(.edit, settings.label))
        router.on(.post, "/features/:feature/clones", signedIn(.edit, settings.clone))
        router.on(.post, "/features/:feature/renames", signedIn(.publish, settings.rename))
        router.on(.post, "/features/:feature/cache-times", signedIn(.publish, settings.cache))
        router.on(.post, "/features/:feature/archives", signedIn(.edit, settings.archive))
        router.on(.post, "/features/:feature/restorations", signedIn(.edit, settings.restore))
        router.on(.get, "/features/:feature/editor", signedIn.heavy(.view, editor.show))
        router.on(.get, "/features/:feature/presence", signedIn(.view, presence.show))
        router.on(.get, "/features/:feature/working-copy", signedIn(.edit, editor.showCopy))
        router.on(.post, "/features/:feature/working-copy/discards", signedIn(.edit, editor.discardCopy))
        router.on(.post, "/features/:feature/checks", bodyLimit: largestBody, signedIn.heavy(.view, editor.check))
        router.on(.get, "/features/:feature/revisions", signedIn(.view, revisions.index))
        router.on(
            .post, "/features/:feature/revisions", bodyLimit: largestBody, signedIn.heavy(.edit, revisions.create))
        router.on(.post, "/features/:feature/merges", bodyLimit: largestBody, signedIn.heavy(.edit, revisions.merge))
        router.on(.get, "/features/:feature/revisions/:number", signedIn.heavy(.view, revisions.show))
        router.on(.get, "/features/:feature/revisions/:number/matrix", signedIn.heavy(.view, matrices.show))
        router.on(.get, "/features/:feature/revisions/:number/link", signedIn(.view, previewLinks.show))
        router.on(
            .post, "/features/:feature/texts/matrices", bodyLimit: largestBody,
            signedIn.heavy(.view, texts.createMatrix))
        router.on(
            .post, "/features/:feature/texts/links", bodyLimit: largestBody, signedIn.heavy(.view, texts.createLink))
        router.on(.post, "/features/:feature/revisions/:number/links", signedIn(.view, previewLinks.create))
        router.on(.post, "/features/:feature/texts/:text/links", signedIn(.view, previewLinks.create))
        router.on(.get, "/features/:feature/texts/:text/matrix", signedIn.heavy(.view, matrices.show))
        router.on(.get, "/features/:feature/texts/:text/link", signedIn(.view, previewLinks.show))
        router.on(.post, "/features/:feature/revisions/:number/names", signedIn.heavy(.edit, revisions.name))
        router.on(.get, "/features/:feature/revisions/:number/review", signedIn.heavy(.view, reviews.show))
        router.on(.post, "/features/:feature/revisions/:number/reviews", signedIn.heavy(.edit, reviews.create))
        router.on(.post, "/features/:feature/revisions/:number/review-withdrawals", signedIn(.edit, reviews.withdraw))
        router.on(.post, "/features/:feature/revisions/:number/approvals", signedIn.heavy(.review, reviews.decide))
        router.on(.post, "/features/:feature/revisions/:number/comments", signedIn.heavy(.view, reviews.comment))
        router.on(.post, "/features/:feature/policies", signedIn(.managePolicies, reviews.setFeaturePolicy))
        router.on(.get, "/features/:feature/comparison", signedIn.heavy(.view, comparisons.show))
        router.on(
            .post, "/features/:feature/texts/comparisons", bodyLimit: largestBody,
            signedIn.heavy(.view, texts.createComparison))
        router.on(.get, "/features/:feature/fillings", signedIn(.view, fillings.index))
        router.on(.post, "/features/:feature/fillings", bodyLimit: largestBody, signedIn.heavy(.edit, fillings.create))
        router.on(.get, "/features/:feature/fillings/:filling", signedIn.heavy(.view, fillings.show))
        router.on(.get, "/features/:feature/releases/new", signedIn.heavy(.publish, releases.new))
        router.on(.post, "/features/:feature/releases", signedIn.heavy(.publish, releases.create))
        router.on(.get, "/features/:feature/rollbacks/new", signedIn.heavy(.publish, rollbacks.new))
        router.on(.post, "/features/:feature/rollbacks", signedIn.heavy(.publish, rollbacks.create))
        router.on(.get, "/features/:feature/removals/new", signedIn(.publish, removals.new))
        router.on(.post, "/features/:feature/removals", signedIn(.publish, removals.create))
        router.on(.get, "/features/:feature/switch-offs/new", signedIn(.publish, switchOffs.new))
        router.on(.post, "/features/:feature/switch-offs", signedIn(.publish, switchOffs.create))
        router.on(.get, "/features/:feature/switch-ons/new", signedIn.heavy(.publish, switchOns.new))
        router.on(.post, "/features/:feature/switch-ons", signedIn.heavy(.publish, switchOns.create))

        router.on(.get, "/features/:feature/links", signedIn(.view, links.index))
        router.on(.post, "/features/:feature/devices", signedIn(.view, links.addDevice))
        router.on(.post, "/features/:feature/links/:link/withdrawals", signedIn(.view, links.withdraw))

        router.on(.get, "/releases", signedIn(.view, releases.index))
        router.on(.get, "/rollbacks/new", signedIn.heavy(.publish, wideRollbacks.new))
        router.on(.post, "/rollbacks", signedIn.heavy(.publish, wideRollbacks.create))
        router.on(.get, "/rollouts", signedIn(.view, rollouts.index))
        router.on(.post, "/rollouts/:rollout/pauses", signedIn(.publish, rollouts.pause))
        router.on(.post, "/rollouts/:rollout/continuations", signedIn(.publish, rollouts.continue))
        router.on(.post, "/rollouts/:rollout/approvals", signedIn.heavy(.publish, rollouts.approve))
        router.on(.post, "/rollouts/:rollout/failures", signedIn(.edit, rollouts.report))
        router.on(.get, "/rollouts/:rollout/stops/new", signedIn.heavy(.publish, rolloutStops.new))
        router.on(.post, "/rollouts/:rollout/stops", signedIn.heavy(.publish, rolloutStops.create))
        router.on(.post, "/rollout-plans", signedIn(.publish, rollouts.savePlan))
        router.on(.post, "/rollout-plans/withdrawals", signedIn(.publish, rollouts.withdrawPlan))
        router.on(.get, "/schedules", signedIn(.view, schedules.index))
        router.on(.post, "/schedules/:schedule/cancellations", signedIn(.publish, schedules.cancel))
        router.on(.post, "/schedules/:schedule/retries", signedIn(.publish, schedules.retry))
        router.on(.get, "/system", signedIn(.view, system.show))
        router.on(.get, "/webhooks", signedIn(.manageAccounts, webhooks.index))
        router.on(.post, "/webhooks", signedIn(.manageAccounts, webhooks.create))
        router.on(.post, "/webhooks/:webhook/removals", signedIn(.manageAccounts, webhooks.remove))
        router.on(.post, "/webhooks/deliveries/:delivery/repeats", signedIn(.manageAccounts, webhooks.redeliver))
        router.on(.get, "/reviews", signedIn(.view, reviews.index))
        router.on(.post, "/policies", signedIn(.managePolicies, reviews.setPolicy))
        router.on(.get, "/schemas", signedIn(.view, schemas.index))
        router.on(.get, "/schemas/entity", signedIn(.view, schemas.show))
        router.on(.get, "/schemas/entity/template", signedIn(.view, templates.show))
        router.on(
            .post, "/schemas/entity/templates", bodyLimit: largestTemplate,
            signedIn.heavy(.manageSchemas, templates.create))
        router.on(.post, "/schemas/entity/template-withdrawals", signedIn(.manageSchemas, templates.withdraw))
        // Imports of schemas and option lists have a queue of their own, because a slow git server or a large file must
        // not delay previews and rollbacks.
        let imports = FairWorkQueue(.imports)
        router.on(.get, "/schemas/releases", signedIn(.view, schemaReleases.index))
        router.on(
            .post, "/schemas/releases", bodyLimit: largestBody,
            signedIn.heavy(.manageSchemas, at: imports, schemaReleases.create))
        router.on(.get, "/schemas/releases/:number", signedIn.heavy(.view, schemaReleases.show))
        router.on(.post, "/schemas/releases/:number/impacts", signedIn(.manageSchemas, schemaReleases.check))
        router.on(.post, "/schemas/releases/:number/confirmations", signedIn.heavy(.view, versionPlans.confirm))
        router.on(.post, "/schemas/releases/:number/approvals", signedIn(.review, schemaApprovals.approve))
        router.on(
            .post, "/schemas/releases/:number/approval-withdrawals",
            signedIn(.review, schemaApprovals.withdrawApproval))
        router.on(
            .post, "/schemas/releases/:number/adoptions", signedIn.heavy(.manageSchemas, schemaReleases.adopt))
        router.on(
            .post, "\(api)/schema-releases", bodyLimit: largestBody, admitting: access.admits(.proposeSchemas),
            access.heavy(.proposeSchemas, at: imports, schemaReleaseResources.create))
        router.on(
            .put, "\(api)/schemas/*path", bodyLimit: largestFile, admitting: access.admits(.proposeSchemas),
            access.heavy(.proposeSchemas, at: imports, schemaReleaseResources.put))
        router.on(
            .delete, "\(api)/schemas/*path", access.heavy(.proposeSchemas, at: imports, schemaReleaseResources.delete))
        router.on(.get, "/clients", signedIn.heavy(.view, clients.index))
        router.on(.post, "/clients", bodyLimit: largestBody, signedIn.heavy(.manageSchemas, clients.create))
        router.on(.get, "/clients/template", signedIn(.view, clients.template))
        router.on(.get, "/clients/:platform/:version", signedIn.heavy(.view, clients.show))
        router.on(
            .post, "/clients/:platform/:version/withdrawals", signedIn(.manageSchemas, clients.withdraw))
        let validation = ValidationResources(stores: stores, catalogue: catalogue, checks: checks)
        let previewResources = PreviewResources(
            stores: stores, catalogue: catalogue, checked: checked, logger: dependencies.logger,
            now: dependencies.now, token: dependencies.token)
        addAPI(
            to: &router, stores, validation: validation, access: access, description: description,
            previews: previewResources, imports: imports, webhookNetworks: dependencies.webhookNetworks)
        router.on(.get, "/search", signedIn.heavy(.view, search.show))
        router.on(.get, "/audit/export", signedIn.heavy(.readAudit, audit.export))
        router.on(.get, "/audit", signedIn(.readAudit, audit.index))
        router.on(.get, "/accounts", signedIn(.manageAccounts, accounts.index))
        router.on(.post, "/accounts", signedIn(.manageAccounts, accounts.create))
        router.on(.get, "/accounts/:account", signedIn(.manageAccounts, accounts.show))
        router.on(.post, "/accounts/:account/disablements", signedIn(.manageAccounts, accounts.disable))
        router.on(.post, "/accounts/:account/enablements", signedIn(.manageAccounts, accounts.enable))
        router.on(.post, "/accounts/:account/sessions/end", signedIn(.manageAccounts, accounts.endSessions))
        router.on(.post, "/accounts/:account/sessions/:session/end", signedIn(.manageAccounts, accounts.endSession))
        router.on(.get, "/account", signedIn(.view, ownAccount.show))
        router.on(.post, "/account/passwords", signedIn(.view, ownAccount.changePassword))
        router.on(.post, "/account/sessions/end", signedIn(.view, ownAccount.endSessions))
        router.on(.post, "/account/sessions/:session/end", signedIn(.view, ownAccount.endSession))
        router.on(.post, "/accounts/:account/teams", signedIn(.manageAccounts, accounts.setTeams))
        router.on(.post, "/accounts/:account/roles", signedIn(.manageAccounts, accounts.setRoles))
        router.on(.post, "/accounts/:account/passwords", signedIn(.manageAccounts, accounts.resetPassword))

        // The signature in the address grants access, because requests from inside a preview's frame have no session.
        router.on(.get, "/previews/revisions/:feature/:number", previews.showRevision)
        router.on(
            .post, "/previews/revisions/:feature/:number", admitting: previews.admits, previews.showRevision)
        router.on(.get, "/previews/texts/:key", previews.showText)
        router.on(.post, "/previews/texts/:key", admitting: previews.admits, previews.showText)
        router.on(.get, "/previews/examples/:release/:entity/:example", previews.showExample)
        router.on(
            .post, "/previews/examples/:release/:entity/:example", admitting: previews.admits, previews.showExample)

        router.on(.get, "/previews/trials/:template/:release/:entity/:example", previews.showTrial)
        router.on(
            .post, "/previews/trials/:template/:release/:entity/:example", admitting: previews.admits,
            previews.showTrial)

        router.on(.get, "/favicon.ico") { Favicon(assets: assets).respond(to: $0) }
        router.on(.get, "/assets/*path") { assets.respond(to: $0, path: $0.parameters["path"] ?? "") }
        router.on(.get, "/editor-assets/*path") { editorAssets.respond(to: $0, path: $0.parameters["path"] ?? "") }
        router.on(.get, "/healthz", health.live)
        router.on(.get, "/readyz", health.ready)
        return (router, signedIn)
    }
}
