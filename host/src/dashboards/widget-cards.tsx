import { useEffect, useState } from 'react';
import type { DashboardName } from '@daybook/contracts/screens';
import { queryClient } from '@daybook/shared/query-client';
import css from './dashboard.module.css';
import { WidgetCard } from './widget-card.tsx';
import { cardsDrawnFirst, type PlacedWidget } from './which-dashboards.ts';

/** A first card that does not answer delays the others no longer than this. */
const longestMs = 3_000;

interface Props {
  widgets: readonly PlacedWidget[];
  dashboard: DashboardName;
}

/** The cards of a dashboard. The first ones are drawn first. */
export function WidgetCards({ widgets, dashboard }: Props) {
  const { isDue, onDrawn } = useTurns();
  return (
    <div className={css.cards}>
      {widgets.map((placed, index) => (
        <WidgetCard
          key={placed.widget.id}
          placed={placed}
          dashboard={dashboard}
          isDue={isDue || index < cardsDrawnFirst}
          onDrawn={() => onDrawn(placed.widget.id)}
        />
      ))}
    </div>
  );
}

/** Whether the later cards may come: the first ones are drawn, with their data. */
function useTurns() {
  const [drawn, setDrawn] = useState<ReadonlySet<string>>(new Set());
  const [isDue, setDue] = useState(false);
  const areDrawn = drawn.size >= cardsDrawnFirst;
  useEffect(() => {
    if (!areDrawn) return undefined;
    const look = () => {
      if (queryClient.isFetching() === 0) setDue(true);
    };
    const soon = setTimeout(look);
    const stop = queryClient.getQueryCache().subscribe(look);
    return () => {
      clearTimeout(soon);
      stop();
    };
  }, [areDrawn]);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), longestMs);
    return () => clearTimeout(timer);
  }, []);
  const onDrawn = (id: string) => setDrawn((before) => (before.has(id) ? before : new Set([...before, id])));
  return { isDue, onDrawn };
}
