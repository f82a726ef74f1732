import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { CreditNoteRow } from '@daybook/contracts/billing/credit-notes/credit-note-record';
import type { InvoiceRow } from '@daybook/contracts/billing/invoices/invoice-record';
import type { ProformaRow } from '@daybook/contracts/billing/proformas/proformas';
import type { ReceiptRow } from '@daybook/contracts/billing/receipts/receipts';
import { recordPath } from '@daybook/contracts/entities';
import { moneyPermissions } from '@daybook/contracts/permissions';
import { dateColumn, linkColumn, moneyColumn, type Column } from '@daybook/shared/list/columns';
import { DataTable } from '@daybook/shared/list/data-table';
import { onePage } from '@daybook/shared/list/one-page';
import { ReadView } from '@daybook/shared/read/read-view';
import type { Read } from '@daybook/shared/read/use-read';
import type { Amount } from '@daybook/shared/record/amount';
import { RecordSection } from '@daybook/shared/record/record-screen';
import { StatusTag, type Tone } from '@daybook/shared/record/status-tag';
import { useMay } from '@daybook/shared/session';
import styles from '../crm.module.css';

export const invoiceTones: Record<InvoiceRow['status'], Tone> = {
  draft: 'draft',
  pending_approval: 'waiting',
  approved: 'info',
  issued: 'waiting',
  part_paid: 'waiting',
  paid: 'done',
  written_off: 'draft',
  void: 'draft',
};
export const proformaTones: Record<ProformaRow['status'], Tone> = {
  issued: 'waiting',
  converted: 'done',
  expired: 'draft',
};
export const receiptTones: Record<ReceiptRow['status'], Tone> = {
  posted: 'done',
  deposited: 'info',
  cleared: 'done',
  bounced: 'overdue',
  reversed: 'draft',
};
export const creditNoteTones: Record<CreditNoteRow['status'], Tone> = {
  draft: 'draft',
  issued: 'waiting',
  part_applied: 'waiting',
  applied: 'done',
  refunded: 'done',
  void: 'draft',
};

type Kind = 'invoice' | 'proforma' | 'receipt' | 'credit_note';
type Minor = ComponentProps<typeof Amount>['minor'];

interface ShownDocument {
  id: string;
  number: string;
  date: string;
  status: string;
  tone: Tone;
  isOverdue?: boolean;
  amount: Minor;
  /** What is left of it. */
  balance: Minor | null;
  currency: string;
}

interface DocumentTableProps<Row> {
  kind: Kind;
  title: string;
  none: string;
  /** The address of the whole list, filtered by the client. */
  all: string;
  read: Read<{ rows: Row[] }>;
  /** What the balance is called; without it there is no such column. */
  balance?: string;
  of: (row: Row) => ShownDocument;
}

/** The latest documents of one kind of a client, with status, amount and what is left of them. */
export function DocumentTable<Row>({ kind, title, none, all, read, balance, of }: DocumentTableProps<Row>) {
  const { t } = useTranslation('crm');
  const columns = useColumns(kind, balance);
  return (
    <RecordSection title={title} extra={<Link to={all}>{t('recent.all')}</Link>}>
      <ReadView of={read} shape="list">
        {({ rows }) =>
          rows.length === 0 ? (
            <span className={styles.aside}>{none}</span>
          ) : (
            <DataTable label={title} list={onePage(rows.map(of))} columns={columns} />
          )
        }
      </ReadView>
    </RecordSection>
  );
}

function useColumns(kind: Kind, balance: string | undefined): Column<ShownDocument>[] {
  const { t } = useTranslation('crm');
  const seesMoney = useMay(...moneyPermissions);
  const currencyOf = ({ currency }: ShownDocument) => currency;
  const money = [
    moneyColumn<ShownDocument>(t('recent.amount'), ({ amount }) => amount, currencyOf),
    ...(balance === undefined
      ? []
      : [moneyColumn<ShownDocument>(balance, (row) => row.balance, currencyOf, { zeroAsDash: true })]),
  ];
  return [
    linkColumn(
      t('recent.number'),
      ({ number }) => number || t('recent.draft'),
      ({ id }) => recordPath(kind, id),
    ),
    dateColumn(t('recent.date'), ({ date }) => date),
    {
      title: t('recent.status'),
      width: 150,
      render: ({ status, tone, isOverdue }) => (
        <>
          <StatusTag tone={tone}>{t(`documentStatus.${kind}.${status}`)}</StatusTag>{' '}
          {isOverdue === true && <StatusTag tone="overdue">{t('recent.overdue')}</StatusTag>}
        </>
      ),
    },
    ...(seesMoney ? money : []),
  ];
}
