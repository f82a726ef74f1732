import Timeline from 'antd/es/timeline';
import { useTranslation } from 'react-i18next';
import { history, type HistoryEvent, type HistoryKind } from '@daybook/contracts/history';
import { formatLocale } from '@daybook/shared/i18n';
import { InstantText } from './date-text.tsx';
import { ReadView } from './read-view.tsx';
import { RecordSection } from './record-screen.tsx';
import { useRead } from './use-read.tsx';
import styles from './history.module.css';

export interface HistoryWords {
  /** What a field is called on the record's own page; null for one that it does not show. */
  field: (name: string) => string | null;
  status: (status: string) => string;
  /** What the page calls a value that is one of a few; null for what is typed. */
  value?: (field: string, value: string) => string | null;
}

interface RecordHistoryProps {
  kind: HistoryKind;
  id: string;
  /** Without them only the step is told. */
  words?: HistoryWords;
}

/** Who changed a record, what, and when; the latest first. Stands in the aside of its page. */
export function RecordHistory({ kind, id, words }: RecordHistoryProps) {
  const { t } = useTranslation('shared');
  return (
    <RecordSection title={t('history.title')}>
      <ReadView of={useRead(history.of, { kind, id })}>
        {(events) => (
          <Timeline
            items={events.map((event) => ({ key: event.id, content: <Event event={event} words={words} /> }))}
          />
        )}
      </ReadView>
    </RecordSection>
  );
}

type FromTo = (step: { from: string; to: string }) => string;

interface EventProps {
  event: HistoryEvent;
  words: HistoryWords | undefined;
}

/** What Daybook writes by itself bears the database's words. */
const ownWords = new Map([
  ['insert', 'create'],
  ['delete', 'remove'],
]);

function verbOf({ action }: HistoryEvent): string {
  const verb = action.split('.').at(-1) ?? '';
  return ownWords.get(verb) ?? verb;
}

const isStatus = (field: string): boolean => field === 'status' || field === 'state';

function Event({ event, words }: EventProps) {
  const { t } = useTranslation('shared');
  const verb = verbOf(event);
  const status = event.changes.find(({ field, before }) => isStatus(field) && before !== '');
  const fromTo: FromTo = (step) => t('history.fromTo', step);
  const edited = verb === 'edit' ? namesOf(event, words, fromTo) : [];
  return (
    <div className={styles.event}>
      <strong>{t(`history.${verb}`, { defaultValue: t('history.changed') })}</strong>
      {status !== undefined && words !== undefined && (
        <bdi>{fromTo({ from: words.status(status.before), to: words.status(status.after) })}</bdi>
      )}
      {edited.length > 0 && <bdi>{new Intl.ListFormat(formatLocale(), { type: 'unit' }).format(edited)}</bdi>}
      <span className={styles.when}>
        <bdi>{event.by ?? t('history.system')}</bdi> · <InstantText at={event.at} />
      </span>
    </div>
  );
}

/** The fields that were edited, as the record's page calls them; of a choice also from what to what. */
function namesOf({ changes }: HistoryEvent, words: HistoryWords | undefined, fromTo: FromTo): string[] {
  const named = changes.flatMap(({ field, before, after }) => {
    const name = isStatus(field) ? null : (words?.field(field) ?? null);
    if (name === null) return [];
    const [from, to] = [before, after].map((one) =>
      one === '' ? null : (words?.value?.(field, one) ?? null),
    );
    return from && to ? `${name}: ${fromTo({ from, to })}` : name;
  });
  return [...new Set(named)];
}
