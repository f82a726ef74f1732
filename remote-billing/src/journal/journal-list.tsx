import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { chartOfAccounts, journal, journalSources } from '@daybook/contracts/billing/journal/journal';
import { addPath } from '@daybook/contracts/entities';
import { moneyColumn, textColumn, type ColumnsOf } from '@daybook/shared/list/columns';
import { barFilters, rangeFilter } from '@daybook/shared/list/bar-filters';
import { DataTable } from '@daybook/shared/list/data-table';
import { LinkButton } from '@daybook/shared/record/link-button';
import { DateText } from '@daybook/shared/record/date-text';
import { FilterBar } from '@daybook/shared/list/filter-bar';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { useColumnChoice } from '@daybook/shared/list/use-column-choice';
import { useList } from '@daybook/shared/list/use-list';
import { useRead } from '@daybook/shared/read/use-read';
import { journalEntryAddress } from '../common/addresses.ts';
import { useEntityFilter } from '../common/document-filters.tsx';
import { DocumentLink } from './document-link.tsx';
import { useAccountName } from './use-account-name.ts';

function useColumns(): ColumnsOf<typeof journal> {
  const { t } = useTranslation('billing');
  return [
    {
      title: t('date'),
      sort: 'date',
      isHeading: true,
      width: 105,
      render: ({ id, date }) => (
        <Link to={journalEntryAddress(id)}>
          <DateText date={date} />
        </Link>
      ),
    },
    textColumn(t('journal.source'), ({ source }) => t(`journalSource.${source}`), {
      name: 'source',
      width: 130,
    }),
    {
      title: t('ledger.document'),
      name: 'document',
      render: ({ document, reason }) =>
        reason === null ? <DocumentLink document={document} /> : <bdi>{reason}</bdi>,
    },
    textColumn(t('field.client'), ({ client }) => client?.label, { name: 'client' }),
    textColumn(t('field.entity'), ({ entity }) => entity.label, { name: 'entity', isShort: true }),
    moneyColumn(
      t('journal.amount'),
      ({ amount }) => amount,
      ({ baseCurrency }) => baseCurrency,
    ),
  ];
}

/** All entries, by date; those by hand are found by their source. */
export default function JournalList() {
  const { t } = useTranslation('billing');
  const list = useList(journal);
  const columns = useColumnChoice('journal_entry', list, useColumns());
  return (
    <ListScreen
      title={t('journal.title')}
      list={list}
      filterBar={<JournalFilters list={list} />}
      columns={columns}
      empty={t('journal.empty')}
      primary={
        <LinkButton type="primary" to={addPath('journal_entry')}>
          {t('manual.add')}
        </LinkButton>
      }
    >
      <DataTable label={t('journal.title')} list={list} columns={columns.columns} />
    </ListScreen>
  );
}

function JournalFilters({ list }: { list: ReturnType<typeof useList<typeof journal>> }) {
  const { t } = useTranslation('billing');
  const { choice, lookup } = barFilters(list);
  const { data } = useRead(chartOfAccounts.list, {});
  const nameOf = useAccountName();
  const accounts = (data?.rows ?? []).map((account) => ({ value: account.id, label: nameOf(account) }));
  return (
    <FilterBar
      list={list}
      filters={[
        rangeFilter(list, t('date')),
        choice('accountId', t('journal.account'), accounts),
        lookup('clientId', t('field.client'), 'client'),
        useEntityFilter(list),
        choice(
          'source',
          t('journal.source'),
          journalSources.map((value) => ({ value, label: t(`journalSource.${value}`) })),
        ),
      ]}
    />
  );
}
