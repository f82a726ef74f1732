/** What Node gives each process of the server, here and in deploy/api.Dockerfile: docs/operate.md says what for. */
export const memoryLimits = ['--max-old-space-size=256', '--max-semi-space-size=8'];
