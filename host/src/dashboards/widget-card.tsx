import Skeleton from 'antd/es/skeleton';
import type { DashboardName } from '@daybook/contracts/screens';
import { currentLanguage } from '@daybook/shared/i18n';
import { RemotePart } from '../remotes/remote-part.tsx';
import { useSite } from '../routing/site-context.ts';
import css from './dashboard.module.css';
import type { PlacedWidget } from './which-dashboards.ts';

/** One card of a dashboard. A failure inside it does not affect the other cards. */
export function WidgetCard({ placed, dashboard }: { placed: PlacedWidget; dashboard: DashboardName }) {
  const { loadWidget } = useSite();
  const { remote, entry, widget } = placed;
  const label = widget.label[currentLanguage()];
  return (
    <section className={`${css.card} ${css[widget.size]}`} aria-label={label}>
      <h2>{label}</h2>
      <RemotePart
        entry={entry}
        load={() => loadWidget(remote, widget.id)}
        given={{ dashboard }}
        waiting={<Skeleton active paragraph={{ rows: 5 }} />}
      />
    </section>
  );
}
