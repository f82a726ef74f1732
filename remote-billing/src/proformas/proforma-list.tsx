import { useTranslation } from 'react-i18next';
import { proformaStatuses, proformas } from '@daybook/contracts/billing/proformas/proformas';
import {
  dateColumn,
  linkColumn,
  moneyColumn,
  textColumn,
  type ColumnsOf,
} from '@daybook/shared/list/columns';
import { barFilters } from '@daybook/shared/list/bar-filters';
import { DataTable } from '@daybook/shared/list/data-table';
import { FilterBar } from '@daybook/shared/list/filter-bar';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { useColumnChoice } from '@daybook/shared/list/use-column-choice';
import { useList } from '@daybook/shared/list/use-list';
import { Link } from 'react-router-dom';
import { invoiceAddress, proformaAddress } from '../common/addresses.ts';
import { useDocumentFilters } from '../common/document-filters.tsx';
import { ProformaStatusTag } from '../common/proforma-status.tsx';

function useColumns(): ColumnsOf<typeof proformas> {
  const { t } = useTranslation('billing');
  return [
    linkColumn(
      t('field.number'),
      (proforma) => proforma.number,
      (proforma) => proformaAddress(proforma.id),
      { width: 130 },
    ),
    textColumn(t('field.client'), (proforma) => proforma.client.label, { name: 'client' }),
    {
      title: t('field.status'),
      width: 120,
      render: (proforma) => <ProformaStatusTag status={proforma.status} validUntil={proforma.validUntil} />,
    },
    dateColumn(t('field.issueDate'), (proforma) => proforma.issueDate, {
      name: 'issueDate',
      sort: 'issueDate',
    }),
    dateColumn(t('proforma.validUntil'), (proforma) => proforma.validUntil, {
      name: 'validUntil',
      sort: 'validUntil',
    }),
    moneyColumn(
      t('field.payable'),
      (proforma) => proforma.payable,
      (proforma) => proforma.currency,
    ),
    {
      title: t('proforma.invoice'),
      name: 'invoice',
      width: 130,
      render: ({ invoice }) =>
        invoice && <Link to={invoiceAddress(invoice.id)}>{invoice.label || t('draft')}</Link>,
    },
  ];
}

export default function ProformaList() {
  const { t } = useTranslation('billing');
  const list = useList(proformas);
  const columns = useColumnChoice('proforma', list, useColumns());
  return (
    <ListScreen
      title={t('proforma.list')}
      list={list}
      search={t('invoice.search')}
      filterBar={<ProformaFilters list={list} />}
      columns={columns}
      empty={t('proforma.empty')}
    >
      <DataTable label={t('proforma.list')} list={list} columns={columns.columns} />
    </ListScreen>
  );
}

function ProformaFilters({ list }: { list: ReturnType<typeof useList<typeof proformas>> }) {
  const { t } = useTranslation('billing');
  const status = barFilters(list).choices(
    'status',
    t('field.status'),
    proformaStatuses.map((value) => ({ value, label: t(`proformaStatus.${value}`) })),
  );
  const others = useDocumentFilters(list, t('field.issueDate'));
  return <FilterBar list={list} filters={[status, ...others]} />;
}
