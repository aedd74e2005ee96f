/// The text that `galley serve` prints after the start.
struct StartupMessage {
    let options: ServeOptions
    let account: FirstAccount?

    var text: String {
        """

        Galley is running.
          Console    \(options.consoleURL)/
          Read API   \(options.readURL)/v1/features/NAME?platform=ios&client_version=1.0
          Service    \(options.serviceURL)/v1/changes?since=0
          Sign in    \(signIn)
        Ctrl-C stops it.


        """
    }

    private var signIn: String {
        account.map { "name: \($0.name)   password: \($0.password)" }
            ?? "with your account; if you forgot the password: galley account reset NAME --data \(options.data)"
    }
}
