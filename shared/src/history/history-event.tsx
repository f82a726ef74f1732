import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { HistoryChange, HistoryEvent, HistoryPart, HistoryValue } from '@daybook/contracts/history';
import { formatLocale } from '@daybook/shared/i18n';
import { Amount } from '../record/amount.tsx';
import { InstantText } from '../record/date-text.tsx';
import { valueText } from './value-text.tsx';
import styles from './history.module.css';

type LinkedDocument = NonNullable<HistoryPart['document']>;

export interface HistoryWords {
  /** The label of a field on the record's page, such as `line.qty` for a field of a line; null if the page does not show it. */
  field: (name: string) => string | null;
  status: (status: string) => string;
  /** The word for the code of a choice. */
  value?: (field: string, text: string) => string | null;
  /** The address of a document; null if the reader may not open it. */
  address?: (document: LinkedDocument) => string | null;
}

interface EventProps {
  event: HistoryEvent;
  words: HistoryWords;
}

/** Changes that Daybook makes by itself are recorded with the names of database operations. */
const ownWords = new Map([
  ['insert', 'create'],
  ['delete', 'remove'],
  ['update', 'changed'],
]);

function verbOf({ action }: HistoryEvent): string {
  const verb = action.split('.').at(-1) ?? '';
  return ownWords.get(verb) ?? verb;
}

/** The most specific first: a cheque has steps within its status. */
const statuses: readonly string[] = ['displayStatus', 'status'];
const isReason = (field: string): boolean => /reason$/i.test(field) || field === 'removalReason';
/** With more changes than this, only the names of the fields are shown at first. */
const mostOpen = 3;

/** One command: its name, the person, the time, and the values before and after. */
export function HistoryEventView({ event, words }: EventProps) {
  const { t } = useTranslation('history');
  const partWord = ({ part, step, no }: HistoryPart) => t(`part.${part}.${step}`, { no });
  const [first] = event.parts;
  const ofCommand = t(`done.${verbOf(event)}`, { defaultValue: t('done.changed') });
  const ofOthers = first === undefined ? t('done.changed') : partWord(first);
  const title = event.isOwn ? ofCommand : ofOthers;
  const [status] = statuses.flatMap((one) => event.changes.filter(({ field }) => field === one));
  return (
    <div className={styles.event}>
      <strong>{title}</strong>
      {status !== undefined && status.before !== null && (
        <bdi>
          {t('fromTo', {
            from: statusText(status.before, words),
            to: statusText(status.after, words),
          })}
        </bdi>
      )}
      <Changes changes={event.changes} words={words} />
      {event.parts.map((part) => (
        <PartView key={keyOf(part)} part={part} word={partWord(part)} title={title} words={words} />
      ))}
      <span className={styles.when}>
        <bdi>{event.by ?? t('shared:history.system')}</bdi> · <InstantText at={event.at} />
      </span>
    </div>
  );
}

const keyOf = ({ part, step, no, label, document, amount }: HistoryPart): string =>
  [part, step, no, label, document?.id, amount?.minor].join(' ');

const statusText = (value: HistoryValue | null, { status }: HistoryWords): string =>
  value?.as === 'text' ? status(value.text) : '–';

interface PartProps {
  part: HistoryPart;
  word: string;
  title: string;
  words: HistoryWords;
}

/** The document or part, its amount, and its changes. */
function PartView({ part: { label, document, amount, changes }, word, title, words }: PartProps) {
  const address = document === null ? null : (words.address?.(document) ?? null);
  const isBare = label === null && amount === null;
  return (
    <>
      {!(isBare && word === title) && (
        <span>
          {word !== title && <>{word} </>}
          {label !== null &&
            (address === null ? <bdi>{label}</bdi> : <LinkTo address={address} label={label} />)}
          {label !== null && amount !== null && ' · '}
          {amount !== null && <Amount minor={amount.minor} currency={amount.currency} />}
        </span>
      )}
      <Changes changes={changes} words={words} />
    </>
  );
}

const LinkTo = ({ address, label }: { address: string; label: string }) => (
  <Link to={address}>
    <bdi>{label}</bdi>
  </Link>
);

interface ChangesProps {
  changes: readonly HistoryChange[];
  words: HistoryWords;
}

/** The values before and after, field by field; many of them are collapsed behind the field names. */
function Changes({ changes, words }: ChangesProps) {
  const { t } = useTranslation('history');
  const shown = changes.flatMap((change) => {
    if (statuses.includes(change.field)) return [];
    const name = isReason(change.field) ? t('reason') : words.field(change.field);
    return name === null ? [] : [{ ...change, name }];
  });
  if (shown.length === 0) return null;
  const list = (
    <ul className={styles.changes}>
      {shown.map(({ name, ...change }) => (
        <li key={change.field}>
          {t('field', { name })} <ChangeText change={change} words={words} />
        </li>
      ))}
    </ul>
  );
  if (shown.length <= mostOpen) return list;
  const names = shown.map(({ name }) => name);
  return (
    <details>
      <summary>{new Intl.ListFormat(formatLocale(), { type: 'unit' }).format(names)}</summary>
      {list}
    </details>
  );
}

/** If a value was empty before, only the new value is shown. */
function ChangeText({
  change: { field, before, after },
  words,
}: {
  change: HistoryChange;
  words: HistoryWords;
}) {
  const { t } = useTranslation('shared');
  const text = (value: HistoryValue | null) =>
    value === null
      ? '–'
      : valueText(value, {
          yes: t('history.yes'),
          no: t('history.no'),
          word: (code) => words.value?.(field, code),
        });
  if (before === null) return <bdi>{text(after)}</bdi>;
  return (
    <>
      <bdi className={styles.before}>{text(before)}</bdi> {t('history.to')} <bdi>{text(after)}</bdi>
    </>
  );
}
