import Publishing

extension AuditAction {
    /// The action’s name on pages.
    var title: String {
        switch self {
        case .accountAdded: "Account added"
        case .rolesChanged: "Roles changed"
        case .passwordReset: "Password reset"
        case .passwordChanged: "Password changed"
        case .passwordChangeFailed: "Password change failed"
        case .accountDisabled: "Account disabled"
        case .accountEnabled: "Account enabled"
        case .signedIn: "Signed in"
        case .signInFailed: "Sign-in failed"
        case .signInsRefused: "Sign-ins failed"
        case .signedOut: "Signed out"
        case .sessionsEnded: "Sessions ended"
        case .featureCreated: "Feature created"
        case .revisionSaved: "Revision saved"
        case .schemasAdopted: "Schemas adopted"
        case .released: "Release made"
        case .releaseRefused: "Release refused"
        case .clientRegistered: "Client registered"
        case .tokenCreated: "Token created"
        case .tokenRevoked: "Token revoked"
        case .clientWithdrawn: "Client withdrawn"
        case .optionListImported: "Option list imported"
        case .fillingSaved: "Test data saved"
        case .previewTemplateSaved: "Preview template saved"
        case .previewTemplateWithdrawn: "Preview template withdrawn"
        case .previewLinkMade: "Preview link made"
        case .previewLinkOpened: "Preview link opened"
        }
    }

    /// True for actions whose subject is a feature.
    var isOfFeature: Bool {
        switch self {
        case .featureCreated, .revisionSaved, .fillingSaved, .previewLinkMade, .previewLinkOpened: true
        default: false
        }
    }
}
