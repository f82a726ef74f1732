import { PageSkeleton } from '@daybook/shared/read/page-skeleton';
import type { DashboardName } from '@daybook/contracts/screens';
import { currentLanguage } from '@daybook/shared/i18n';
import { RemotePart } from '../remotes/remote-part.tsx';
import { useSite } from '../routing/site-context.ts';
import css from './dashboard.module.css';
import type { PlacedWidget } from './which-dashboards.ts';

interface Props {
  placed: PlacedWidget;
  dashboard: DashboardName;
  /** Before that, the card is an outline. */
  isDue: boolean;
  /** Called once the code of the card is drawn, which then reads its data. */
  onDrawn: () => void;
}

/** One card of a dashboard. A failure inside it does not affect the other cards. */
export function WidgetCard({ placed, dashboard, isDue, onDrawn }: Props) {
  const { loadWidget } = useSite();
  const { remote, entry, widget } = placed;
  const label = widget.label[currentLanguage()];
  return (
    <section className={`${css.card} ${css[widget.size]}`} aria-label={label}>
      <h2>{label}</h2>
      {isDue ? (
        <RemotePart
          entry={entry}
          load={() => loadWidget(remote, widget.id)}
          given={{ dashboard }}
          waiting={<PageSkeleton shape="chart" />}
          onDrawn={onDrawn}
        />
      ) : (
        <PageSkeleton shape="chart" />
      )}
    </section>
  );
}
