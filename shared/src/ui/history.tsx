import Timeline from 'antd/es/timeline';
import { useTranslation } from 'react-i18next';
import { history, type HistoryEvent, type HistoryKind } from '@daybook/contracts/history';
import { InstantText } from './date-text.tsx';
import { ReadView } from './read-view.tsx';
import { RecordSection } from './record-screen.tsx';
import { useRead } from './use-read.tsx';
import styles from './history.module.css';

/** Who changed a record, what, and when; the latest first. Stands in the aside of its page. */
export function RecordHistory({ kind, id }: { kind: HistoryKind; id: string }) {
  const { t } = useTranslation('shared');
  return (
    <RecordSection title={t('history.title')}>
      <ReadView of={useRead(history.of, { kind, id })}>
        {(events) => (
          <Timeline items={events.map((event) => ({ key: event.id, content: <Event event={event} /> }))} />
        )}
      </ReadView>
    </RecordSection>
  );
}

function Event({ event }: { event: HistoryEvent }) {
  const { t } = useTranslation('shared');
  const verb = event.action.split('.').at(-1) ?? '';
  return (
    <div className={styles.event}>
      <strong>{t(`history.${verb}`, { defaultValue: t('history.changed') })}</strong>
      <span className={styles.when}>
        <bdi>{event.by ?? t('history.system')}</bdi> · <InstantText at={event.at} />
      </span>
    </div>
  );
}
