# One image a service: docker build --target matcher|session-state|gateway|set-up .
ARG NODE_IMAGE=node:24-bookworm-slim

# What npm needs to know, so that a change of code alone installs nothing anew.
FROM ${NODE_IMAGE} AS manifests
WORKDIR /app
COPY package.json package-lock.json ./
COPY libs/contracts/package.json libs/contracts/
COPY libs/service-kit/package.json libs/service-kit/
COPY services/gateway/package.json services/gateway/
COPY services/matcher/package.json services/matcher/
COPY services/runtime-host/package.json services/runtime-host/
COPY services/session-state/package.json services/session-state/
COPY stack/package.json stack/
COPY cli/package.json cli/
COPY web/package.json web/
COPY e2e/package.json e2e/

FROM manifests AS build
RUN npm ci --no-audit --no-fund
COPY tsconfig.base.json tsconfig.json ./
COPY libs libs
COPY services services
COPY stack stack
COPY cli cli
COPY web web
RUN npx tsc -b && npm run build -w web \
  && npx esbuild stack/src/compose/main.ts --bundle --platform=node --format=cjs --outfile=/app/set-up.cjs

# Each service with its own dependencies and no others.
FROM manifests AS matcher-modules
RUN npm ci --no-audit --no-fund --omit=dev --workspace services/matcher
FROM manifests AS session-state-modules
RUN npm ci --no-audit --no-fund --omit=dev --workspace services/session-state
FROM manifests AS gateway-modules
RUN npm ci --no-audit --no-fund --omit=dev --workspace services/gateway

FROM ${NODE_IMAGE} AS base
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/libs/contracts/package.json libs/contracts/
COPY --from=build /app/libs/contracts/dist libs/contracts/dist
COPY --from=build /app/libs/service-kit/package.json libs/service-kit/
COPY --from=build /app/libs/service-kit/dist libs/service-kit/dist
USER node
HEALTHCHECK --interval=15s --timeout=10s --start-period=60s --start-interval=2s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PITWALL_HEALTH_PORT}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]

FROM base AS matcher
ENV PITWALL_HEALTH_PORT=4401
COPY --from=matcher-modules /app/node_modules node_modules
COPY --from=build /app/services/matcher/package.json services/matcher/
COPY --from=build /app/services/matcher/dist services/matcher/dist
CMD ["node", "services/matcher/dist/main.js"]

FROM base AS session-state
ENV PITWALL_HEALTH_PORT=4401
COPY --from=session-state-modules /app/node_modules node_modules
COPY --from=build /app/services/session-state/package.json services/session-state/
COPY --from=build /app/services/session-state/dist services/session-state/dist
CMD ["node", "services/session-state/dist/main.js"]

FROM base AS gateway
# The gateway's health is on its own port.
ENV PITWALL_PORT=4400 PITWALL_HEALTH_PORT=4400 PITWALL_LISTEN=0.0.0.0 PITWALL_DASHBOARD=/app/web/dist
COPY --from=gateway-modules /app/node_modules node_modules
COPY --from=build /app/services/gateway/package.json services/gateway/
COPY --from=build /app/services/gateway/dist services/gateway/dist
COPY --from=build /app/services/gateway/schema services/gateway/schema
COPY --from=build /app/web/dist web/dist
EXPOSE 4400
CMD ["node", "services/gateway/dist/main.js"]

FROM ${NODE_IMAGE} AS set-up
# An empty volume takes the owner of the folder that it is mounted on.
RUN install -d -o node -g node -m 700 /set-up/keys /set-up/nats /set-up/nats-data /set-up/postgres \
  /set-up/matcher /set-up/session-state /set-up/gateway && chown node:node /set-up
COPY --from=build /app/set-up.cjs /app/set-up.cjs
USER node
CMD ["node", "/app/set-up.cjs"]
