import Button from 'antd/es/button';
import Drawer from 'antd/es/drawer';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { outstanding, type OpenDocument } from '@daybook/contracts/receivables/outstanding/outstanding';
import { useReturnFocus } from '@daybook/shared/form/use-dialog-focus';
import { onTheDay } from '@daybook/shared/list-address';
import { Amount } from '@daybook/shared/record/amount';
import { dateColumn, moneyColumn, textColumn, type Column } from '@daybook/shared/list/columns';
import { DataTable } from '@daybook/shared/list/data-table';
import { onePage } from '@daybook/shared/list/one-page';
import { usePages } from '@daybook/shared/list/use-pages';
import type { FilterOf } from '@daybook/shared/list/use-list';
import { ErrorBox } from '@daybook/shared/read/error-box';
import { PageSkeleton } from '@daybook/shared/read/page-skeleton';
import { useMay } from '@daybook/shared/session';
import { documentAddress } from '../common/addresses.ts';
import type { Opened } from './outstanding-columns.tsx';

interface OpenDocumentsProps {
  opened: Opened;
  /** The filters of the report, which hold for the documents too. */
  filter: Readonly<Partial<FilterOf<typeof outstanding>>>;
  onClose: () => void;
}

/** The documents behind a figure of the report, as they were open on its day. */
export default function OpenDocuments({ opened: { line, bucket }, filter, onClose }: OpenDocumentsProps) {
  const { t } = useTranslation('billing');
  useReturnFocus();
  const { asOf, basis, by, entityId, clientId, groupId, crmId, managerId, departmentId, tag } =
    onTheDay(filter);
  const { active, promised } = filter;
  const pages = usePages(outstanding.documents, {
    pageSize: 100,
    filter: {
      asOf,
      basis,
      by,
      entityId,
      clientId,
      groupId,
      crmId,
      managerId,
      departmentId,
      tag,
      active,
      promised,
      currency: line.currency,
      whoId: line.who?.id ?? 'none',
      bucket,
    },
  });
  const columns = useDocumentColumns(line.currency);
  const title = t('outstandingReport.documents', { who: line.who?.label ?? t('outstandingReport.nobody') });
  return (
    <Drawer open size="large" title={<bdi>{title}</bdi>} aria-label={title} onClose={onClose}>
      {pages.error !== null && <ErrorBox error={pages.error} onRetry={pages.retry} />}
      {pages.isLoading && <PageSkeleton shape="list" />}
      {pages.rows.length > 0 && <DataTable label={title} list={onePage(pages.rows)} columns={columns} />}
      {pages.hasMore && <Button onClick={pages.more}>{t('shared:pager.next')}</Button>}
    </Drawer>
  );
}

function useDocumentColumns(currency: string): readonly Column<OpenDocument, never>[] {
  const { t } = useTranslation('billing');
  const say = (key: string) => t(`outstandingReport.${key}`);
  return [
    {
      title: say('document'),
      isHeading: true,
      render: (row) => <DocumentLink row={row} />,
    },
    textColumn(say('kind'), ({ kind }) => t(`outstandingReport.kindOf.${kind}`)),
    textColumn(t('field.client'), ({ client }) => client.label, { isShort: true }),
    textColumn(t('field.entity'), ({ entity }) => entity.label, { isShort: true }),
    dateColumn(say('issuedOn'), ({ issuedOn }) => issuedOn),
    dateColumn(say('dueOn'), ({ dueOn }) => dueOn),
    {
      title: say('daysOver'),
      align: 'end',
      width: 70,
      render: ({ days }) => (days === null || days <= 0 ? <span aria-hidden="true">–</span> : days),
    },
    moneyColumn(say('total'), ({ total }) => total, currency),
    moneyColumn(say('disputed'), ({ disputed }) => disputed, currency, { zeroAsDash: true }),
    {
      title: `${say('open')} (${currency})`,
      align: 'end',
      width: 115,
      render: ({ open }) => (
        <strong>
          <Amount minor={open} currency={currency} showCurrency={false} />
        </strong>
      ),
    },
  ];
}

const screensOf = {
  invoice: 'invoice',
  opening_invoice: 'invoice',
  credit_note: 'credit_note',
  receipt: 'receipt',
  opening_receipt: 'receipt',
} as const;

/** A number that opens its record, for people who may open it. */
function DocumentLink({ row: { kind, document } }: { row: OpenDocument }) {
  const of = screensOf[kind];
  const mayOpenInvoices = useMay('invoices.view');
  const mayOpenReceipts = useMay('receipts.view');
  const mayOpen = of === 'receipt' ? mayOpenReceipts : mayOpenInvoices;
  const number = <bdi>{document.label}</bdi>;
  return mayOpen ? <Link to={documentAddress(of, document.id)}>{number}</Link> : number;
}
