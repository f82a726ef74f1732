# The api and the worker: one image, two commands.
FROM node:26.10-slim AS install
WORKDIR /daybook
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
COPY contracts/package.json contracts/
COPY api/package.json api/
RUN npx --yes "$(node -p 'require("./package.json").packageManager')" install --prod --frozen-lockfile --filter '@daybook/api...'
# Removes Node, which the base image has, and the font weights that documents do not use.
RUN rm -rf node_modules/.pnpm/node-linux-* node_modules/node-linux-* \
 && find node_modules/.pnpm/@expo-google-fonts+*/node_modules/@expo-google-fonts -mindepth 2 -maxdepth 2 -type d \
    -name '[0-9]*' ! -name 400Regular ! -name 700Bold -exec rm -r {} +
COPY contracts contracts
COPY api api

FROM node:26.10-slim
WORKDIR /daybook
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
COPY --from=install /daybook .
RUN install -d -o node .compiled /audit /backups
ENV NODE_COMPILE_CACHE=/daybook/.compiled NODE_OPTIONS="--max-old-space-size=256 --max-semi-space-size=8"
USER node
# Fills Node's compile cache, which each user has separately. Without settings, both programs load all their modules and then exit.
RUN ! node api/src/main.ts 2>/dev/null && ! node api/src/worker.ts 2>/dev/null && test -n "$(ls .compiled)"
EXPOSE 3000
HEALTHCHECK --start-period=180s --interval=5s --timeout=10s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/api/health/ready').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "api/src/main.ts"]
