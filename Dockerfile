# syntax=docker/dockerfile:1
FROM node:24-bookworm-slim AS base
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY server/package.json server/
COPY web/package.json web/
COPY demo/package.json demo/
COPY testing/package.json testing/

# The web app is built with everything installed ...
FROM base AS web
RUN npm ci --include=dev --include=optional
COPY tsconfig.base.json ./
COPY scripts scripts
COPY contract contract
COPY web web
RUN npm run build --workspace=web

# ... while the image holds only what the server runs on. The image's own Node takes the place of the pinned one.
FROM base AS packages
RUN npm ci --omit=dev --include=optional --workspace=contract --workspace=server

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data MALLOC_ARENA_MAX=2
WORKDIR /app
COPY --from=packages /app ./
COPY contract/src contract/src
COPY server/src server/src
COPY --from=web /app/web/dist web/dist
# The operator's commands, without the scripts that install and build.
RUN npm pkg set scripts.admin='node server/src/admin/main.ts' scripts.move='node --liftoff-only server/src/instance/move-main.ts' \
    scripts.backup='node --liftoff-only server/src/instance/backup-main.ts' scripts.restore='node --liftoff-only server/src/instance/restore-main.ts' \
  && mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/src/main.ts"]
