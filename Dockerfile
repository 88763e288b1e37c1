# One image for every host: the command chooses (start, http, console, website, dispatcher, migrate, doctor, admin ...).
#
# The base image has an exact version. To pin its content too, add the digest after the version, in both places:
# `docker buildx imagetools inspect node:24.21.0-bookworm-slim` shows it (node:24.21.0-bookworm-slim@sha256:...).
FROM node:24.21.0-bookworm-slim AS manifests
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contracts/package.json contracts/
COPY core/package.json core/
COPY adapters/attachments-files/package.json adapters/attachments-files/
COPY adapters/attachments-s3/package.json adapters/attachments-s3/
COPY adapters/html-reader/package.json adapters/html-reader/
COPY adapters/http-calls/package.json adapters/http-calls/
COPY adapters/mail-smtp/package.json adapters/mail-smtp/
COPY adapters/node/package.json adapters/node/
COPY adapters/provider-http-sms/package.json adapters/provider-http-sms/
COPY adapters/provider-sandbox/package.json adapters/provider-sandbox/
COPY adapters/provider-smpp/package.json adapters/provider-smpp/
COPY adapters/provider-smtp/package.json adapters/provider-smtp/
COPY adapters/provider-whatsapp/package.json adapters/provider-whatsapp/
COPY adapters/queue-embedded/package.json adapters/queue-embedded/
COPY adapters/queue-rabbitmq/package.json adapters/queue-rabbitmq/
COPY adapters/storage-postgres/package.json adapters/storage-postgres/
COPY adapters/storage-sql/package.json adapters/storage-sql/
COPY adapters/webhook-http/package.json adapters/webhook-http/
COPY hosts/cli/package.json hosts/cli/
COPY hosts/command/package.json hosts/command/
COPY hosts/console/package.json hosts/console/
COPY hosts/demo/package.json hosts/demo/
COPY hosts/dispatcher/package.json hosts/dispatcher/
COPY hosts/http/package.json hosts/http/
COPY hosts/live/package.json hosts/live/
COPY hosts/mcp/package.json hosts/mcp/
COPY hosts/process/package.json hosts/process/
COPY hosts/web-server/package.json hosts/web-server/
COPY hosts/website/package.json hosts/website/
COPY hosts/wiring/package.json hosts/wiring/
COPY embedding/conformance/package.json embedding/conformance/
COPY embedding/embedded/package.json embedding/embedded/
COPY embedding/testing/package.json embedding/testing/
COPY clients/client/package.json clients/client/
COPY clients/dev/package.json clients/dev/
COPY web/package.json web/
COPY test/package.json test/
COPY bench/package.json bench/

# Only the dependencies of the command. Changed sources don't invalidate this layer and the next one.
FROM manifests AS packages
RUN npm ci --omit=dev --ignore-scripts --workspace hosts/cli

FROM manifests AS build
RUN npm ci --ignore-scripts
# The documentation site has packages of its own.
COPY site/package.json site/package-lock.json site/.npmrc site/
RUN npm ci --prefix site
COPY tsconfig.base.json ./
COPY scripts/run.mjs scripts/build-documents.mjs scripts/pack-bytes.mjs scripts/pack-public-files.mjs scripts/pack-image.mjs scripts/
COPY contracts contracts
COPY core core
COPY adapters adapters
COPY hosts hosts
COPY web web
RUN npx tsc -b hosts/cli web
RUN node web/build.mjs
RUN node scripts/build-documents.mjs
RUN node scripts/pack-public-files.mjs
# The pages of the site, and the files that they link to.
COPY README.md CHANGELOG.md CONTRIBUTING.md ARCHITECTURE.md GLOSSARY.md SECURITY.md CODE_OF_CONDUCT.md .env.example ./
COPY .github .github
COPY clients clients
COPY deploy deploy
COPY docs docs
COPY embedding embedding
COPY examples examples
COPY site site
RUN node --max-semi-space-size=64 site/build.mjs
RUN node scripts/pack-image.mjs /image/app
RUN mkdir -p /image/var/lib/postrider

FROM node:24.21.0-bookworm-slim
LABEL org.opencontainers.image.title="Postrider" \
      org.opencontainers.image.description="A multi-tenant messaging platform that teams host themselves." \
      org.opencontainers.image.licenses="Apache-2.0"
WORKDIR /app
COPY LICENSE ./
COPY --from=packages /app/node_modules node_modules
COPY --from=build /image/app ./
# The user `node` of the base image, by number, so that an orchestrator can see that it is not root.
COPY --from=build --chown=1000:1000 /image/var/lib/postrider /var/lib/postrider
ENV NODE_ENV=production \
    NODE_OPTIONS=--max-semi-space-size=32 \
    POSTRIDER_DATA_DIR=/var/lib/postrider \
    POSTRIDER_HTTP_HOST=0.0.0.0 \
    POSTRIDER_CONSOLE_HOST=0.0.0.0 \
    POSTRIDER_WEBSITE_HOST=0.0.0.0 \
    POSTRIDER_METRICS_HOST=0.0.0.0 \
    POSTRIDER_BOUNCE_HOST=0.0.0.0
USER 1000:1000
VOLUME /var/lib/postrider
EXPOSE 8080 8081 8082 9090
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "/app/hosts/cli/dist/healthy.js"]
ENTRYPOINT ["node", "/app/hosts/cli/bin/postrider.mjs"]
CMD ["start"]
# Last, because they change with each build.
ARG COMMIT=
ARG BUILT_AT=
ENV POSTRIDER_COMMIT=$COMMIT \
    POSTRIDER_BUILT_AT=$BUILT_AT
LABEL org.opencontainers.image.revision=$COMMIT \
      org.opencontainers.image.created=$BUILT_AT
