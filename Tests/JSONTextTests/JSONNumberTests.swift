import JSONText
import Testing

struct JSONNumberTests {
    @Test(arguments: [
        ("1", "2"), ("-2", "-1"), ("-1", "0"), ("9007199254740992", "9007199254740993"),
        ("0.1", "0.10000000000000000001"),
        ("1e400", "1e401"), ("-1e401", "-1e400"), ("1e-401", "1e-400"), ("9", "10"), ("0.09", "0.1"), ("-1", "1e-9999"),
        ("1e99999999999999999999", "1e100000000000000000000"),
        ("9e99999999999999999999999", "1e100000000000000000000000"),
        ("1e-100000000000000000000", "1e-99999999999999999999"), ("0", "1e-99999999999999999999"), ("999", "1e3"),
    ])
    func `numbers are ordered by their mathematical value`(smaller: String, greater: String) throws {
        let smaller = try #require(JSONNumber(smaller))
        let greater = try #require(JSONNumber(greater))
        #expect(smaller < greater)
        #expect(!(greater < smaller))
        #expect(smaller != greater)
    }

    @Test(arguments: [
        ("10", "5", true), ("10", "3", false), ("0", "3", true), ("0.3", "0.1", true), ("1.1", "0.1", true),
        ("0.0075", "0.0001", true), ("0.00751", "0.0001", false), ("1e400", "7", false), ("7e400", "7", true),
        ("1e308", "0.5", true), ("12391239123", "1e-8", true), ("1", "0", false), ("-9", "3", true), ("3", "-3", true),
        ("1", "1e99999999999999999999999", false), ("1e99999999999999999999999", "1", true),
        ("1e99999999999999999999999", "3", false),
        ("123456789012345678901234567890", "123456789012345678901234567890", true),
        ("246913578024691357802469135780", "123456789012345678901234567890", true),
        ("246913578024691357802469135781", "123456789012345678901234567890", false),
        ("-9223372036854775808", "-1", true), ("1.5", "1", false), ("1e3", "1e2", true), ("1e2", "1e3", false),
    ])
    func `divisibility is exact`(number: String, divisor: String, isMultiple: Bool) throws {
        let number = try #require(JSONNumber(number))
        #expect(number.isMultiple(of: try #require(JSONNumber(divisor))) == isMultiple)
    }

    @Test func `a number of nines divides another if and only if its number of digits divides the other's`() throws {
        for length in 19...60 {
            let divisor = try #require(JSONNumber(String(repeating: "9", count: length)))
            for other in 19...190 {
                let number = try #require(JSONNumber(String(repeating: "9", count: other)))
                #expect(number.isMultiple(of: divisor) == other.isMultiple(of: length), "\(other) by \(length)")
            }
        }
    }

    @Test func `a number with thousands of digits is divided by another`() throws {
        let divisor = try #require(JSONNumber(String(repeating: "7", count: 8_000)))
        #expect(try #require(JSONNumber(String(repeating: "7", count: 40_000))).isMultiple(of: divisor))
        #expect(try #require(JSONNumber(String(repeating: "7", count: 40_000) + "e99999")).isMultiple(of: divisor))
        #expect(try !#require(JSONNumber(String(repeating: "7", count: 40_001))).isMultiple(of: divisor))
    }

    @Test(arguments: [
        ("1.0", "1"), ("-0", "0"), ("-0.0e5", "0"), ("100", "100"), ("1e2", "100"), ("1e20", "100000000000000000000"),
        ("1e21", "1e+21"), ("123e20", "1.23e+22"), ("0.000001", "0.000001"), ("0.0000001", "1e-7"), ("1.50", "1.5"),
        ("12345678901234567890.125", "12345678901234567890.125"), ("1e400", "1e+400"), ("-1.5E-10", "-1.5e-10"),
        ("333333333.33333329", "333333333.33333329"), ("1e99999999999999999999", "1e+99999999999999999999"),
        ("9007199254740993", "9007199254740993"),
    ])
    func `the canonical text has all significant digits and no others`(text: String, canonical: String) throws {
        #expect(try #require(JSONNumber(text)).canonicalText == canonical)
    }

    @Test func `integers are recognized however they are written`() {
        #expect(JSONNumber("1.0")?.isInteger == true)
        #expect(JSONNumber("1e400")?.isInteger == true)
        #expect(JSONNumber("1.5e1")?.int == 15)
        #expect(JSONNumber("1.5")?.isInteger == false)
        #expect(JSONNumber("1e-1")?.isInteger == false)
        #expect(JSONNumber("9223372036854775807")?.int == .max)
        #expect(JSONNumber("-9223372036854775808")?.int == .min)
        #expect(JSONNumber("9223372036854775808")?.int == nil)
        #expect(JSONNumber("9223372036854775808")?.isInteger == true)
        #expect(JSONNumber("1e999999999999")?.int == nil)
        #expect(JSONNumber("0e999999999999999999999")?.int == 0)
        #expect(JSONNumber("1e400")?.double == nil)
        #expect(JSONNumber("0.1")?.double == 0.1)
    }

    @Test(arguments: ["", "-", "01", "+1", ".5", "1.", "1e", "1e+", "NaN", "0x1", "1 ", "１", "--1"])
    func `an invalid number is refused`(text: String) {
        #expect(JSONNumber(text) == nil)
    }
}
