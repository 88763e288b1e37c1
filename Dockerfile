# One image for every host: the command chooses (start, http, dispatcher, migrate, doctor ...).
FROM node:22-slim AS build
WORKDIR /app
COPY . .
RUN npm ci --ignore-scripts \
 && npx tsc -b hosts/cli \
 && node scripts/pack-public-files.mjs \
 && npm prune --omit=dev --ignore-scripts

FROM node:22-slim
ARG COMMIT=
ARG BUILT_AT=
ENV NODE_ENV=production \
    POSTRIDER_COMMIT=$COMMIT \
    POSTRIDER_BUILT_AT=$BUILT_AT \
    POSTRIDER_DATA_DIR=/var/lib/postrider \
    POSTRIDER_HTTP_HOST=0.0.0.0 \
    POSTRIDER_METRICS_HOST=0.0.0.0
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/contracts ./contracts
COPY --from=build /app/core ./core
COPY --from=build /app/adapters ./adapters
COPY --from=build /app/hosts ./hosts
RUN mkdir -p /var/lib/postrider && chown node:node /var/lib/postrider
USER node
VOLUME /var/lib/postrider
EXPOSE 8080 9090
STOPSIGNAL SIGTERM
# The page of figures is there in every host.
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:9090/metrics').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/hosts/cli/dist/main.js"]
CMD ["start"]
