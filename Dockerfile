# One image for the API (which serves the console), the worker and the identity provider: the command says which.
# docker-compose.yml runs it as the user `node`, on a read-only root file system; only /files, /tlog and /witness are written to.

FROM node:22-bookworm-slim AS build
WORKDIR /src
COPY . .
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev
RUN node scripts/compile.mjs && node fonts/build.mjs && npx vite build apps/console --config apps/console/vite.config.ts
# What the servers need of all this, a folder for each layer: no package of the console, no example data, no test support.
RUN node scripts/production/image-tree.mjs /image

FROM node:22-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
# A new volume takes over whose folder it is mounted on.
RUN install -d -o node -g node -m 0700 /files /tlog /witness
# What changes least comes first: a new release sends the last layers only.
COPY --from=build /image/fonts ./
COPY --from=build /image/packages ./
COPY --from=build /image/commands ./
COPY --from=build /image/apps ./
USER node
ENTRYPOINT ["node", "--enable-source-maps"]
CMD ["dist/apps/api/src/main.js"]
