import { type DashboardName, type Widget, dashboardNames } from '@daybook/contracts/screens';
import type { RemoteRelease } from '@daybook/contracts/remotes';
import type { Permission } from '@daybook/contracts/permissions';

interface Viewer {
  isSuperAdmin: boolean;
  holds: (...keys: Permission[]) => boolean;
}

/** One's own for everybody; the firm's under its key; the installation for the super admin (docs/rules.md#landing). */
export const dashboardsOf = ({ isSuperAdmin, holds }: Viewer): DashboardName[] =>
  dashboardNames.filter(
    (name) =>
      name === 'personal' ||
      (name === 'firm' && holds('dashboard.admin')) ||
      (name === 'system' && isSuperAdmin),
  );

/** What opens first: the firm's to who runs it. */
export const firstOf = (names: readonly DashboardName[]): DashboardName =>
  names.includes('firm') ? 'firm' : 'personal';

export interface PlacedWidget {
  remote: string;
  entry: string;
  widget: Widget;
}

/** The cards of a dashboard that the person may see, of all remotes that are not switched off, in order. */
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
