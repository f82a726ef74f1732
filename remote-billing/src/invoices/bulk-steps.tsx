import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { invoiceMails } from '@daybook/contracts/billing/invoice-mails';
import type { InvoiceRow } from '@daybook/contracts/billing/invoice-record';
import { invoices } from '@daybook/contracts/billing/invoices';
import { ApiRefusal, call, download } from '@daybook/shared/call';
import { today } from '@daybook/shared/today';
import { Amount } from '@daybook/shared/ui/amount';
import { saveFile } from '@daybook/shared/ui/save-file';
import { BulkDialog } from '../common/bulk-dialog.tsx';
import { zipFiles } from '../common/zip-files.ts';
import { useInvoiceName } from './invoice-status.tsx';

export type BulkStep = 'issue' | 'send' | 'pdf';

interface BulkStepsProps {
  step: BulkStep;
  rows: readonly InvoiceRow[];
  onClose: (wasRun: boolean) => void;
}

const issue = async ({ id, version }: InvoiceRow): Promise<void> => {
  await call(invoices.issue, { id }, { version });
};

/** The letter as it is offered, to the contacts whom it is offered to. */
async function send({ id }: InvoiceRow, noAddress: string): Promise<void> {
  const { nth, subject, body, contacts } = await call(invoiceMails.draft, { id });
  const thoseOf = (kind: 'to' | 'cc') =>
    contacts.filter((contact) => contact.send === kind).map(({ email }) => email);
  const sentTo = thoseOf('to');
  if (sentTo.length === 0) throw new ApiRefusal('INPUT_INVALID', noAddress);
  await call(invoiceMails.send, { id, nth, subject, body, sentTo, copiedTo: thoseOf('cc') });
}

function RowName({ row }: { row: InvoiceRow }) {
  const nameOf = useInvoiceName();
  return (
    <>
      <bdi>{nameOf(row)}</bdi> · <bdi>{row.client.label}</bdi> ·{' '}
      <Amount minor={row.payable} currency={row.currency} />
    </>
  );
}

/** One step for the selected invoices, the earliest first: that is the order of their numbers. */
export default function BulkSteps({ step, rows, onClose }: BulkStepsProps) {
  const { t } = useTranslation('billing');
  const [archive] = useState(zipFiles);
  const work = {
    issue,
    send: (row: InvoiceRow) => send(row, t('bulk.noAddress')),
    pdf: async ({ id }: InvoiceRow) => {
      const { name, blob } = await download(invoices.pdf, { id });
      await archive.add(name, blob);
    },
  }[step];
  const saveArchive = async () => {
    const blob = archive.end();
    if (blob !== null) saveFile({ blob, name: `${t('bulk.fileName')} ${today()}.zip` });
  };
  return (
    <BulkDialog
      title={t(`bulk.${step}`, { count: rows.length })}
      means={t(`bulk.${step}Means`)}
      verb={t(`bulk.${step}Verb`)}
      rows={rows.toSorted((a, b) => a.issueDate.localeCompare(b.issueDate))}
      Name={RowName}
      one={work}
      {...(step === 'pdf' && { end: saveArchive })}
      onClose={onClose}
    />
  );
}
