const numbers = (version: string): number[] => version.replace('^', '').split('.').map(Number);

/** Whether a host with this contract version satisfies a caret range such as `^1.2.0`: the same major version, and not older. */
export function meetsRange(version: string, range: string): boolean {
  const [major = 0, minor = 0, patch = 0] = numbers(version);
  const [wantedMajor = 0, wantedMinor = 0, wantedPatch = 0] = numbers(range);
  if (major !== wantedMajor) return false;
  return minor === wantedMinor ? patch >= wantedPatch : minor > wantedMinor;
}
