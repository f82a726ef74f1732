import { type DashboardName, type Widget, dashboardNames } from '@daybook/contracts/screens';
import type { RemoteRelease } from '@daybook/contracts/remotes';
import type { Permission } from '@daybook/contracts/permissions';

interface Viewer {
  isSuperAdmin: boolean;
  holds: (...keys: Permission[]) => boolean;
}

/** Everybody has a personal dashboard. The firm's needs its permission, and the system's is for the super admin (docs/rules.md#landing). */
export const dashboardsOf = ({ isSuperAdmin, holds }: Viewer): DashboardName[] =>
  dashboardNames.filter(
    (name) =>
      name === 'personal' ||
      (name === 'firm' && holds('dashboard.admin')) ||
      (name === 'system' && isSuperAdmin),
  );

/** The dashboard that opens first: the firm's for people who may see it, otherwise their own. */
export const firstOf = (names: readonly DashboardName[]): DashboardName =>
  names.includes('firm') ? 'firm' : 'personal';

/** Those at the top of the page. The charts below them would make people wait for what they see. */
export const cardsDrawnFirst = 2;

/** The cards of the dashboard at this address; null if there is none. */
export function cardsAt(
  releases: readonly RemoteRelease[],
  pathname: string,
  viewer: Viewer,
  mayOpen: (allow: Widget['allow']) => boolean,
): PlacedWidget[] | null {
  const address = /^\/(?:app(?:\/dashboards\/(\w+))?)?$/.exec(pathname);
  if (address === null) return null;
  const names = dashboardsOf(viewer);
  return widgetsOf(releases, names.find((name) => name === address[1]) ?? firstOf(names), mayOpen);
}

export interface PlacedWidget {
  remote: string;
  entry: string;
  widget: Widget;
}

/** The cards that the person may see on a dashboard, in order. Remotes that are switched off have none. */
export const widgetsOf = (
  releases: readonly RemoteRelease[],
  dashboard: DashboardName,
  mayOpen: (allow: Widget['allow']) => boolean,
): PlacedWidget[] =>
  releases
    .filter(({ disabled }) => !disabled)
    .flatMap(({ name, entry, widgets }) => widgets.map((widget) => ({ remote: name, entry, widget })))
    .filter(({ widget }) => widget.dashboards.includes(dashboard) && mayOpen(widget.allow))
    .toSorted((one, other) => one.widget.order - other.widget.order);
