# Builds Galley and an image with the files that it needs at run time: libraries, templates, schemas and migrations.
FROM swift:6.3-bookworm AS build
RUN apt-get update -qq \
    && apt-get install -y -qq --no-install-recommends libbrotli-dev libidn2-dev libmicrohttpd-dev libpq-dev \
        libpcre2-dev libqrencode-dev libsodium-dev zlib1g-dev pkg-config \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /galley
COPY Package.swift ./
COPY Sources Sources
# Package.swift declares the test targets, so their folders must exist.
COPY Tests Tests
RUN swift build -c release --product galley --static-swift-stdlib \
    && install -D "$(swift build -c release --static-swift-stdlib --show-bin-path)/galley" /out/galley

FROM debian:bookworm-slim
RUN apt-get update -qq \
    && apt-get install -y -qq --no-install-recommends libbrotli1 libidn2-0 libmicrohttpd12 libpq5 libpcre2-8-0 \
        libqrencode4 libsodium23 zlib1g cracklib-runtime libjs-codemirror curl unzip git ca-certificates \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --home-dir /galley galley \
    && install -d -o galley -g galley /var/lib/galley
# The data directory, with the snapshot from which features are served while the database is unavailable.
VOLUME /var/lib/galley
WORKDIR /galley
COPY --from=build /out/galley bin/galley
COPY schemas schemas
COPY Templates Templates
COPY Public Public
COPY migrations migrations
USER galley
EXPOSE 8080 8081 8082
HEALTHCHECK --interval=5s --timeout=2s --retries=12 CMD curl -fsS http://127.0.0.1:8081/readyz && curl -fsS http://127.0.0.1:8082/readyz && curl -fsS http://127.0.0.1:8080/readyz
ENTRYPOINT ["/galley/bin/galley"]
CMD ["serve", "--host", "0.0.0.0", "--home", "/galley", "--data", "/var/lib/galley"]
