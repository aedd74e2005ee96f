import JSONText
import Testing

struct JSONWriterTests {
    private func write(pretty: Bool) throws -> String {
        var writer = JSONWriter(pretty: pretty)
        writer.beginObject()
        writer.name("a\"\u{1}")
        writer.beginArray()
        writer.number(1)
        writer.string("x\n")
        writer.beginObject()
        writer.endObject()
        writer.endArray()
        writer.name("b")
        writer.raw(try JSONDocument(parsing: #"{"c": [ ], "d": [1.0, {"e": null}]}"#).root)
        writer.name("f")
        writer.raw(Array("true".utf8))
        writer.name("g")
        writer.beginArray()
        writer.endArray()
        writer.endObject()
        return writer.text
    }

    @Test func `text that is not pretty has no white space`() throws {
        #expect(
            try write(pretty: false)
                == #"{"a\"\u0001":[1,"x\n",{}],"b":{"c":[],"d":[1.0,{"e":null}]},"f":true,"g":[]}"#)
    }

    @Test func `pretty text has one value per line`() throws {
        #expect(
            try write(pretty: true) == #"""
                {
                  "a\"\u0001": [
                    1,
                    "x\n",
                    {}
                  ],
                  "b": {
                    "c": [],
                    "d": [
                      1.0,
                      {
                        "e": null
                      }
                    ]
                  },
                  "f": true,
                  "g": []
                }
                """#)
    }

    @Test func `the canonical form orders names by UTF-16 and writes numbers exactly`() throws {
        let text = #"{"\ufb33":1,"😀":2.50,"é":1E30,"a":"\u000b\/<\u20ac","1":[true,null],"\r":9007199254740993}"#
        let canonical = JSONFormatter.canonical(try JSONDocument(parsing: text).root)
        #expect(
            String(decoding: canonical, as: UTF8.self)
                == "{\"\\r\":9007199254740993,\"1\":[true,null],\"a\":\"\\u000b/<€\",\"é\":1e+30,\"😀\":2.5,\"\u{FB33}\":1}"
        )
    }
}
