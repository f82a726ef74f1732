# The image of the host or of one remote. When it starts, it releases its version into the site and ends.
#   docker build -f deploy/publisher.Dockerfile --build-arg PACKAGE=remote-billing --build-arg NAME=billing .
FROM node:26.10-slim AS install
WORKDIR /daybook
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
COPY contracts/package.json contracts/
COPY host/package.json host/
COPY remote-billing/package.json remote-billing/
COPY remote-crm/package.json remote-crm/
COPY remote-settings/package.json remote-settings/
COPY remote-tasks/package.json remote-tasks/
COPY shared/package.json shared/
COPY tooling/package.json tooling/
RUN npx --yes "$(node -p 'require("./package.json").packageManager')" install --frozen-lockfile \
    --filter '@daybook/tooling...' --filter '@daybook/host...' --filter '@daybook/remote-*...'

FROM install AS build
COPY contracts contracts
COPY shared shared
COPY tooling tooling
ARG PACKAGE
COPY ${PACKAGE} ${PACKAGE}
ARG COMMIT
RUN DAYBOOK_COMMIT=${COMMIT} node tooling/src/webpack/compile.ts ${PACKAGE}
# The release step needs only its sources and two libraries. The links are those that pnpm would make.
RUN mkdir -p /publisher/node_modules/@daybook /publisher/tooling /publisher/dist/site \
 && cp -r ${PACKAGE}/dist /publisher/build \
 && cp -r contracts /publisher/contracts && rm -rf /publisher/contracts/node_modules \
 && cp -r tooling/package.json tooling/src /publisher/tooling/ && rm -rf /publisher/tooling/src/webpack \
 && cp -rL tooling/node_modules/semver tooling/node_modules/zod /publisher/node_modules/ \
 && ln -s ../../contracts /publisher/node_modules/@daybook/contracts \
 && chown node:node /publisher/dist/site

FROM node:26.10-slim
WORKDIR /daybook
COPY --from=build /publisher .
USER node
# Checks that no module of the command is missing: without a name it prints its usage.
RUN node tooling/src/release.ts 2>&1 | grep -q 'refused: pnpm release'
ARG NAME
ENV NAME=${NAME}
CMD ["sh", "-c", "exec node tooling/src/release.ts ${NAME} --from build --if-new"]
