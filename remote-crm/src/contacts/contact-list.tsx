import { useTranslation } from 'react-i18next';
import { contactRoles } from '@daybook/contracts/crm/clients/clients';
import { contacts } from '@daybook/contracts/crm/contacts/contacts';
import { linkColumn, textColumn, type ColumnsOf } from '@daybook/shared/list/columns';
import { DataTable } from '@daybook/shared/list/data-table';
import { FilterChoice } from '@daybook/shared/list/filters';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { useColumnChoice } from '@daybook/shared/list/use-column-choice';
import { useList } from '@daybook/shared/list/use-list';
import { RefusedTag } from '@daybook/shared/record/refused-addresses';
import { contactAddress } from '../addresses.ts';

function useColumns(): ColumnsOf<typeof contacts> {
  const { t } = useTranslation('crm');
  return [
    linkColumn(
      t('contact.name'),
      (contact) => contact.name,
      (contact) => contactAddress(contact.id),
      { sort: 'name' },
    ),
    {
      title: t('contact.email'),
      name: 'email',
      render: ({ email, refused }) =>
        email !== null && (
          <>
            <bdi dir="ltr">{email}</bdi> {refused !== null && <RefusedTag />}
          </>
        ),
    },
    textColumn(t('contact.phone'), (contact) => contact.phone, { name: 'phone' }),
    textColumn(t('contact.firstClients'), ({ clients }) => clients.map(({ label }) => label).join(', '), {
      name: 'firstClients',
    }),
    {
      title: t('group.members'),
      align: 'end',
      width: 90,
      name: 'members',
      render: ({ visible }) => <bdi>{visible}</bdi>,
    },
    {
      title: t('contact.otherClients'),
      align: 'end',
      width: 110,
      name: 'otherClients',
      render: ({ others }) => (others === 0 ? '–' : <bdi>{others}</bdi>),
    },
  ];
}

/** The people whom clients have as contacts. They are added on the form of a client. */
export default function ContactList() {
  const { t } = useTranslation('crm');
  const list = useList(contacts);
  const columns = useColumnChoice('contact', list, useColumns());
  const yesNo = [
    { value: 'true', label: t('contact.yes') },
    { value: 'false', label: t('contact.no') },
  ];
  return (
    <ListScreen
      title={t('contact.list')}
      list={list}
      search={t('contact.search')}
      filters={
        <>
          <FilterChoice
            list={list}
            name="role"
            label={t('contact.roles')}
            options={contactRoles.map((value) => ({ value, label: t(`contactRole.${value}`) }))}
          />
          <FilterChoice list={list} name="shared" label={t('contact.shared')} options={yesNo} />
          <FilterChoice list={list} name="refused" label={t('contact.mailRefused')} options={yesNo} />
        </>
      }
      empty={t('contact.empty')}
      columns={columns}
    >
      <DataTable label={t('contact.list')} list={list} columns={columns.columns} />
    </ListScreen>
  );
}
