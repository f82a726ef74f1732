/** Code of another origin never runs, whatever remotes.json says. */
export const isSameOrigin = (address: string): boolean =>
  URL.canParse(address, location.origin) && new URL(address, location.origin).origin === location.origin;
