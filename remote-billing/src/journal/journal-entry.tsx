import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { journal, type JournalEntry } from '@daybook/contracts/billing/journal/journal';
import { Amount } from '@daybook/shared/record/amount';
import { DateText, InstantText, dateText } from '@daybook/shared/record/date-text';
import { listLink } from '@daybook/shared/list-link';
import { ReadView } from '@daybook/shared/read/read-view';
import { Facts, RecordScreen, RecordSection } from '@daybook/shared/record/record-screen';
import { useRead } from '@daybook/shared/read/use-read';
import { journalEntryAddress } from '../common/addresses.ts';
import { DatedStepDialog } from '../common/dated-step-dialog.tsx';
import { DocumentLink } from './document-link.tsx';
import { useAccountName } from './use-account-name.ts';
import styles from '../common/books.module.css';

/** One entry with its lines. Entries never change. */
export default function JournalEntryScreen() {
  const { id = '' } = useParams();
  const read = useRead(journal.open, { id });
  return <ReadView of={read}>{(entry) => <Shown entry={entry} />}</ReadView>;
}

function Shown({ entry }: { entry: JournalEntry }) {
  const { t } = useTranslation('billing');
  const { date, entity, source, document, reason, postedAt, postedBy, reversalOf, reversedBy } = entry;
  const [isReversing, setReversing] = useState(false);
  const isOpen = source === 'journal' && reversalOf === null && reversedBy === null;
  const linkTo = (id: string | null) =>
    id === null ? undefined : <Link to={journalEntryAddress(id)}>{t('journal.thatEntry')}</Link>;
  return (
    <RecordScreen
      title={t('journal.entryOf', { source: t(`journalSource.${source}`), date: dateText(date) })}
      summary={<bdi>{entity.label}</bdi>}
      actions={isOpen && <Button onClick={() => setReversing(true)}>{t('manual.reverse')}</Button>}
    >
      <Facts
        facts={[
          { label: t('date'), value: <DateText date={date} /> },
          reason === null
            ? { label: t('ledger.document'), value: <DocumentLink document={document} /> }
            : { label: t('reason'), value: <bdi>{reason}</bdi> },
          { label: t('journal.postedAt'), value: <InstantText at={postedAt} /> },
          { label: t('journal.postedBy'), value: postedBy === null ? undefined : <bdi>{postedBy}</bdi> },
          { label: t('journal.reversalOf'), value: linkTo(reversalOf) },
          { label: t('journal.reversedBy'), value: linkTo(reversedBy) },
        ]}
      />
      <RecordSection title={t('journal.lines')}>
        <Lines entry={entry} />
      </RecordSection>
      {isReversing && <ReverseJournal entry={entry} onClose={() => setReversing(false)} />}
    </RecordScreen>
  );
}

/** Posts the opposite of a manual journal. */
function ReverseJournal({ entry: { id, date }, onClose }: { entry: JournalEntry; onClose: () => void }) {
  const { t } = useTranslation('billing');
  return (
    <DatedStepDialog
      title={t('manual.question', { date: dateText(date) })}
      consequence={t('manual.means')}
      endpoint={journal.reverse}
      fixed={{ id }}
      verb={t('manual.reverse')}
      done={() => t('manual.done')}
      onClose={onClose}
    />
  );
}

const figure = (minor: number, currency: string) => (
  <td className={styles.figure}>
    <Amount minor={minor} currency={currency} showCurrency={false} zeroAsDash />
  </td>
);

function Lines({ entry: { entity, lines, baseCurrency } }: { entry: JournalEntry }) {
  const { t } = useTranslation('billing');
  const nameOf = useAccountName();
  const isForeign = lines.some(({ currency }) => currency !== baseCurrency);
  const hasDepartments = lines.some(({ department }) => department !== null);
  const heads = (currency: string) =>
    (['debit', 'credit'] as const).map((side) => (
      <th key={side} scope="col" className={styles.figure}>
        {t(`ledger.${side}`)} ({currency})
      </th>
    ));
  return (
    <div className={styles.scroll}>
      <table className={styles.table} aria-label={t('journal.lines')}>
        <thead>
          <tr>
            <th scope="col">{t('journal.account')}</th>
            <th scope="col">{t('journal.whose')}</th>
            {hasDepartments && <th scope="col">{t('journal.department')}</th>}
            {isForeign && heads(lines[0]?.currency ?? '')}
            {heads(baseCurrency)}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.no}>
              <td>
                <Link to={listLink('journal_entry', { entityId: entity.id, accountId: line.account.id })}>
                  {nameOf(line.account)}
                </Link>
              </td>
              <td>
                <bdi>{(line.client ?? line.person)?.label ?? '–'}</bdi>
              </td>
              {hasDepartments && (
                <td>
                  <bdi>{line.department?.label ?? '–'}</bdi>
                </td>
              )}
              {isForeign && figure(line.debit, line.currency)}
              {isForeign && figure(line.credit, line.currency)}
              {figure(line.baseDebit, baseCurrency)}
              {figure(line.baseCredit, baseCurrency)}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
