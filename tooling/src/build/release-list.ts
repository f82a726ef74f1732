import { Remotes, type RemoteRelease } from '@daybook/contracts/remotes';

const repeated = (values: readonly string[]) =>
  values.filter((value, index) => values.indexOf(value) !== index);

/** `a/:id` and `a/:clientId` are one path; a literal part and a parameter are not, the router prefers the literal. */
const shapeOf = (path: string) => path.replaceAll(/:[^/]+/g, ':');

/** The content of remotes.json. Refuses two screens that claim one id, or one address. */
export function releaseList(releases: readonly RemoteRelease[]): Remotes {
  const screens = releases.flatMap((release) => release.screens);
  const ids = repeated(screens.map(({ id }) => id));
  if (ids.length > 0) throw new Error(`more than one screen has the id ${ids.join(', ')}`);
  const paths = repeated(screens.flatMap(({ path, aliases = [] }) => aliases.concat(path)).map(shapeOf));
  if (paths.length > 0) throw new Error(`more than one screen claims the path ${paths.join(', ')}`);
  return Remotes.parse({ remotes: releases });
}
