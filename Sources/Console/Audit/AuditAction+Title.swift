import Publishing

extension AuditAction {
    /// The action's name on pages.
    var title: String {
        switch self {
        case .accountAdded: Texts["audit.account-added"]
        case .rolesChanged: Texts["audit.roles-changed"]
        case .passwordReset: Texts["audit.password-reset"]
        case .passwordChanged: Texts["audit.password-changed"]
        case .passwordChangeFailed: Texts["audit.password-change-failed"]
        case .accountDisabled: Texts["audit.account-disabled"]
        case .accountEnabled: Texts["audit.account-enabled"]
        case .signedIn: Texts["common.signed-in"]
        case .signInFailed: Texts["audit.sign-in-failed"]
        case .signInsRefused: Texts["audit.sign-ins-failed"]
        case .signedOut: Texts["common.signed-out"]
        case .sessionsEnded: Texts["audit.sessions-ended"]
        case .featureCreated: Texts["audit.feature-created"]
        case .featureRenamed: Texts["audit.feature-renamed"]
        case .formerNameEnded: Texts["audit.former-name-ended"]
        case .featureArchived: Texts["audit.feature-archived"]
        case .featureRestored: Texts["audit.feature-restored"]
        case .ownerChanged: Texts["audit.owner-changed"]
        case .tagsChanged: Texts["audit.tags-changed"]
        case .cacheTimeChanged: Texts["audit.cache-times-changed"]
        case .revisionSaved: Texts["audit.revision-saved"]
        case .revisionNamed: Texts["audit.revision-named"]
        case .reviewRequested: Texts["audit.review-requested"]
        case .reviewWithdrawn: Texts["audit.review-withdrawn"]
        case .reviewCommented: Texts["audit.review-commented"]
        case .revisionApproved: Texts["audit.revision-approved"]
        case .changesRequested: Texts["audit.changes-requested"]
        case .approvalWithdrawn: Texts["audit.approval-withdrawn"]
        case .approvalRefused: Texts["audit.approval-refused"]
        case .approvalsBypassed: Texts["audit.approvals-bypassed"]
        case .policyChanged: Texts["audit.policy-changed"]
        case .schemasProposed: Texts["audit.schemas-proposed"]
        case .teamsChanged: Texts["audit.teams-changed"]
        case .versionConfirmed: Texts["audit.version-confirmed"]
        case .schemasApproved: Texts["audit.schemas-approved"]
        case .schemasApprovalWithdrawn: Texts["audit.schemas-approval-withdrawn"]
        case .schemasAdopted: Texts["audit.schemas-adopted"]
        case .released: Texts["audit.release-made"]
        case .releaseRefused: Texts["audit.release-refused"]
        case .optionListImported: Texts["audit.option-list-imported"]
        case .fillingSaved: Texts["audit.test-data-saved"]
        case .previewTemplateSaved: Texts["audit.preview-template-saved"]
        case .previewTemplateWithdrawn: Texts["audit.preview-template-withdrawn"]
        case .previewLinkMade: Texts["audit.preview-link-made"]
        case .previewLinkOpened: Texts["audit.preview-link-opened"]
        case .deviceTokenMade: Texts["audit.device-token-made"]
        case .sharedLinkWithdrawn: Texts["audit.shared-link-withdrawn"]
        case .webhookAdded: Texts["audit.webhook-added"]
        case .webhookRemoved: Texts["audit.webhook-removed"]
        case .webhookRedelivered: Texts["audit.webhook-redelivered"]
        case .clientRegistered: Texts["audit.client-registered"]
        case .scheduleCreated: Texts["audit.schedule-created"]
        case .scheduleCancelled: Texts["audit.schedule-cancelled"]
        case .scheduleRetried: Texts["audit.schedule-retried"]
        case .scheduleFailed: Texts["audit.schedule-failed"]
        case .rolloutPlanSaved: Texts["audit.rollout-plan-saved"]
        case .rolloutPlanWithdrawn: Texts["audit.rollout-plan-withdrawn"]
        case .rolloutStarted: Texts["audit.rollout-started"]
        case .rolloutPaused: Texts["audit.rollout-paused"]
        case .rolloutContinued: Texts["audit.rollout-continued"]
        case .rolloutApproved: Texts["audit.rollout-approved"]
        case .rolloutFailureReported: Texts["audit.rollout-failure-reported"]
        case .rolloutFailed: Texts["audit.rollout-failed"]
        case .rolloutHalted: Texts["audit.rollout-halted"]
        case .rolloutStopped: Texts["audit.rollout-stopped"]
        case .tokenCreated: Texts["audit.token-created"]
        case .signatureKeyAdded: Texts["audit.signature-key-added"]
        case .signatureKeyRetired: Texts["audit.signature-key-retired"]
        case .tokenRevoked: Texts["audit.token-revoked"]
        case .clientWithdrawn: Texts["audit.client-withdrawn"]
        }
    }

    /// True for actions whose events always have a feature's name as their subject.
    var isOfFeature: Bool {
        switch self {
        case .featureCreated, .featureRenamed, .formerNameEnded, .featureArchived, .featureRestored, .ownerChanged,
            .tagsChanged, .cacheTimeChanged, .revisionSaved, .revisionNamed, .fillingSaved, .previewLinkMade,
            .previewLinkOpened, .deviceTokenMade, .sharedLinkWithdrawn, .reviewRequested, .reviewWithdrawn,
            .reviewCommented, .revisionApproved, .changesRequested, .approvalWithdrawn, .approvalRefused,
            .approvalsBypassed:
            true
        default: false
        }
    }
}
