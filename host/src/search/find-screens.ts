import type { Language } from '@daybook/contracts/fields';
import type { RemoteRelease } from '@daybook/contracts/remotes';
import { menuGroups } from '@daybook/contracts/screens';
import { base } from '../routing/paths.ts';
import type { Opening } from '../routing/screen-gate.ts';
import type { Target } from './recents.ts';
import { normalForm } from '@daybook/shared/normal-form';

const most = 8;

/** The screens that a person may open by name. Screens of a single record are left out. */
export function screensToOpen(
  releases: readonly RemoteRelease[],
  mayOpen: (screen: Opening) => boolean,
  lng: Language,
): Target[] {
  const screens = releases.filter(({ disabled }) => !disabled).flatMap((release) => release.screens);
  return screens
    .filter((screen) => !screen.path.includes(':') && mayOpen(screen))
    .map(({ path, label, menu }) => ({
      kind: 'screen',
      path: `${base}/${path}`,
      label: label[lng],
      detail: menu === undefined || menuGroups[menu.group].en === label.en ? '' : menuGroups[menu.group][lng],
    }));
}

/** The screens whose name contains every word that was typed. Names that begin with the typed text come first. */
export function findScreens(screens: readonly Target[], typed: string): Target[] {
  const words = normalForm(typed).split(/\s+/);
  const startsLike = ({ label }: Target) => Number(!normalForm(label).startsWith(words[0] ?? ''));
  return screens
    .filter(({ label, detail }) => {
      const text = normalForm(`${label} ${detail}`);
      return words.every((word) => text.includes(word));
    })
    .toSorted((one, other) => startsLike(one) - startsLike(other))
    .slice(0, most);
}
