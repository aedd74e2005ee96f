import MicroHTTP
import Publishing
import SchemaRepository

/// The paths to which pages link or send forms; `Routes` has their patterns.
enum Paths {
    static let features = "/features"
    static let releases = "/releases"
    static let schedules = "/schedules"
    static let rollouts = "/rollouts"
    static let reviews = "/reviews"
    static let search = "/search"
    static let policies = "/policies"
    static let schemas = "/schemas"
    static let clients = "/clients"
    static let clientTemplate = clients + "/template"
    static let accounts = "/accounts"
    static let audit = "/audit"
    static let system = "/system"
    static let webhooks = "/webhooks"
    static let signIn = "/sessions/new"
    static let ownAccount = "/account"
    static let ownPasswords = ownAccount + "/passwords"

    static func feature(_ name: String) -> String { "/features/" + PercentCoding.encode(name) }
    static func editor(of name: String, from revision: Int? = nil) -> String {
        feature(name) + "/editor" + (revision.map { "?revision=\($0)" } ?? "")
    }
    static func editor(of name: String, filledWith filling: String) -> String {
        editor(of: name) + "?filling=" + PercentCoding.encode(filling)
    }
    /// Returns the path of the editor with a working copy of the signed-in person. `page` is the id of the editor page
    /// from which the copy was stored; by default, the path leads to the copy that was changed last.
    static func workingCopy(of name: String, editor page: String = EditorDraft.lastChanged) -> String {
        editor(of: name) + "?copy=" + PercentCoding.encode(page)
    }
    static func keptText(of name: String, editor page: String) -> String {
        feature(name) + "/working-copy?copy=" + PercentCoding.encode(page)
    }
    static func discards(of name: String) -> String { feature(name) + "/working-copy/discards" }
    static func presence(of name: String, id: Int, isEditor: Bool) -> String {
        feature(name) + "/presence?feature=\(id)" + (isEditor ? "&place=editor" : "")
    }
    static func checks(of name: String) -> String { feature(name) + "/checks" }
    static func revisions(of name: String) -> String { feature(name) + "/revisions" }
    static func comparison(of name: String) -> String { feature(name) + "/comparison" }
    /// Returns the path of the comparison of two texts of a feature, such as two revisions.
    static func comparison(of name: String, _ old: ComparisonPoint, _ new: ComparisonPoint) -> String {
        comparison(of: name) + "?a=\(old.value)&b=\(new.value)"
    }
    static func newComparison(of name: String) -> String { feature(name) + "/texts/comparisons" }
    static func merges(of name: String) -> String { feature(name) + "/merges" }
    static func revision(of name: String, _ number: Int) -> String { revisions(of: name) + "/\(number)" }
    static func names(of name: String, _ number: Int) -> String { revision(of: name, number) + "/names" }
    static func review(of name: String, _ number: Int) -> String { revision(of: name, number) + "/review" }
    static func reviews(of name: String, _ number: Int) -> String { revision(of: name, number) + "/reviews" }
    static func reviewWithdrawals(of name: String, _ number: Int) -> String {
        revision(of: name, number) + "/review-withdrawals"
    }
    static func approvals(of name: String, _ number: Int) -> String { revision(of: name, number) + "/approvals" }
    static func comments(of name: String, _ number: Int) -> String { revision(of: name, number) + "/comments" }
    static func settings(of name: String) -> String { feature(name) + "/settings" }
    static func labels(of name: String) -> String { feature(name) + "/labels" }
    static func clones(of name: String) -> String { feature(name) + "/clones" }
    static func cacheTimes(of name: String) -> String { feature(name) + "/cache-times" }
    static func renames(of name: String) -> String { feature(name) + "/renames" }
    static func archives(of name: String) -> String { feature(name) + "/archives" }
    static func restorations(of name: String) -> String { feature(name) + "/restorations" }
    static func policies(of name: String) -> String { feature(name) + "/policies" }
    static func text(of name: String, _ key: String) -> String {
        feature(name) + "/texts/" + PercentCoding.encode(key)
    }
    static func newMatrix(of name: String) -> String { feature(name) + "/texts/matrices" }
    static func newLink(of name: String) -> String { feature(name) + "/texts/links" }
    /// Returns the paths to which the forms with an unsaved text of a feature are sent.
    static func unsavedTexts(of name: String) -> [String] {
        [
            checks(of: name), revisions(of: name), merges(of: name), newComparison(of: name), newMatrix(of: name),
            newLink(of: name),
        ]
    }
    static func fillings(of name: String) -> String { feature(name) + "/fillings" }
    static func filling(of name: String, _ filling: String) -> String {
        fillings(of: name) + "/" + PercentCoding.encode(filling)
    }
    static func releases(of name: String) -> String { feature(name) + "/releases" }
    static func newRelease(of name: String, revision: Int? = nil) -> String {
        releases(of: name) + "/new" + (revision.map { "?revision=\($0)" } ?? "")
    }
    /// Returns the path of the page that shows what publishing would change.
    static func newRelease(of name: String, _ form: PublishForm) -> String {
        releases(of: name) + "/new"
            + query(
                [("revision", form.revision.map(String.init) ?? "")]
                    + form.platforms.flatMap { platform in
                        let versions = form.versions[platform] ?? PublishForm.Versions()
                        return [
                            ("platform", platform), ("from-\(platform)", versions.from),
                            ("until-\(platform)", versions.until),
                        ]
                    } + [
                        ("reason", form.reason), ("at", form.at), ("end", form.end), ("plan", form.plan),
                        ("break_glass", form.breakGlass ? "1" : ""),
                    ])
    }
    static func links(of name: String) -> String { feature(name) + "/links" }
    static func linkWithdrawals(of name: String, _ link: Int) -> String { links(of: name) + "/\(link)/withdrawals" }
    static func devices(of name: String) -> String { feature(name) + "/devices" }
    static func rollbacks(of name: String) -> String { feature(name) + "/rollbacks" }
    static func newRollback(of name: String, to release: Int? = nil, reason: String = "") -> String {
        rollbacks(of: name) + "/new" + query([("to", release.map(String.init) ?? ""), ("reason", reason)])
    }
    static let wideRollbacks = "/rollbacks"
    static func newWideRollback(ofRelease release: Int? = nil) -> String {
        wideRollbacks + "/new" + query([("release", release.map(String.init) ?? "")])
    }
    static func removals(of name: String) -> String { feature(name) + "/removals" }
    /// Returns the path of the page that shows what removing a rule would change.
    static func newRemoval(_ removal: RemovalRequest) -> String {
        removals(of: removal.feature) + "/new"
            + query([
                ("platform", removal.platform), ("from", removal.from.text),
                ("revision", removal.revision.map(String.init) ?? ""), ("reason", removal.reason),
            ])
    }
    static func switchOffs(of name: String) -> String { feature(name) + "/switch-offs" }
    static func newSwitchOff(of name: String, platform: String? = nil, reason: String = "") -> String {
        switchOffs(of: name) + "/new" + query([("platform", platform ?? ""), ("reason", reason)])
    }
    static func switchOns(of name: String) -> String { feature(name) + "/switch-ons" }
    static func newSwitchOn(of name: String, platform: String? = nil, reason: String = "") -> String {
        switchOns(of: name) + "/new" + query([("platform", platform ?? ""), ("reason", reason)])
    }
    static func rollout(_ number: Int) -> String { "\(rollouts)/\(number)" }
    static func stops(ofRollout number: Int) -> String { rollout(number) + "/stops" }
    /// Returns the path of the page that shows what stopping a rollout would change.
    static func newStop(ofRollout number: Int) -> String { stops(ofRollout: number) + "/new" }
    static func cancellations(of schedule: Int) -> String { "\(schedules)/\(schedule)/cancellations" }
    static func retries(of schedule: Int) -> String { "\(schedules)/\(schedule)/retries" }
    static func schemas(language: String) -> String {
        schemas + (language == Language.own ? "" : "?lang=" + PercentCoding.encode(language))
    }
    static func schema(_ id: String, language: String = Language.own) -> String {
        schemas + "/entity?id=" + PercentCoding.encode(id)
            + (language == Language.own ? "" : "&lang=" + PercentCoding.encode(language))
    }
    static let schemaReleases = schemas + "/releases"
    static func schemaRelease(_ number: Int) -> String { "\(schemaReleases)/\(number)" }
    static func adoptions(of schemaRelease: Int) -> String { self.schemaRelease(schemaRelease) + "/adoptions" }
    static func impacts(of schemaRelease: Int) -> String { self.schemaRelease(schemaRelease) + "/impacts" }
    static func confirmations(of schemaRelease: Int) -> String { self.schemaRelease(schemaRelease) + "/confirmations" }
    static func schemaApprovals(of number: Int) -> String { schemaRelease(number) + "/approvals" }
    static func schemaApprovalWithdrawals(of number: Int) -> String {
        schemaRelease(number) + "/approval-withdrawals"
    }
    static let schemaTemplate = schemas + "/entity/template"
    static let schemaTemplates = schemas + "/entity/templates"
    static let schemaTemplateWithdrawals = schemas + "/entity/template-withdrawals"
    static func template(of id: String) -> String { schemaTemplate + "?id=" + PercentCoding.encode(id) }
    static func client(_ registration: ClientRegistration) -> String {
        "\(clients)/\(PercentCoding.encode(registration.platform))/\(PercentCoding.encode(registration.version.text))"
    }
    static func withdrawals(of registration: ClientRegistration) -> String {
        client(registration) + "/withdrawals"
    }
    static func account(_ name: String) -> String { accounts + "/" + PercentCoding.encode(name) }
    static func roles(of account: String) -> String { self.account(account) + "/roles" }
    static func passwords(of account: String) -> String { self.account(account) + "/passwords" }
    static func teams(of account: String) -> String { self.account(account) + "/teams" }
    static func disablements(of account: String) -> String { self.account(account) + "/disablements" }
    static func enablements(of account: String) -> String { self.account(account) + "/enablements" }
    /// Returns the path of the form that ends all sessions of an account except the session of the request; `account`
    /// is the path `/account` or a path from `account(_:)`.
    static func sessionsEnd(of account: String) -> String { account + "/sessions/end" }
    static func sessionEnd(_ id: Int, of account: String) -> String { account + "/sessions/\(id)/end" }

    static func audit(_ query: AuditQuery, before number: Int? = nil) -> String {
        audit
            + self.query([
                ("actor", query.actor), ("action", query.action), ("subject", query.subject), ("since", query.since),
                ("until", query.until), ("before", number.map(String.init) ?? ""),
            ])
    }

    /// Returns the path of the file with the events that match a query; `format` is `csv` or `json`.
    static func auditExport(_ query: AuditQuery, format: String) -> String {
        audit + "/export"
            + self.query([
                ("actor", query.actor), ("action", query.action), ("subject", query.subject), ("since", query.since),
                ("until", query.until), ("before", query.before.map(String.init) ?? ""), ("format", format),
            ])
    }

    /// Returns a query of the non-empty fields, with its question mark; empty if all are empty.
    private static func query(_ fields: [(name: String, value: String)]) -> String {
        let set = fields.filter { !$0.value.isEmpty }.map { "\($0.name)=\(PercentCoding.encode($0.value))" }
        return set.isEmpty ? "" : "?" + set.joined(separator: "&")
    }

    /// Returns true if a path from a form leads to a page of this site.
    static func isLocal(_ path: String) -> Bool {
        path.hasPrefix("/") && !path.hasPrefix("//") && path.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x5C }
    }
}
