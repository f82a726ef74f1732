import { lastLive, readHistory } from './history.ts';
import { liveVersions, readRemotes, versionIn, versionsOnDisk } from './site.ts';

/** Lines about the live versions, the versions that a rollback would return to, and the other stored ones, the latest first. */
export function describeReleases(site: string, now = new Date()): string[] {
  const history = readHistory(site);
  const remotes = readRemotes(site);
  return [...liveVersions(site)].flatMap(([name, live]) => {
    const release = remotes.find((one) => one.name === name);
    const previous = versionIn(release?.previous ?? '');
    const entries = history[name] ?? [];
    const until = (version: string) => lastLive(entries, version, now)?.toISOString() ?? '';
    const kept = versionsOnDisk(site, name)
      .filter((version) => version !== live)
      .toSorted((one, other) => until(other).localeCompare(until(one)));
    const since = entries.findLast(({ version }) => version === live);
    const how = since?.how === 'rollback' ? 'rolled back' : 'released';
    return [
      `${name.padEnd(10)} ${live}  live, ${how} ${since?.at ?? ''}${release?.disabled ? ', switched off' : ''}`,
      ...kept.map((version) => {
        const note = version === previous ? 'previous' : 'kept';
        return `${''.padEnd(10)} ${version}  ${note}, live until ${until(version) || 'an unknown time'}`;
      }),
    ];
  });
}
