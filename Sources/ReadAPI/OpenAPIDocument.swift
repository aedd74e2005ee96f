/// The OpenAPI 3.1 description of the read API, which the API serves itself.
enum OpenAPIDocument {
    /// Returns the document; it names the known platforms.
    static func text(platforms: Set<String>) -> String {
        guard !platforms.isEmpty else { return template }
        let names = platforms.sorted().map { "\"\($0)\"" }.joined(separator: ", ")
        return template.replacing(anyPlatform, with: #""Platform": {"enum": [\#(names)]}"#)
    }

    private static let anyPlatform = #""Platform": {"type": "string"}"#
    private static let template = #"""
        {
          "openapi": "3.1.0",
          "info": {
            "title": "Galley read API",
            "version": "1",
            "description": "What is published for a mobile client: one small cacheable GET for each feature."
          },
          "paths": {
            "/v1/features/{name}": {
              "get": {
                "operationId": "getFeature",
                "summary": "The edition of a feature for one client",
                "parameters": [
                  {"name": "name", "in": "path", "required": true,
                   "schema": {"type": "string", "pattern": "^[a-z0-9]+([._-][a-z0-9]+)*$", "maxLength": 100}},
                  {"$ref": "#/components/parameters/platform"},
                  {"$ref": "#/components/parameters/client_version"},
                  {"name": "bucket", "in": "query",
                   "schema": {"type": "integer", "minimum": 0, "maximum": 999},
                   "description": "The client's place in partial rollouts; without it the client is in none."},
                  {"name": "If-None-Match", "in": "header", "schema": {"type": "string"}}
                ],
                "responses": {
                  "200": {
                    "description": "The edition's bytes, exactly as they were published",
                    "headers": {
                      "ETag": {"schema": {"type": "string"}},
                      "Cache-Control": {"schema": {"type": "string"}},
                      "Galley-Revision": {"schema": {"type": "integer"},
                        "description": "The revision whose edition this is"},
                      "Galley-Release": {"schema": {"type": "integer"},
                        "description": "The release that put this edition live for this client"},
                      "Galley-Feature": {"schema": {"type": "string"}},
                      "Deprecation": {"schema": {"type": "string"},
                        "description": "RFC 9745: the time of the renaming, if this is a former name of the feature"},
                      "Sunset": {"schema": {"type": "string"},
                        "description": "RFC 8594: the time from which the former name may no longer answer"},
                      "Link": {"schema": {"type": "string"},
                        "description": "The address by the present name, with rel=successor-version"},
                      "Galley-Platform": {"schema": {"type": "string"}},
                      "Galley-Versions": {"schema": {"type": "string"}, "example": ">=5.0 <6.2",
                        "description": "The versions of the clients that the answer is for"},
                      "Content-Digest": {"schema": {"type": "string"}, "description": "RFC 9530"},
                      "Signature-Input": {"schema": {"type": "string"}, "description": "RFC 9421"},
                      "Signature": {"schema": {"type": "string"}, "description": "RFC 9421, Ed25519"}
                    },
                    "content": {"application/json": {"schema": {}}}
                  },
                  "304": {"description": "The client has these bytes"},
                  "400": {"$ref": "#/components/responses/Problem"},
                  "404": {"$ref": "#/components/responses/Problem"},
                  "410": {"$ref": "#/components/responses/Problem"},
                  "503": {"$ref": "#/components/responses/Problem"},
                  "default": {"$ref": "#/components/responses/Problem"}
                }
              }
            },
            "/v1/manifest": {
              "get": {
                "operationId": "getManifest",
                "summary": "What a client gets of every feature",
                "description": "The client takes the first arm whose below exceeds its bucket for the feature: the first 8 bytes, big-endian, of SHA-256 of the UTF-8 text feature name + line feed + installation id, modulo 1000. A client without an installation id takes the arm whose below is 1000. Features that are switched off or have nothing for this version are absent.",
                "parameters": [
                  {"$ref": "#/components/parameters/platform"},
                  {"$ref": "#/components/parameters/client_version"},
                  {"name": "after", "in": "query", "schema": {"type": "string", "pattern": "^[^\\u0000]*$"},
                   "description": "The next of the page before"},
                  {"name": "If-None-Match", "in": "header", "schema": {"type": "string"}}
                ],
                "responses": {
                  "200": {"description": "A page of at most 1,000 features", "content": {"application/json": {
                    "schema": {"$ref": "#/components/schemas/Manifest"}}}},
                  "304": {"description": "The client has these bytes"},
                  "400": {"$ref": "#/components/responses/Problem"},
                  "503": {"$ref": "#/components/responses/Problem"},
                  "default": {"$ref": "#/components/responses/Problem"}
                }
              }
            },
            "/v1/bundle": {
              "get": {
                "operationId": "getBundle",
                "summary": "The manifest with the editions of all its arms",
                "parameters": [
                  {"$ref": "#/components/parameters/platform"},
                  {"$ref": "#/components/parameters/client_version"},
                  {"name": "features", "in": "query", "example": "home.main,home.offers",
                   "schema": {"type": "string", "pattern": "^[^,\\u0000]+(,[^,\\u0000]+)*$"},
                   "description": "At most 1,000 names with commas between them; without it, all features"},
                  {"name": "If-None-Match", "in": "header", "schema": {"type": "string"}}
                ],
                "responses": {
                  "200": {"description": "The manifest with contents", "content": {"application/json": {
                    "schema": {"$ref": "#/components/schemas/Bundle"}}}},
                  "304": {"description": "The client has these bytes"},
                  "400": {"$ref": "#/components/responses/Problem"},
                  "413": {"$ref": "#/components/responses/Problem"},
                  "503": {"$ref": "#/components/responses/Problem"},
                  "default": {"$ref": "#/components/responses/Problem"}
                }
              }
            },
            "/v1/content/{hash}": {
              "get": {
                "operationId": "getContent",
                "summary": "An edition by its hash; it never changes",
                "parameters": [
                  {"name": "hash", "in": "path", "required": true,
                   "schema": {"type": "string", "pattern": "^[0-9a-f]{64}$"}},
                  {"name": "If-None-Match", "in": "header", "schema": {"type": "string"}}
                ],
                "responses": {
                  "200": {"description": "The edition's bytes", "content": {"application/json": {"schema": {}}}},
                  "304": {"description": "The client has these bytes"},
                  "404": {"$ref": "#/components/responses/Problem"},
                  "503": {"$ref": "#/components/responses/Problem"},
                  "default": {"$ref": "#/components/responses/Problem"}
                }
              }
            },
            "/v1/changes": {
              "get": {
                "operationId": "getChanges",
                "summary": "The features that changed after a release",
                "description": "Each feature once, with its newest change, in the order of releases and names. With wait, the answer comes when there is a newer release, or after that time without changes.",
                "parameters": [
                  {"name": "since", "in": "query", "required": true,
                   "schema": {"type": "integer", "minimum": 0, "maximum": 999999999999},
                   "description": "The release that the client knows; 0 for everything"},
                  {"name": "after", "in": "query", "schema": {"type": "string", "pattern": "^[^\\u0000]*$"},
                   "description": "With since, the place after which the page begins: both from next of the page before"},
                  {"name": "wait", "in": "query", "schema": {"type": "integer", "minimum": 0, "maximum": 50},
                   "description": "The seconds to wait for a newer release"}
                ],
                "responses": {
                  "200": {"description": "At most 1,000 changes", "content": {"application/json": {
                    "schema": {"$ref": "#/components/schemas/Changes"}}}},
                  "400": {"$ref": "#/components/responses/Problem"},
                  "503": {"$ref": "#/components/responses/Problem"},
                  "default": {"$ref": "#/components/responses/Problem"}
                }
              }
            },
            "/v1/stream": {
              "get": {
                "operationId": "getStream",
                "summary": "The numbers of new releases as server-sent events",
                "description": "An event release with the data {\"release\":N} at once and after every release; comments in between keep the connection open.",
                "responses": {
                  "200": {"description": "Events until the client leaves", "content": {"text/event-stream": {
                    "schema": {"type": "string"}}}},
                  "503": {"$ref": "#/components/responses/Problem"},
                  "default": {"$ref": "#/components/responses/Problem"}
                }
              }
            },
            "/v1/keys": {
              "get": {
                "operationId": "getKeys",
                "summary": "The public keys with which responses are signed (RFC 9421), oldest first",
                "responses": {
                  "200": {"description": "A JWK set (RFC 7517, RFC 8037)", "content": {"application/jwk-set+json": {
                    "schema": {"$ref": "#/components/schemas/KeySet"}}}},
                  "503": {"$ref": "#/components/responses/Problem"},
                  "default": {"$ref": "#/components/responses/Problem"}
                }
              }
            },
            "/v1/options/{list}": {
              "get": {
                "operationId": "getOptions",
                "summary": "A page of an option list",
                "description": "With offset the answer has total; otherwise it has next_key, for the next page. A page after next_key costs the same at any depth, and an import in between neither repeats nor skips items that kept their order.",
                "parameters": [
                  {"name": "list", "in": "path", "required": true, "schema": {"type": "string"}, "example": "schools"},
                  {"name": "keyword", "in": "query", "schema": {"type": "string", "maxLength": 500, "pattern": "^[^\\u0000]*$"},
                   "description": "A text in title or key, in any case and script"},
                  {"name": "parent", "in": "query", "schema": {"type": "string", "pattern": "^[^\\u0000]*$"},
                   "description": "The key of the parent item; empty for the items without a parent"},
                  {"name": "limit", "in": "query", "schema": {"type": "integer", "minimum": 1, "maximum": 1000,
                    "default": 30}},
                  {"name": "offset", "in": "query", "schema": {"type": "integer", "minimum": 0, "maximum": 999999999999},
                   "description": "The number of items to skip; without effect with next_key"},
                  {"name": "next_key", "in": "query", "schema": {"type": "string", "pattern": "^[^\\u0000]*$"},
                   "description": "The next_key of the page before"},
                  {"name": "group_by", "in": "query", "example": "/region",
                   "schema": {"type": "string", "pattern": "^(/([^~/\\u0000]|~[01])*)+$"},
                   "description": "A JSON Pointer into an item, to the title of its section"}
                ],
                "responses": {
                  "200": {"description": "The items", "content": {"application/json": {
                    "schema": {"$ref": "#/components/schemas/Options"}}}},
                  "400": {"$ref": "#/components/responses/Problem"},
                  "404": {"$ref": "#/components/responses/Problem"},
                  "503": {"$ref": "#/components/responses/Problem"},
                  "default": {"$ref": "#/components/responses/Problem"}
                }
              }
            },
            "/v1/features/{name}/steps": {
              "post": {
                "operationId": "postStep",
                "summary": "A page of a form: its errors, the next page, or the end",
                "description": "The server keeps nothing: every request has the data of all pages so far. Page 0 asks for the first page. Accept-Language selects the language of errors that have no text of their own.",
                "parameters": [
                  {"name": "name", "in": "path", "required": true, "schema": {"type": "string"}},
                  {"$ref": "#/components/parameters/platform"},
                  {"$ref": "#/components/parameters/client_version"},
                  {"name": "bucket", "in": "query", "schema": {"type": "integer", "minimum": 0, "maximum": 999}}
                ],
                "requestBody": {"required": true, "content": {"application/json": {"schema": {
                  "type": "object",
                  "required": ["page"],
                  "properties": {"page": {"type": "integer", "minimum": 0, "maximum": 1000}, "data": {"type": "object"}}
                }}}},
                "responses": {
                  "200": {"description": "The page to show, or the end", "content": {"application/json": {
                    "schema": {"$ref": "#/components/schemas/Step"}}}},
                  "400": {"$ref": "#/components/responses/Problem"},
                  "404": {"$ref": "#/components/responses/Problem"},
                  "410": {"$ref": "#/components/responses/Problem"},
                  "413": {"$ref": "#/components/responses/Problem"},
                  "503": {"$ref": "#/components/responses/Problem"},
                  "default": {"$ref": "#/components/responses/Problem"}
                }
              }
            },
            "/v1/reports": {
              "post": {
                "operationId": "postReport",
                "summary": "Reports that an app could not show a part of a revision",
                "requestBody": {"required": true, "content": {"application/json": {"schema": {
                  "type": "object",
                  "required": ["feature", "revision", "platform", "client_version", "reason"],
                  "properties": {
                    "feature": {"type": "string"},
                    "revision": {"type": "integer", "minimum": 1, "maximum": 999999999999, "description": "The Galley-Revision of the answer"},
                    "platform": {"$ref": "#/components/schemas/Platform"},
                    "client_version": {"type": "string"},
                    "pointer": {"type": "string", "pattern": "^(/([^~/]|~[01])*)*$", "description": "A JSON Pointer to the part; empty for the whole"},
                    "reason": {"type": "string", "minLength": 1, "description": "The app's own words; cut after 300 bytes"}
                  }
                }}}},
                "responses": {
                  "202": {"description": "Counted", "content": {"application/json": {"schema": {}}}},
                  "400": {"$ref": "#/components/responses/Problem"},
                  "404": {"$ref": "#/components/responses/Problem"},
                  "413": {"$ref": "#/components/responses/Problem"},
                  "429": {"$ref": "#/components/responses/Problem"},
                  "503": {"$ref": "#/components/responses/Problem"},
                  "default": {"$ref": "#/components/responses/Problem"}
                }
              }
            },
            "/v1/openapi.json": {
              "get": {
                "operationId": "getDescription",
                "summary": "This document",
                "responses": {"200": {"description": "OpenAPI 3.1", "content": {"application/json": {"schema": {}}}},
                  "default": {"$ref": "#/components/responses/Problem"}}
              }
            },
            "/healthz": {
              "get": {
                "operationId": "getHealth",
                "summary": "Whether the process answers",
                "responses": {"200": {"description": "It does", "content": {"application/json": {"schema": {}}}},
                  "default": {"$ref": "#/components/responses/Problem"}}
              }
            },
            "/readyz": {
              "get": {
                "operationId": "getReadiness",
                "summary": "Whether a snapshot is served, and of which release",
                "responses": {
                  "200": {"description": "Ready", "content": {"application/json": {"schema": {
                    "type": "object",
                    "required": ["status", "release", "database", "age_seconds", "lag"],
                    "properties": {
                      "status": {"const": "ready"},
                      "release": {"type": "integer"},
                      "database": {"enum": ["connected", "away"],
                        "description": "connected: it answered within the last two seconds"},
                      "age_seconds": {"type": ["number", "null"],
                        "description": "Since the database last said that nothing is newer; null: not since the start"},
                      "lag": {"type": ["integer", "null"], "minimum": 0,
                        "description": "The releases of the database, when it last answered, that this node does not serve"},
                      "storage": {"enum": ["ok", "failing"],
                        "description": "failing: the disk takes no newer release, so none is served until it does"}
                    }}}}},
                  "503": {"description": "Starting", "content": {"application/json": {"schema": {}}}},
                  "default": {"$ref": "#/components/responses/Problem"}
                }
              }
            },
            "/metrics": {
              "get": {
                "operationId": "getMetrics",
                "summary": "The metrics of the process",
                "responses": {"200": {"description": "Text for Prometheus", "content": {"text/plain": {
                  "schema": {"type": "string"}}}},
                  "default": {"$ref": "#/components/responses/Problem"}}
              }
            }
          },
          "components": {
            "parameters": {
              "platform": {"name": "platform", "in": "query", "required": true,
                "schema": {"$ref": "#/components/schemas/Platform"}},
              "client_version": {"name": "client_version", "in": "query", "required": true, "example": "5.3.1",
                "schema": {"type": "string", "maxLength": 1024,
                  "pattern": "^[0-9]+(\\.[0-9]+){0,3}(-[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?(\\+[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?$"},
                "description": "One to four numbers, an optional pre-release, optional build metadata; + is literal."}
            },
            "responses": {
              "Problem": {
                "description": "Problem details (RFC 9457); type is /problems/NAME, NAME one of the enumeration",
                "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
              }
            },
            "schemas": {
              "Platform": {"type": "string"},
              "Manifest": {
                "type": "object",
                "required": ["release", "features"],
                "properties": {
                  "release": {"type": "integer"},
                  "features": {
                    "type": "object",
                    "additionalProperties": {
                      "type": "object",
                      "required": ["arms"],
                      "properties": {"arms": {"type": "array", "minItems": 1, "items": {
                        "type": "object",
                        "required": ["below", "revision", "hash", "size", "url"],
                        "properties": {
                          "below": {"type": "integer", "minimum": 1, "maximum": 1000},
                          "revision": {"type": "integer"},
                          "hash": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
                          "size": {"type": "integer"},
                          "url": {"type": "string"}
                        }}},
                        "renamed_to": {"type": "string",
                          "description": "The present name of the feature, if this one answers for a grace period only"}}
                    }
                  },
                  "next": {"type": "string",
                    "description": "There are more features: ask again with this as after"}
                }
              },
              "KeySet": {
                "type": "object",
                "required": ["keys"],
                "properties": {
                  "keys": {"type": "array", "items": {
                    "type": "object",
                    "required": ["kty", "crv", "x", "kid", "use", "alg"],
                    "properties": {
                      "kty": {"const": "OKP"},
                      "crv": {"const": "Ed25519"},
                      "x": {"type": "string", "description": "The public key in base64url"},
                      "kid": {"type": "string", "description": "The JWK thumbprint of the key (RFC 7638)"},
                      "use": {"const": "sig"},
                      "alg": {"const": "EdDSA"}
                    }}}
                }
              },
              "Bundle": {
                "type": "object",
                "required": ["release", "features", "contents"],
                "properties": {
                  "release": {"type": "integer"},
                  "features": {"$ref": "#/components/schemas/Manifest/properties/features"},
                  "contents": {"type": "object", "description": "The editions by their hash"}
                }
              },
              "Changes": {
                "type": "object",
                "required": ["release", "full_resync", "changes"],
                "properties": {
                  "release": {"type": "integer", "description": "The newest release of the node"},
                  "full_resync": {"type": "boolean",
                    "description": "The changes since that release are unknown: fetch everything again"},
                  "changes": {"type": "array", "maxItems": 1000, "items": {
                    "type": "object",
                    "required": ["feature", "release", "change"],
                    "properties": {
                      "feature": {"type": "string"},
                      "release": {"type": "integer"},
                      "change": {"enum": ["upsert", "removal"],
                        "description": "removal: no client gets anything of it now"}
                    }}},
                  "next": {"type": "object", "required": ["since", "after"],
                    "description": "There are more changes: ask again with these",
                    "properties": {"since": {"type": "integer"}, "after": {"type": "string"}}}
                }
              },
              "Options": {
                "type": "object",
                "required": ["is_load_ended"],
                "properties": {
                  "items": {"type": "array", "items": {"$ref": "#/components/schemas/Option"}},
                  "sections": {"type": "array", "description": "Instead of items, with group_by", "items": {
                    "type": "object",
                    "required": ["title", "items"],
                    "properties": {
                      "title": {"type": ["string", "null"]},
                      "items": {"type": "array", "items": {"$ref": "#/components/schemas/Option"}}
                    }}},
                  "total": {"type": "integer"},
                  "next_key": {"type": ["string", "null"]},
                  "is_load_ended": {"type": "boolean"}
                }
              },
              "Option": {
                "type": "object",
                "required": ["key", "title"],
                "properties": {
                  "key": {"type": "string"}, "title": {"type": "string"}, "parent": {"type": "string"}
                }
              },
              "Step": {
                "type": "object",
                "required": ["complete", "pages", "errors"],
                "properties": {
                  "complete": {"type": "boolean"},
                  "pages": {"type": "object", "required": ["current", "total"],
                    "properties": {"current": {"type": "integer"}, "total": {"type": "integer"}}},
                  "errors": {"type": "array", "items": {
                    "type": "object",
                    "required": ["pointer", "keyword", "message"],
                    "properties": {
                      "pointer": {"type": "string", "description": "The field in data; empty for the whole page"},
                      "keyword": {"type": "string"},
                      "message": {"type": "string"}
                    }}},
                  "title": {"type": "string"},
                  "jsonSchema": {}, "uiSchema": {},
                  "payload": {"type": "object", "description": "The data of all pages, once complete"},
                  "action": {"description": "The action of the form's submit button, once complete"}
                }
              },
              "Problem": {
                "type": "object",
                "required": ["type", "title", "status", "detail"],
                "properties": {
                  "type": {"enum": [
                    "/problems/feature-not-found", "/problems/no-config-for-version", "/problems/switched-off",
                    "/problems/unknown-platform", "/problems/invalid-client-version", "/problems/missing-parameter",
                    "/problems/invalid-parameter", "/problems/content-not-found", "/problems/too-large",
                    "/problems/not-found", "/problems/not-ready", "/problems/overloaded", "/problems/database-away",
                    "/problems/list-not-found", "/problems/not-a-form", "/problems/invalid-body",
                    "/problems/too-many-reports", "/problems/next-key-not-found",
                    "/problems/device-token-invalid", "/problems/not-valid",
                    "/problems/malformed-request", "/problems/malformed-target", "/problems/method-not-allowed",
                    "/problems/body-too-large", "/problems/uri-too-long", "/problems/expectation-failed",
                    "/problems/headers-too-large", "/problems/internal-error",
                    "/problems/http-version-not-supported"]},
                  "title": {"type": "string"},
                  "status": {"type": "integer"},
                  "detail": {"type": "string"},
                  "parameter": {"type": "string"}
                }
              }
            }
          }
        }
        """#
}
