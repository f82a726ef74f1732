import { useTranslation } from 'react-i18next';
import { clientKinds, clientStatuses, clients } from '@daybook/contracts/crm/clients/clients';
import { Can } from '@daybook/shared/record/can';
import { linkColumn, textColumn, type ColumnsOf } from '@daybook/shared/list/columns';
import { DataTable } from '@daybook/shared/list/data-table';
import { FilterChoice, FilterLookup } from '@daybook/shared/list/filters';
import { LinkButton } from '@daybook/shared/record/link-button';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { useList } from '@daybook/shared/list/use-list';
import { clientAddress, clientGroupsAddress, contactsAddress, newClientAddress } from '../addresses.ts';
import { ClientStatusTag } from './client-status-tag.tsx';

function useColumns(): ColumnsOf<typeof clients> {
  const { t } = useTranslation('crm');
  return [
    textColumn(t('client.code'), (client) => client.code, { sort: 'code', width: 110 }),
    linkColumn(
      t('client.name'),
      (client) => client.name,
      (client) => clientAddress(client.id),
      { sort: 'name' },
    ),
    textColumn(t('client.kind'), (client) => t(`kind.${client.kind}`)),
    textColumn(t('client.crm'), (client) => client.crm.label),
    textColumn(t('client.manager'), (client) => client.manager?.label),
    textColumn(t('client.contact'), (client) => client.contact?.name),
    textColumn(t('client.reach'), (client) => client.contact?.phone ?? client.contact?.email),
    {
      title: t('client.status'),
      width: 120,
      render: (client) => <ClientStatusTag status={client.status} />,
    },
  ];
}

export default function ClientList() {
  const { t } = useTranslation('crm');
  const list = useList(clients);
  return (
    <ListScreen
      title={t('clients')}
      list={list}
      search={t('client.search')}
      filters={
        <>
          <FilterChoice
            list={list}
            name="status"
            label={t('client.status')}
            options={clientStatuses.map((value) => ({ value, label: t(`clientStatus.${value}`) }))}
          />
          <FilterLookup list={list} name="crm" label={t('client.crm')} kind="crm" />
          <FilterLookup list={list} name="manager" label={t('client.manager')} kind="manager" />
          <FilterLookup list={list} name="groupId" label={t('client.group')} kind="client_group" />
          <FilterChoice
            list={list}
            name="kind"
            label={t('client.kind')}
            options={clientKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
          />
        </>
      }
      empty={t('client.empty')}
      primary={
        <>
          <LinkButton to={contactsAddress}>{t('contact.list')}</LinkButton>
          <LinkButton to={clientGroupsAddress}>{t('group.list')}</LinkButton>
          <Can do="clients.add">
            <LinkButton type="primary" to={newClientAddress}>
              {t('client.add')}
            </LinkButton>
          </Can>
        </>
      }
    >
      <DataTable label={t('clients')} list={list} columns={useColumns()} />
    </ListScreen>
  );
}
