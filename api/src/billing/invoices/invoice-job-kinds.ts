import { invoiceMails } from '@daybook/contracts/billing/invoices/invoice-mails';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import type { Refusal } from '@daybook/contracts/refusals';
import { keepPdf } from '../../files/file-content.ts';
import type { JobKind } from '../../jobs/job-kind.ts';
import { fileNameOf } from '../documents/send-pdf.ts';
import { issueInvoice } from './invoice-issue.ts';
import { sendUsualLetter } from './send-invoice-mail.ts';
import { invoicePaper } from './invoice-pdf.ts';

const isAlreadySo = ({ code, params }: Refusal): boolean =>
  code === 'ALREADY_SENT' || (code === 'STATE_NOT_ALLOWED' && params.to === 'issued');

/** What jobs do with invoices; each runs the command for a single invoice. */
export const invoiceJobKinds = {
  invoice_issue: {
    endpoint: invoices.issue,
    action: 'invoices.issue',
    isAlreadySo,
    run: async (db, user, { subject, seen }) => {
      await issueInvoice(db, user, { id: subject, creditLimitReason: null }, seen ?? 0);
      return {};
    },
  },
  invoice_send: {
    endpoint: invoiceMails.send,
    action: 'invoice_mails.send',
    isAlreadySo,
    run: async (db, user, { subject, seen }, canMail) => {
      await sendUsualLetter(db, user, { id: subject, nth: seen ?? 0 }, canMail);
      return {};
    },
  },
  invoice_pdf: {
    endpoint: invoices.pdf,
    action: 'invoices.pdf',
    run: async (db, user, { subject }) => {
      const { name, file } = await invoicePaper(db, user, subject);
      return { file: { sha256: await keepPdf(db, file), fileName: fileNameOf(name) } };
    },
  },
} satisfies Record<string, JobKind>;
