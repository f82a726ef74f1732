import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { Can } from '@daybook/shared/record/can';
import { DataTable } from '@daybook/shared/list/data-table';
import { LinkButton } from '@daybook/shared/record/link-button';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { SavedViews } from '@daybook/shared/list/saved-views';
import { useColumnChoice } from '@daybook/shared/list/use-column-choice';
import { useList } from '@daybook/shared/list/use-list';
import { onTheDay } from '@daybook/shared/list-address';
import { useMay } from '@daybook/shared/session';
import {
  clientDocumentsAddress,
  clientGroupsAddress,
  clientImportsAddress,
  contactsAddress,
  newClientAddress,
} from '../addresses.ts';
import { BulkBar } from './bulk/bulk-bar.tsx';
import { useClientColumns } from './client-columns.tsx';
import { ClientFilters } from './client-filters.tsx';

export default function ClientList() {
  const { t } = useTranslation('crm');
  const list = useList(clients);
  const columns = useColumnChoice('client', list, useClientColumns());
  const mayChange = useMay('clients.edit', 'clients.deactivate', 'recurring_invoices.add');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  return (
    <ListScreen
      title={t('clients')}
      list={list}
      search={t('client.search')}
      filterBar={
        <ClientFilters list={list}>
          <SavedViews list="client" />
        </ClientFilters>
      }
      columns={columns}
      bulk={
        chosen.length > 0 ? (
          <BulkBar
            ids={chosen}
            found={{ ...(list.q !== '' && { q: list.q }), filter: onTheDay(list.filter) }}
            counted={list.counted}
            onDone={() => setChosen([])}
          />
        ) : undefined
      }
      empty={t('client.empty')}
      primary={
        <>
          <LinkButton to={contactsAddress}>{t('contact.list')}</LinkButton>
          <LinkButton to={clientDocumentsAddress}>{t('document.list')}</LinkButton>
          <Can do="clients.import">
            <LinkButton to={clientImportsAddress}>{t('import.open')}</LinkButton>
          </Can>
          <LinkButton to={clientGroupsAddress}>{t('group.list')}</LinkButton>
          <Can do="clients.add">
            <LinkButton type={chosen.length === 0 ? 'primary' : 'default'} to={newClientAddress}>
              {t('client.add')}
            </LinkButton>
          </Can>
        </>
      }
    >
      <DataTable
        label={t('clients')}
        list={list}
        columns={columns.columns}
        {...(mayChange && { selection: { keys: chosen, onChange: setChosen } })}
      />
    </ListScreen>
  );
}
