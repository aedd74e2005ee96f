/// The OpenAPI 3.1 description of the read API, which the API serves itself.
enum OpenAPIDocument {
    static let text = #"""
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
                  {"name": "platform", "in": "query", "required": true, "schema": {"type": "string"}, "example": "ios"},
                  {"name": "client_version", "in": "query", "required": true, "schema": {"type": "string"},
                   "description": "One to four numbers, an optional pre-release, optional build metadata; + is literal.",
                   "example": "5.3.1"},
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
                        "description": "The release that put this edition live for this client"}
                    },
                    "content": {"application/json": {"schema": {}}}
                  },
                  "304": {"description": "The client has these bytes"},
                  "400": {"$ref": "#/components/responses/Problem"},
                  "404": {"$ref": "#/components/responses/Problem"},
                  "410": {"$ref": "#/components/responses/Problem"},
                  "503": {"$ref": "#/components/responses/Problem"}
                }
              }
            },
            "/v1/openapi.json": {
              "get": {
                "operationId": "getDescription",
                "summary": "This document",
                "responses": {"200": {"description": "OpenAPI 3.1", "content": {"application/json": {"schema": {}}}}}
              }
            },
            "/healthz": {
              "get": {
                "operationId": "getHealth",
                "summary": "Whether the process answers",
                "responses": {"200": {"description": "It does", "content": {"application/json": {"schema": {}}}}}
              }
            },
            "/readyz": {
              "get": {
                "operationId": "getReadiness",
                "summary": "Whether a snapshot is served, and of which release",
                "responses": {
                  "200": {"description": "Ready", "content": {"application/json": {"schema": {
                    "type": "object",
                    "required": ["status", "release", "database", "age_seconds"],
                    "properties": {
                      "status": {"const": "ready"},
                      "release": {"type": "integer"},
                      "database": {"enum": ["connected", "away"],
                        "description": "connected: it answered within the last two seconds"},
                      "age_seconds": {"type": ["number", "null"],
                        "description": "Since the database last said that nothing is newer; null: not since the start"},
                      "storage": {"enum": ["ok", "failing"],
                        "description": "failing: the disk takes no newer release, so none is served until it does"}
                    }}}}},
                  "503": {"description": "Starting"}
                }
              }
            }
          },
          "components": {
            "responses": {
              "Problem": {
                "description": "Problem details (RFC 9457); type is /problems/NAME, NAME one of the enumeration",
                "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
              }
            },
            "schemas": {
              "Problem": {
                "type": "object",
                "required": ["type", "title", "status", "detail"],
                "properties": {
                  "type": {"enum": [
                    "/problems/feature-not-found", "/problems/no-config-for-version", "/problems/switched-off",
                    "/problems/unknown-platform", "/problems/invalid-client-version", "/problems/missing-parameter",
                    "/problems/invalid-parameter", "/problems/not-found", "/problems/not-ready"]},
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
