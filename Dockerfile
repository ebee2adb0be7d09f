# Builds the site and the server, then keeps only what the server runs.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY . .
RUN npm run build

FROM node:24-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/server/package.json packages/server/
RUN npm ci --omit=dev --workspace=@anedya-docs/server

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 SANDBOX_DATA_DIR=/data
WORKDIR /app
# Packages lie below the root and, where versions differ, below the server.
COPY --from=dependencies /app/ ./
COPY --from=build /app/packages/server/dist packages/server/dist
COPY --from=build /app/site/build site/build
# State and certificates of the sandbox.
RUN mkdir /data && chown node:node /data
VOLUME /data
USER node
EXPOSE 3000 1883 8883 8804
HEALTHCHECK --interval=30s --timeout=3s CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "packages/server/dist/main.js"]
