import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { chartOfAccounts, journal, journalSources } from '@daybook/contracts/billing/journal/journal';
import { addPath } from '@daybook/contracts/entities';
import { moneyColumn, textColumn, type ColumnsOf } from '@daybook/shared/list/columns';
import { DataTable } from '@daybook/shared/list/data-table';
import { LinkButton } from '@daybook/shared/record/link-button';
import { DateText } from '@daybook/shared/record/date-text';
import { FilterChoice, FilterLookup } from '@daybook/shared/list/filters';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { useList } from '@daybook/shared/list/use-list';
import { useRead } from '@daybook/shared/read/use-read';
import { journalEntryAddress } from '../common/addresses.ts';
import { DateFilter, EntityFilter } from '../common/document-filters.tsx';
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
    textColumn(t('journal.source'), ({ source }) => t(`journalSource.${source}`), { width: 130 }),
    {
      title: t('ledger.document'),
      render: ({ document, reason }) =>
        reason === null ? <DocumentLink document={document} /> : <bdi>{reason}</bdi>,
    },
    textColumn(t('field.client'), ({ client }) => client?.label),
    textColumn(t('field.entity'), ({ entity }) => entity.label, { isShort: true }),
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
  const accounts = useRead(chartOfAccounts.list, {});
  const nameOf = useAccountName();
  return (
    <ListScreen
      title={t('journal.title')}
      list={list}
      filters={
        <>
          <EntityFilter list={list} />
          <FilterChoice
            list={list}
            name="accountId"
            label={t('journal.account')}
            options={(accounts.data?.rows ?? []).map((account) => ({
              value: account.id,
              label: nameOf(account),
            }))}
          />
          <FilterLookup list={list} name="clientId" label={t('field.client')} kind="client" />
          <FilterChoice
            list={list}
            name="source"
            label={t('journal.source')}
            options={journalSources.map((value) => ({ value, label: t(`journalSource.${value}`) }))}
          />
          <DateFilter list={list} label={t('date')} />
        </>
      }
      empty={t('journal.empty')}
      primary={
        <LinkButton type="primary" to={addPath('journal_entry')}>
          {t('manual.add')}
        </LinkButton>
      }
    >
      <DataTable label={t('journal.title')} list={list} columns={useColumns()} />
    </ListScreen>
  );
}
