/// What a redirect may ask the next page to say: a word and a number in the address, never a text; `Notices` signs it.
enum NoticeCode {
    static func revisionSaved(_ number: Int) -> String { "revision-saved.\(number)" }
    static func released(_ number: Int) -> String { "released.\(number)" }
    static func rolledBack(_ number: Int) -> String { "rolled-back.\(number)" }
    static func switchedOff(_ number: Int) -> String { "switched-off.\(number)" }
    static let fillingSaved = "filling-saved"
    static let fillingUnchanged = "filling-unchanged"
    static let unchanged = "unchanged"
    static let featureCreated = "feature-created"
    static let accountAdded = "account-added"
    static let rolesChanged = "roles-changed"
    static let passwordReset = "password-reset"
    static let templateSaved = "template-saved"
    static let templateUnchanged = "template-unchanged"
    static let templateWithdrawn = "template-withdrawn"
    static let signedOut = "signed-out"
    static let textKept = "text-kept"
    static let textOfAnother = "text-of-another"
}

extension Notice {
    /// The sentence of a code; nil for what is not one.
    init?(code: String) {
        let parts = code.split(separator: ".", maxSplits: 1)
        let number = parts.count > 1 ? Int(parts[1]).map(String.init) ?? "" : ""
        switch parts.first {
        case "revision-saved": self = .ok("Revision \(number) is saved. Nothing is published by saving.")
        case "filling-saved": self = .ok("The filling is saved.")
        case "filling-unchanged": self = .info("A filling of that name holds exactly this already.")
        case "unchanged": self = .info("The text is the same as the newest revision’s; no new one was made.")
        case "released": self = .ok("Release \(number) is live: apps get it with their next request.")
        case "rolled-back": self = .ok("Release \(number) rolled back: apps get what they got then.")
        case "switched-off":
            self = .warn("Switched off by release \(number): apps get 410 until it is published or rolled back.")
        case "feature-created": self = .ok("The feature is there. Paste its JSON below.")
        case "account-added": self = .ok("The account is added.")
        case "roles-changed": self = .ok("The roles are changed, and the account’s sessions have ended.")
        case "password-reset": self = .ok("The password is reset, and the account’s sessions have ended.")
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
