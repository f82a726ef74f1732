import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { OwedAmounts } from '@daybook/contracts/receivables/follow-up/follow-ups';
import type { worklist, WorklistRow } from '@daybook/contracts/receivables/follow-up/worklist';
import { dateColumn, linkColumn, textColumn, actionsColumn, type Column } from '@daybook/shared/list/columns';
import type { SortOf } from '@daybook/shared/list/use-list';
import { Amount } from '@daybook/shared/record/amount';
import { countText } from '@daybook/shared/record/count-text';
import { DateText, InstantText } from '@daybook/shared/record/date-text';
import { StatusTag } from '@daybook/shared/record/status-tag';
import { listLink } from '@daybook/shared/list-link';
import { useMay } from '@daybook/shared/session';
import { followUpAddress } from '../common/addresses.ts';
import { PromiseTag } from '../common/promise-tag.tsx';
import { RowActions } from './row-actions.tsx';
import type { Step } from './steps.ts';
import styles from './follow-up.module.css';

/** The table knows its rows by their client. */
export type Debtor = WorklistRow & { id: string };
type DebtorColumn = Column<Debtor, SortOf<typeof worklist>>;

export function useWorklistColumns(begin: (step: Step, row: Debtor) => void): DebtorColumn[] {
  const { t } = useTranslation('billing');
  const client: DebtorColumn = linkColumn(
    t('field.client'),
    (row) => row.client.label,
    (row) => followUpAddress(row.client.id),
  );
  return [
    {
      ...client,
      sort: 'name',
      render: (row) => (
        <div className={styles.stack}>
          {client.render(row)}
          <Flags row={row} />
        </div>
      ),
    },
    amountsColumn(t('overdue'), (one) => one.overdue),
    { ...amountsColumn(t('followUp.balance'), (one) => one.balance), name: 'balance' },
    {
      title: t('followUp.oldest'),
      name: 'oldest',
      sort: 'oldest',
      width: 98,
      render: (row) => <Oldest row={row} />,
    },
    textColumn(t('followUp.level'), ({ levelDue }) => levelDue && `${levelDue.no} ${levelDue.name}`, {
      name: 'level',
      isHidden: true,
    }),
    {
      title: t('followUp.promiseLabel'),
      name: 'promise',
      width: 98,
      render: (row) => <Promised row={row} />,
    },
    { title: t('followUp.last'), name: 'last', width: 98, render: (row) => <Last row={row} /> },
    dateColumn(t('followUp.nextOn'), (row) => row.nextOn, { name: 'next', sort: 'nextOn', width: 98 }),
    textColumn(t('followUp.responsible'), (row) => row.responsible.label, {
      name: 'responsible',
      isShort: true,
      isHidden: true,
    }),
    actionsColumn(t('shared:list.actions'), (row) => (
      <RowActions row={row} begin={(step) => begin(step, row)} />
    )),
  ];
}

const amountsColumn = (title: string, of: (owed: OwedAmounts) => number): DebtorColumn => ({
  title,
  align: 'end',
  width: 115,
  render: ({ owed }) => {
    const some = owed.filter((one) => of(one) !== 0);
    if (some.length === 0) return '–';
    return (
      <div className={styles.amounts}>
        {some.map((one) => (
          <Amount key={one.currency} minor={of(one)} currency={one.currency} />
        ))}
      </div>
    );
  },
});

function Flags({
  row: { client, group, isDisputed, reminders, pausedInPart, isHandedOn, responsible, certificatesLate },
}: {
  row: Debtor;
}) {
  const { t } = useTranslation('billing');
  const isPaused = reminders.reminders !== 'on' || pausedInPart;
  const mayOpenRegister = useMay('receipts.view');
  if (group === null && !isDisputed && !isPaused && !isHandedOn && certificatesLate === 0) return null;
  const late = (
    <StatusTag tone="waiting">{t('followUp.certificatesLate', { count: certificatesLate })}</StatusTag>
  );
  return (
    <div className={styles.tags}>
      {group !== null && (
        <span className={styles.quiet}>
          <bdi>
            {group.isWhole
              ? t('followUp.wholeGroup', { group: group.label, number: countText(group.clients) })
              : t('followUp.partOfGroup', { seen: countText(group.seen), number: countText(group.clients) })}
          </bdi>
        </span>
      )}
      {isDisputed && <StatusTag tone="waiting">{t('followUp.disputed')}</StatusTag>}
      {isPaused && <StatusTag tone="draft">{t('followUp.paused')}</StatusTag>}
      {certificatesLate > 0 &&
        (mayOpenRegister && !group?.isWhole ? (
          <Link to={listLink('withholding_entry', { clientId: client.id, tab: 'late' })}>{late}</Link>
        ) : (
          late
        ))}
      {isHandedOn && <StatusTag tone="info">{responsible.label}</StatusTag>}
    </div>
  );
}

function Oldest({ row: { oldestDueOn, daysLate } }: { row: Debtor }) {
  const { t } = useTranslation('billing');
  if (oldestDueOn === null) return '–';
  return (
    <div className={styles.stack}>
      <DateText date={oldestDueOn} />
      {daysLate !== null && <bdi className={styles.quiet}>{t('followUp.late', { count: daysLate })}</bdi>}
    </div>
  );
}

function Promised({ row: { promise } }: { row: Debtor }) {
  if (promise === null) return '–';
  return (
    <div className={styles.stack}>
      <span>
        <PromiseTag state={promise.state} />
      </span>
      <span>
        <Amount minor={promise.amount} currency={promise.currency} /> · <DateText date={promise.dueOn} />
      </span>
    </div>
  );
}

function Last({ row: { lastFollowUp } }: { row: Debtor }) {
  const { t } = useTranslation('billing');
  if (lastFollowUp === null) return '–';
  return (
    <div className={styles.stack}>
      <span>{t(`followUp.outcome.${lastFollowUp.outcome}`)}</span>
      <span className={styles.quiet}>
        <InstantText at={lastFollowUp.at} isDay />
      </span>
    </div>
  );
}
