/** The superuser's URL of the same database, for what an intruder or a planner would do there. */
export function superuserOf(ownerUrl: string): string {
  const url = new URL(process.env.TEST_ADMIN_URL ?? '');
  url.pathname = new URL(ownerUrl).pathname;
  return url.href;
}
