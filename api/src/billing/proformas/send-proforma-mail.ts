import type { InvoiceMail, InvoiceMailDraft } from '@daybook/contracts/billing/invoices/invoice-mails';
import type { Proforma, proformaMails } from '@daybook/contracts/billing/proformas/proformas';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { proformaLetter } from '../../mail/letters.ts';
import { signed } from '../../mail/signed.ts';
import { documentFormats } from '../../pdf/document-formats.ts';
import { checkTurn, nextTime, offeredContacts, putInOutbox } from '../documents/document-mails.ts';
import { fileNameOf } from '../documents/send-pdf.ts';
import { keepProformaFile } from './proforma-pdf.ts';
import { getProforma } from './proformas.queries.ts';
import { mailed } from './proforma-mails.queries.ts';

/** Refuses STATE_NOT_ALLOWED unless the proforma is still valid; once it is converted, its invoice is sent instead. */
function checkStands({ status }: Proforma): void {
  if (status !== 'issued') throw new Refusal('STATE_NOT_ALLOWED', { from: status, to: 'sent' });
}

/** The mail that would be sent now, as a preview. Refuses NOT_FOUND, STATE_NOT_ALLOWED. */
export async function draftProformaMail(db: Db, user: CurrentUser, id: string): Promise<InvoiceMailDraft> {
  const proforma = await getProforma(db, user, id);
  checkStands(proforma);
  const { docLocale, supplier, currency } = proforma;
  const formats = documentFormats(docLocale, supplier.country, currency);
  const letter = proformaLetter(docLocale, {
    number: proforma.number,
    client: proforma.billTo.name,
    entity: supplier.name,
    amount: formats.money(proforma.payable),
    issueDate: formats.longDate(proforma.issueDate),
    validUntil: formats.longDate(proforma.validUntil),
  });
  return {
    nth: await nextTime(db, mailed(id)),
    ...(await signed(db, docLocale, letter)),
    contacts: await offeredContacts(db, 'proforma', proforma.client.id),
    // Attachments belong to the draft, where they can still change.
    attachments: [],
  };
}

/** As `sendInvoice`, without attachments. */
export async function sendProforma(
  db: Db,
  user: CurrentUser,
  { id, attachmentIds, ...letter }: ParsedInputOf<typeof proformaMails.send>,
  canMail: boolean,
): Promise<InvoiceMail> {
  const proforma = await getProforma(db, user, id);
  checkStands(proforma);
  if (attachmentIds.length > 0) throw refuseField('REFERENCE_UNKNOWN', 'attachmentIds');
  await checkTurn(db, mailed(id), letter.nth, canMail);
  const sha256 = await keepProformaFile(db, proforma);
  return putInOutbox(db, user, mailed(id), letter, {
    files: [{ name: fileNameOf(proforma.number), sha256 }],
  });
}
