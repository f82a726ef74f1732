import { useTranslation } from 'react-i18next';
import type { clients, ClientRow } from '@daybook/contracts/crm/clients/clients';
import { countryName } from '@daybook/shared/inputs/code-names';
import { linkColumn, textColumn, type Column } from '@daybook/shared/list/columns';
import type { SortOf } from '@daybook/shared/list/use-list';
import { useNarrow } from '@daybook/shared/list/use-narrow';
import { breakpoints } from '@daybook/shared/theme';
import { clientAddress } from '../addresses.ts';
import { ClientStatusTag } from './client-status-tag.tsx';

type ClientColumn = Column<ClientRow, SortOf<typeof clients>>;

export function useClientColumns(): ClientColumn[] {
  const { t } = useTranslation('crm');
  const isInCards = useNarrow();
  // On a smaller screen it would push the status off it.
  const hasRoom = !useNarrow(breakpoints.wide) || isInCards;
  const missing = ({ missing: parts }: ClientRow) =>
    parts.map((one) => t(`client.missing.${one}`)).join(', ');
  return [
    textColumn(t('client.code'), (client) => client.code, { sort: 'code', width: 110, name: 'code' }),
    linkColumn(
      t('client.name'),
      (client) => client.name,
      (client) => clientAddress(client.id),
      { sort: 'name' },
    ),
    textColumn(t('client.kind'), (client) => t(`kind.${client.kind}`), { name: 'kind', isHidden: !hasRoom }),
    textColumn(t('client.group'), (client) => client.group?.label, { name: 'group', isHidden: true }),
    textColumn(t('client.crm'), (client) => client.crm.label, { name: 'crm' }),
    textColumn(t('client.manager'), (client) => client.manager?.label, { name: 'manager' }),
    textColumn(t('client.defaultEntity'), (client) => client.entity.label, {
      name: 'entity',
      isHidden: true,
    }),
    textColumn(t('client.contact'), (client) => client.contact?.name, { name: 'contact' }),
    textColumn(t('client.reach'), (client) => client.contact?.phone ?? client.contact?.email, {
      name: 'reach',
    }),
    textColumn(t('address.country'), ({ country }) => country && countryName(country), {
      name: 'country',
      isHidden: true,
    }),
    textColumn(t('client.tags'), (client) => client.tags.join(', '), { name: 'tags', isHidden: true }),
    textColumn(t('client.incomplete'), missing, { name: 'missing', isHidden: true }),
    {
      title: t('client.status'),
      width: 120,
      render: (client) => <ClientStatusTag {...client} />,
    },
  ];
}
