/// Codes of notices that a redirect leaves for the next page. A code is a word and numbers in a cookie, never a text;
/// `Notices` signs it.
enum NoticeCode {
    static func revisionSaved(_ number: Int) -> String { "revision-saved.\(number)" }
    static func released(_ number: Int) -> String { "released.\(number)" }
    static func rolledBack(_ number: Int, to earlier: Int) -> String { "rolled-back.\(number).\(earlier)" }
    static func switchedOff(_ number: Int) -> String { "switched-off.\(number)" }
    static func switchedOn(_ number: Int) -> String { "switched-on.\(number)" }
    static func alreadySwitchedOff(_ number: Int) -> String { "already-switched-off.\(number)" }
    static let notSwitchedOff = "not-switched-off"
    static let clientRegistered = "client-registered"
    static let clientUnchanged = "client-unchanged"
    static let clientWithdrawn = "client-withdrawn"
    static let fillingSaved = "filling-saved"
    static let fillingUnchanged = "filling-unchanged"
    static let unchanged = "unchanged"
    static let featureCreated = "feature-created"
    static let accountAdded = "account-added"
    static let rolesChanged = "roles-changed"
    static let passwordReset = "password-reset"
    static let passwordChanged = "password-changed"
    static let accountDisabled = "account-disabled"
    static let accountEnabled = "account-enabled"
    static let accountUnchanged = "account-unchanged"
    static func sessionsEnded(_ count: Int) -> String { "sessions-ended.\(count)" }
    static let templateSaved = "template-saved"
    static let templateUnchanged = "template-unchanged"
    static let templateWithdrawn = "template-withdrawn"
    static let signedOut = "signed-out"
    static let textKept = "text-kept"
    static let textOfAnother = "text-of-another"
}

extension Notice {
    /// Creates the notice of a code; nil for an unknown one.
    init?(code: String) {
        let parts = code.split(separator: ".")
        let number = parts.count > 1 ? String(parts[1]) : ""
        switch parts.first {
        case "revision-saved": self = .ok("Revision \(number) is saved. Nothing is published by saving.")
        case "client-registered": self = .ok("Build registered. It counts when something is published.")
        case "client-unchanged": self = .info("This build is registered with the same file already.")
        case "client-withdrawn": self = .ok("Registration withdrawn.")
        case "filling-saved": self = .ok("The filling is saved.")
        case "filling-unchanged": self = .info("A filling of that name holds exactly this already.")
        case "unchanged": self = .info("The text is the same as the newest revision’s; no new one was made.")
        case "released": self = .ok("Release \(number) published. \(CacheWords.edition)")
        case "rolled-back":
            let target = parts.count > 2 && parts[2] != "0" ? "release \(parts[2])" : "before the first release"
            self = .ok("Rolled back to \(target) (as release \(number)). \(CacheWords.edition)")
        case "switched-off":
            self = .warn(
                "Switched off (release \(number)): clients get 410 until it is switched on, published or rolled back. \(CacheWords.edition)"
            )
        case "switched-on":
            self = .ok("Switched on (release \(number)). \(CacheWords.absence)")
        case "already-switched-off":
            self = .info("It is already switched off (release \(number)). No release was made.")
        case "not-switched-off": self = .info("It is not switched off. No release was made.")
        case "feature-created": self = .ok("The feature is there. Paste its JSON below.")
        case "account-added": self = .ok("The account is added.")
        case "roles-changed": self = .ok("The roles are changed, and the account’s sessions have ended.")
        case "password-reset": self = .ok("The password is reset, and the account’s sessions have ended.")
        case "password-changed": self = .ok("Your password is changed, and your other sessions have ended.")
        case "account-disabled": self = .ok("The account is disabled, and its sessions have ended.")
        case "account-enabled": self = .ok("The account is enabled.")
        case "account-unchanged": self = .info("The account is in that state already.")
        case "sessions-ended":
            self = .ok(number == "1" ? "1 session has ended." : "\(number) sessions have ended.")
        case "template-saved": self = .ok("The template is saved: every preview draws with it from now on.")
        case "template-unchanged": self = .info("That is the template already.")
        case "template-withdrawn": self = .ok("Previews draw with the repository’s own template again.")
        case "signed-out": self = .ok("You are signed out.")
        case "text-kept": self = .warn("Your session had ended. Your text is back, but it is not saved yet.")
        case "text-of-another":
            self = .warn("The unsaved text belongs to another account, so it is not shown here.")
        default: return nil
        }
    }
}
