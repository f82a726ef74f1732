/** The heap limits of each server process, here and in deploy/api.Dockerfile; docs/operate.md gives the reasons. */
export const memoryLimits = ['--max-old-space-size=256', '--max-semi-space-size=8'];
