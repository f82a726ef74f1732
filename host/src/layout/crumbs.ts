import { matchPath } from 'react-router-dom';
import type { RemoteRelease } from '@daybook/contracts/remotes';
import { type Screen, menuGroups } from '@daybook/contracts/screens';
import { base } from '../routing/paths.ts';

export interface Crumb {
  label: Screen['label'];
  /** Null for a group, which is not a page, and for the last crumb, which is the current page. */
  to: string | null;
}

const isBelow = (path: string, parent: string) => path !== parent && path.startsWith(`${parent}/`);

/** The group, then each screen whose path contains this one, then the screen itself: Billing / Invoices / New invoice. */
export function crumbsOf(releases: readonly RemoteRelease[], pathname: string): Crumb[] {
  const screens = releases.flatMap((release) => release.screens);
  const current = screens
    .filter(({ path }) => matchPath(`${base}/${path}`, pathname) !== null)
    .toSorted((one, other) => Number(one.path.includes(':')) - Number(other.path.includes(':')))[0];
  if (current === undefined) return [];
  const above = screens
    .filter(({ id, path }) => id === current.parent || (isBelow(current.path, path) && !path.includes(':')))
    .toSorted((one, other) => one.path.length - other.path.length);
  const group = [...above, current].find(({ menu }) => menu)?.menu?.group;
  const isNamedAlike = group && menuGroups[group].en === (above[0] ?? current).label.en;
  return [
    ...(group && !isNamedAlike ? [{ label: menuGroups[group], to: null }] : []),
    ...above.map(({ label, path }) => ({ label, to: `${base}/${path}` })),
    { label: current.label, to: null },
  ];
}
