import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InvoiceRow } from '@daybook/contracts/billing/invoices/invoice-record';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { Can } from '@daybook/shared/record/can';
import {
  actionsColumn,
  dateColumn,
  linkColumn,
  moneyColumn,
  textColumn,
  type ColumnsOf,
} from '@daybook/shared/list/columns';
import { DataTable } from '@daybook/shared/list/data-table';
import { LinkButton } from '@daybook/shared/record/link-button';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { useColumnChoice } from '@daybook/shared/list/use-column-choice';
import { useList } from '@daybook/shared/list/use-list';
import { addInvoiceAddress, invoiceAddress } from '../common/addresses.ts';
import { CoveredBy } from './covered-by.tsx';
import { ListSums } from '../common/list-sums.tsx';
import { BulkBar } from './bulk/bulk-bar.tsx';
import { InvoiceFilters } from './invoice-filters.tsx';
import { InvoiceRowMenu } from './invoice-row-menu.tsx';
import { DueText, InvoiceStatusTag, useInvoiceName } from '../common/invoice-status.tsx';

function useColumns(): ColumnsOf<typeof invoices> {
  const { t } = useTranslation('billing');
  const nameOf = useInvoiceName();
  return [
    linkColumn(
      t('field.number'),
      (invoice) => nameOf(invoice),
      (invoice) => invoiceAddress(invoice.id),
      { width: 110 },
    ),
    textColumn(t('field.client'), (invoice) => invoice.client.label, { name: 'client' }),
    textColumn(t('field.entity'), (invoice) => invoice.entity.label, { name: 'entity', isHidden: true }),
    {
      title: t('field.status'),
      // Two tags wrap, so that amounts of millions still fit at 1366 px.
      width: 115,
      render: (invoice) => (
        <>
          <InvoiceStatusTag invoice={invoice} />
          <CoveredBy invoice={invoice} />
        </>
      ),
    },
    dateColumn(t('invoice.issuedOn'), (invoice) => invoice.issueDate, {
      name: 'issueDate',
      sort: 'issueDate',
      width: 98,
    }),
    {
      title: t('field.dueDate'),
      name: 'dueDate',
      sort: 'dueDate',
      width: 98,
      render: (invoice) => <DueText invoice={invoice} />,
    },
    moneyColumn(
      t('field.payable'),
      (invoice) => invoice.payable,
      (invoice) => invoice.currency,
      { name: 'payable' },
    ),
    moneyColumn(
      t('field.outstanding'),
      (invoice) => (invoice.number === '' ? null : invoice.outstanding),
      (invoice) => invoice.currency,
      { zeroAsDash: true },
    ),
    actionsColumn(t('shared:list.actions'), (invoice) => <InvoiceRowMenu invoice={invoice} />),
  ];
}

/** Five pages of a hundred. */
const mostChosen = 500;

export default function InvoiceList() {
  const { t } = useTranslation('billing');
  const list = useList(invoices);
  const columns = useColumnChoice('invoice', list, useColumns());
  const [picked, setPicked] = useState<readonly InvoiceRow[]>([]);
  // An invoice that changed since it was selected counts in its current version.
  const chosen = picked.map((one) => list.rows.find(({ id }) => id === one.id) ?? one);
  const choose = (keys: string[]) =>
    setPicked(
      keys
        .flatMap((key) => [...list.rows, ...chosen].find(({ id }) => id === key) ?? [])
        .slice(0, mostChosen),
    );
  const unpick = (ids: readonly string[]) =>
    setPicked((before) => before.filter(({ id }) => !ids.includes(id)));
  return (
    <ListScreen
      title={t('invoice.list')}
      list={list}
      search={t('invoice.search')}
      filterBar={<InvoiceFilters list={list} />}
      columns={columns}
      empty={t('invoice.empty')}
      bulk={chosen.length > 0 ? <BulkBar chosen={chosen} onDone={unpick} /> : undefined}
      primary={
        <Can do="invoices.add">
          <LinkButton type="primary" to={addInvoiceAddress}>
            {t('invoice.new')}
          </LinkButton>
        </Can>
      }
    >
      <ListSums of={invoices.total} list={list} open={t('field.outstanding')} />
      <DataTable
        label={t('invoice.list')}
        list={list}
        columns={columns.columns}
        selection={{ keys: chosen.map(({ id }) => id), onChange: choose }}
      />
    </ListScreen>
  );
}
