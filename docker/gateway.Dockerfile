# The gateway: MCP, tool calls, REST.
# docker build -f docker/gateway.Dockerfile -t cairn/gateway .
FROM node:24-trixie-slim AS tools
ENV TURBO_TELEMETRY_DISABLED=1
RUN npm install --global --no-audit --no-fund pnpm@12.21.0 turbo@2.11.11

FROM tools AS pruned
WORKDIR /repo
COPY . .
RUN turbo prune @cairn/gateway --docker

FROM tools AS built
WORKDIR /repo
COPY --from=pruned /repo/out/json/ ./
COPY --from=pruned /repo/tsconfig.base.json ./
RUN --mount=type=cache,id=pnpm,target=/root/.local/share/pnpm/store pnpm install --frozen-lockfile
COPY --from=pruned /repo/out/full/ ./
RUN pnpm --filter @cairn/gateway run build
RUN pnpm --filter @cairn/gateway deploy --prod ../app
# The runtime of the local model brings the binaries of every platform.
RUN find ../app/node_modules/.pnpm -type d \( -path '*/napi-v6/darwin' -o -path '*/napi-v6/win32' \) -prune -exec rm -r {} +

FROM node:24-trixie-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8787
WORKDIR /app
COPY --from=built /app/ ./
USER node
# A volume takes over who owns the folder.
RUN mkdir -p ~/checkpoints
EXPOSE 8787
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:8787/readyz?without=queue').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "dist/main.js"]
