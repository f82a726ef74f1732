import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { unbilledClients, type UnbilledClient } from '@daybook/contracts/billing/pending/unbilled-clients';
import { queryOf } from '@daybook/shared/call';
import { listLink } from '@daybook/shared/list-link';
import { today } from '@daybook/shared/today';
import { Amount } from '@daybook/shared/record/amount';
import { Can } from '@daybook/shared/record/can';
import { actionsColumn, dateColumn, textColumn, type ColumnsOf } from '@daybook/shared/list/columns';
import { barFilters, rangeFilter } from '@daybook/shared/list/bar-filters';
import { DataTable } from '@daybook/shared/list/data-table';
import { FilterBar } from '@daybook/shared/list/filter-bar';
import { LinkButton } from '@daybook/shared/record/link-button';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { useColumnChoice } from '@daybook/shared/list/use-column-choice';
import { useList } from '@daybook/shared/list/use-list';
import { UsualQuery } from '@daybook/shared/list/usual-query';
import { addInvoiceAddress, invoiceAddress } from '../common/addresses.ts';
import { ClientLink } from '../common/client-link.tsx';
import { useEntityFilter } from '../common/document-filters.tsx';

/** The list starts with this month and with clients who are usually billed. Both filters can be removed. */
export default function UnbilledScreen() {
  const [params] = useSearchParams();
  const [isChosen, setChosen] = useState(params.size > 0);
  if (!isChosen && params.size > 0) setChosen(true);
  if (isChosen) return <UnbilledList />;
  const now = today();
  const filter = { from: `${now.slice(0, 8)}01`, to: now, regular: 'true' };
  return <UsualQuery query={String(queryOf({ filter }))} />;
}

function Waiting({ client }: { client: UnbilledClient }) {
  const { t } = useTranslation('billing');
  if (client.waitingItems === 0) return <span aria-hidden="true">–</span>;
  return (
    <Link to={listLink('pending_item', { clientId: client.id })}>
      {t('plan.items', { count: client.waitingItems })},{' '}
      <Amount minor={client.waiting} currency={client.currency} />
    </Link>
  );
}

/** Opens an existing draft rather than a new one, so that the client is not billed twice. */
function NextStep({ client: { id, draftId } }: { client: UnbilledClient }) {
  const { t } = useTranslation('billing');
  return draftId === null ? (
    <Can do="invoices.add">
      <LinkButton size="small" to={`${addInvoiceAddress}?clientId=${id}`}>
        {t('pending.draftOne')}
      </LinkButton>
    </Can>
  ) : (
    <Can do="invoices.view">
      <LinkButton size="small" to={invoiceAddress(draftId)}>
        {t('unbilled.draft')}
      </LinkButton>
    </Can>
  );
}

function useColumns(): ColumnsOf<typeof unbilledClients> {
  const { t } = useTranslation('billing');
  return [
    {
      title: t('field.client'),
      sort: 'name',
      isHeading: true,
      render: (client) => <ClientLink client={{ id: client.id, label: client.name }} />,
    },
    textColumn(t('unbilled.crm'), (client) => client.crm.label, { name: 'crm', isShort: true }),
    textColumn(t('field.entity'), (client) => client.entity.label, { name: 'entity', isShort: true }),
    dateColumn(t('unbilled.last'), (client) => client.lastInvoicedOn, { name: 'last' }),
    {
      title: t('unbilled.waiting'),
      align: 'end',
      width: 160,
      render: (client) => <Waiting client={client} />,
    },
    actionsColumn(t('shared:list.actions'), (client) => <NextStep client={client} />),
  ];
}

function UnbilledList() {
  const { t } = useTranslation('billing');
  const list = useList(unbilledClients);
  const columns = useColumnChoice('unbilled_client', list, useColumns());
  return (
    <ListScreen
      title={t('unbilled.list')}
      list={list}
      search={t('unbilled.search')}
      empty={t('unbilled.empty')}
      filterBar={<Filters list={list} />}
      columns={columns}
    >
      <DataTable label={t('unbilled.list')} list={list} columns={columns.columns} />
    </ListScreen>
  );
}

function Filters({ list }: { list: ReturnType<typeof useList<typeof unbilledClients>> }) {
  const { t } = useTranslation('billing');
  const { lookup, toggle } = barFilters(list);
  return (
    <FilterBar
      list={list}
      filters={[
        rangeFilter(list, t('unbilled.period')),
        toggle('regular', t('unbilled.regular')),
        toggle('hasWaiting', t('unbilled.hasWaiting')),
        lookup('crmId', t('unbilled.crm'), 'person'),
        useEntityFilter(list),
      ]}
    />
  );
}
