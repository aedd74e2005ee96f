/// The kinds of things that are recorded.
package enum AuditAction: String, Sendable, Codable, CaseIterable {
    case accountAdded = "account.added"
    case rolesChanged = "account.roles-changed"
    case passwordReset = "account.password-reset"
    case signedIn = "session.signed-in"
    case signInFailed = "session.sign-in-failed"
    case signedOut = "session.signed-out"
    case featureCreated = "feature.created"
    case revisionSaved = "revision.saved"
    case schemasAdopted = "schemas.adopted"
    case released = "release.made"
    case releaseRefused = "release.refused"
    case optionListImported = "option-list.imported"
    case fillingSaved = "filling.saved"
    case previewTemplateSaved = "preview-template.saved"
    case previewTemplateWithdrawn = "preview-template.withdrawn"
}
