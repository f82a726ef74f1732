import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { invoiceMails } from '@daybook/contracts/billing/invoice-mails';
import type { InvoiceRow } from '@daybook/contracts/billing/invoice-record';
import { invoices } from '@daybook/contracts/billing/invoices';
import { ApiRefusal, call, download, isRefusal } from '@daybook/shared/call';
import { today } from '@daybook/shared/today';
import { Amount } from '@daybook/shared/ui/amount';
import { refusalText } from '@daybook/shared/ui/refusal-text';
import { saveFile } from '@daybook/shared/ui/save-file';
import { invoiceAddress } from '../common/addresses.ts';
import { BulkDialog } from '../common/bulk-dialog.tsx';
import { zipFiles } from '../common/zip-files.ts';
import { Faults } from './faults.tsx';
import { useInvoiceName } from './invoice-status.tsx';

export type BulkStep = 'issue' | 'send' | 'pdf';

interface BulkStepsProps {
  step: BulkStep;
  rows: readonly InvoiceRow[];
  onClose: (doneIds: readonly string[]) => void;
}

const issue = async ({ id, version }: InvoiceRow): Promise<string> =>
  (await call(invoices.issue, { id }, { version })).number;

/** The letter as it is offered, to the contacts whom it is offered to. */
async function send({ id }: InvoiceRow, noAddress: string): Promise<null> {
  const { nth, subject, body, contacts } = await call(invoiceMails.draft, { id });
  const thoseOf = (kind: 'to' | 'cc') =>
    contacts.filter((contact) => contact.send === kind).map(({ email }) => email);
  const sentTo = thoseOf('to');
  if (sentTo.length === 0) throw new ApiRefusal('INPUT_INVALID', noAddress);
  await call(invoiceMails.send, { id, nth, subject, body, sentTo, copiedTo: thoseOf('cc') });
  return null;
}

function RowName({ row, name }: { row: InvoiceRow; name: string | null }) {
  const nameOf = useInvoiceName();
  return (
    <>
      <Link to={invoiceAddress(row.id)} target="_blank">
        <bdi>{name ?? nameOf(row)}</bdi>
      </Link>{' '}
      · <bdi>{row.client.label}</bdi> · <Amount minor={row.payable} currency={row.currency} />
    </>
  );
}

/** As before a single one is issued: each field at fault, with the way to it. */
function Why({ row, error }: { row: InvoiceRow; error: unknown }) {
  return (
    <>
      {refusalText(error)}
      {isRefusal(error) && <Faults faults={error.fields} refusal={error} invoiceId={row.id} inNewTab />}
    </>
  );
}

/** One step for the selected invoices, the earliest first: that is the order of their numbers. */
export default function BulkSteps({ step, rows: given, onClose }: BulkStepsProps) {
  const { t } = useTranslation('billing');
  const [archive] = useState(zipFiles);
  // The list is read anew while the rows are gone through.
  const [rows] = useState(() => given.toSorted((a, b) => a.issueDate.localeCompare(b.issueDate)));
  const work = {
    issue,
    send: (row: InvoiceRow) => send(row, t('bulk.noAddress')),
    pdf: async ({ id }: InvoiceRow) => {
      const { name, blob } = await download(invoices.pdf, { id });
      await archive.add(name, blob);
      return null;
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
      rows={rows}
      Name={RowName}
      Why={Why}
      one={work}
      {...(step === 'pdf' && { end: saveArchive })}
      onClose={onClose}
    />
  );
}
