import { type MenuGroup, type MenuIcon, type Screen, menuGroupNames } from '@daybook/contracts/screens';
import type { RemoteRelease } from '@daybook/contracts/remotes';
import { base } from '../routing/paths.ts';
import type { Opening } from '../routing/screen-gate.ts';

export interface MenuItem {
  id: string;
  to: string;
  icon: MenuIcon;
  label: Screen['label'];
}

export interface MenuSection {
  group: MenuGroup;
  items: MenuItem[];
}

type Placed = Screen & { menu: NonNullable<Screen['menu']> };

const hasMenu = (screen: Screen): screen is Placed => screen.menu !== undefined;

/** The screens that a person may open, by group. Empty groups are left out. */
export function menuOf(
  releases: readonly RemoteRelease[],
  mayOpen: (screen: Opening) => boolean,
): MenuSection[] {
  const placed = releases
    .filter(({ disabled }) => !disabled)
    .flatMap(({ screens }) => screens)
    .filter(hasMenu)
    .filter((screen) => mayOpen(screen))
    .toSorted((one, other) => one.menu.order - other.menu.order);
  return menuGroupNames
    .map((group) => ({
      group,
      items: placed
        .filter(({ menu }) => menu.group === group)
        .map(({ id, path, label, menu }) => ({ id, to: `${base}/${path}`, icon: menu.icon, label })),
    }))
    .filter(({ items }) => items.length > 0);
}

/** The entry that an address belongs to: of those above it the nearest, as an entry may stand below another. */
export const entryAt = (sections: readonly MenuSection[], pathname: string): string | undefined =>
  sections
    .flatMap(({ items }) => items.map(({ to }) => to))
    .filter((to) => pathname === to || pathname.startsWith(`${to}/`))
    .toSorted((one, other) => other.length - one.length)[0];
