import { useTranslation } from 'react-i18next';
import { clientGroups } from '@daybook/contracts/crm/client-groups/client-groups';
import { clientStatuses } from '@daybook/contracts/crm/clients/clients';
import { useMay } from '@daybook/shared/session';
import { Can } from '@daybook/shared/record/can';
import {
  actionsColumn,
  linkColumn,
  statusColumn,
  textColumn,
  type ColumnsOf,
} from '@daybook/shared/list/columns';
import { DataTable } from '@daybook/shared/list/data-table';
import { FilterChoice } from '@daybook/shared/list/filters';
import { LinkButton } from '@daybook/shared/record/link-button';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { useColumnChoice } from '@daybook/shared/list/use-column-choice';
import { useList } from '@daybook/shared/list/use-list';
import { clientsOfGroup, editClientGroupAddress, newClientGroupAddress } from '../addresses.ts';

/** Each group links to the list of its clients. */
function useColumns(): ColumnsOf<typeof clientGroups> {
  const { t } = useTranslation('crm');
  const mayEdit = useMay('clients.edit');
  return [
    linkColumn(
      t('group.name'),
      (group) => group.name,
      (group) => clientsOfGroup(group.id),
      { sort: 'name' },
    ),
    textColumn(t('group.payer'), (group) => group.payer?.label, { name: 'payer' }),
    {
      title: t('group.members'),
      name: 'members',
      align: 'end',
      width: 100,
      render: (group) => <bdi>{group.members}</bdi>,
    },
    statusColumn(t('client.status'), ({ active }) =>
      active
        ? { tone: 'done', label: t('clientStatus.active') }
        : { tone: 'draft', label: t('clientStatus.inactive') },
    ),
    ...(mayEdit
      ? [
          actionsColumn<{ id: string; name: string }>(t('shared:list.actions'), ({ id, name }) => (
            <LinkButton
              size="small"
              to={editClientGroupAddress(id)}
              aria-label={t('group.editTitle', { name })}
            >
              {t('action.edit')}
            </LinkButton>
          )),
        ]
      : []),
  ];
}

export default function GroupList() {
  const { t } = useTranslation('crm');
  const list = useList(clientGroups);
  const columns = useColumnChoice('client_group', list, useColumns());
  return (
    <ListScreen
      title={t('group.list')}
      list={list}
      search={t('group.search')}
      filters={
        <FilterChoice
          list={list}
          name="active"
          label={t('client.status')}
          options={clientStatuses.map((value) => ({
            value: String(value === 'active'),
            label: t(`clientStatus.${value}`),
          }))}
        />
      }
      empty={t('group.empty')}
      columns={columns}
      primary={
        <Can do="clients.add">
          <LinkButton type="primary" to={newClientGroupAddress}>
            {t('group.add')}
          </LinkButton>
        </Can>
      }
    >
      <DataTable label={t('group.list')} list={list} columns={columns.columns} />
    </ListScreen>
  );
}
