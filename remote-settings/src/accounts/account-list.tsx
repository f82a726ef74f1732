import { useTranslation } from 'react-i18next';
import { accountTypes } from '@daybook/contracts/billing/journal/journal';
import { addPath, recordPath } from '@daybook/contracts/entities';
import { ledgerAccounts } from '@daybook/contracts/settings/accounts/accounts';
import { linkColumn, textColumn, type ColumnsOf } from '@daybook/shared/list/columns';
import { DataTable } from '@daybook/shared/list/data-table';
import { FilterChoice } from '@daybook/shared/list/filters';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { useColumnChoice } from '@daybook/shared/list/use-column-choice';
import { useList } from '@daybook/shared/list/use-list';
import { LinkButton } from '@daybook/shared/record/link-button';
import { activeColumn } from '../active-column.tsx';
import { ActiveFilter } from '../active-filter.tsx';

function useColumns(): ColumnsOf<typeof ledgerAccounts> {
  const { t } = useTranslation('settings');
  return [
    textColumn(t('account.code'), ({ code }) => code, { name: 'code', sort: 'code', width: 110 }),
    // An account to which documents post by themselves has nothing to edit.
    linkColumn(
      t('account.name'),
      ({ name }) => name,
      ({ id, isSystem }) => (isSystem ? null : recordPath('ledger_account', id)),
    ),
    textColumn(t('account.type'), ({ type }) => t(`account.types.${type}`), { name: 'type' }),
    textColumn(
      t('account.kept'),
      ({ keptByDocuments }) => t(`account.keptBy.${keptByDocuments ? 'documents' : 'all'}`),
      { name: 'kept' },
    ),
    activeColumn(t),
  ];
}

/** The chart of accounts. */
export default function AccountList() {
  const { t } = useTranslation('settings');
  const list = useList(ledgerAccounts);
  const columns = useColumnChoice('ledger_account', list, useColumns());
  return (
    <ListScreen
      title={t('account.title')}
      list={list}
      search={t('account.search')}
      filters={
        <>
          <FilterChoice
            list={list}
            name="type"
            label={t('account.type')}
            options={accountTypes.map((value) => ({ value, label: t(`account.types.${value}`) }))}
          />
          <FilterChoice
            list={list}
            name="keptByDocuments"
            label={t('account.kept')}
            options={[
              { value: 'true', label: t('account.keptBy.documents') },
              { value: 'false', label: t('account.keptBy.all') },
            ]}
          />
          <ActiveFilter list={list} />
        </>
      }
      empty={t('account.empty')}
      columns={columns}
      primary={
        <LinkButton type="primary" to={addPath('ledger_account')}>
          {t('account.add')}
        </LinkButton>
      }
    >
      <DataTable label={t('account.title')} list={list} columns={columns.columns} />
    </ListScreen>
  );
}
