import Publishing
import Testing

@Suite("Common passwords") struct CommonPasswordTests {
    @Test func `the list of common passwords is installed`() {
        #expect(!CommonPasswords.installed.isEmpty)
    }

    @Test(arguments: [
        "password1234", "P@ssw0rd1234", "administrator", "iloveyou!!!!!", "123letmein123", "footballfootball",
        "123456789012", "abcdefghijklmn", "987654321098",
        "qwertyuiop12", "123abcdefghij!", "poiuytrewq2026", "azertyuiop12",
    ])
    func `common passwords are refused`(_ password: String) {
        #expect(PasswordPolicy.objection(to: password, accountName: "ana")?.contains("easy to guess") == true)
    }

    @Test(arguments: [
        "correct horse battery", "seven quiet herons", "another long password", "Ljósmóðir-07-þvottur",
        "RaCsFDjFCOCDPOFQRPQ9kwNN", "qwerty lost a heron", "хорошая погода сегодня",
    ])
    func `passwords of several words or random characters are accepted`(_ password: String) {
        #expect(PasswordPolicy.objection(to: password, accountName: "ana") == nil)
    }
}
