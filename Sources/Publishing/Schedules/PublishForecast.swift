/// A feature directly before and after a publish at a future time, if until then every scheduled release and rollout step
/// is published when it is due and nobody changes anything else.
package struct PublishForecast: Sendable {
    package let before: FeatureMoment
    package let after: ReleaseItem
}
