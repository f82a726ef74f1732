import { sql } from 'kysely';
import { draftOf } from '@daybook/contracts/billing/invoices/invoice-draft';
import { ProformaContent } from '@daybook/contracts/billing/proformas/proformas';
import type { Proforma, proformas } from '@daybook/contracts/billing/proformas/proformas';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { checkNumber } from '@daybook/contracts/money/numbering';
import { minor, toDecimal } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import { uuidv7 } from 'uuidv7';
import type { CurrentUser } from '../../auth/current-user.ts';
import { json } from '../../db/database.ts';
import type { Db } from '../../db/database.ts';
import { normalise } from '../../db/search.ts';
import { invoiceFacts, todayIn } from '../documents/invoice-basis.ts';
import { nextNumber } from '../documents/take-number.ts';
import { lockDraft } from '../invoices/invoice-drafts.ts';
import { checkActive } from '../invoices/invoices.rules.ts';
import { getProforma } from './proformas.queries.ts';

/**
 * Issues the proforma of a draft: it takes a number of its own series and freezes the draft's current content. Posts
 * nothing. Refuses STATE_NOT_ALLOWED once the invoice is issued, NUMBER_FORMAT_TOO_LONG, and DATE_TOO_EARLY on
 * `validUntil`.
 */
export async function issueProforma(
  db: Db,
  user: CurrentUser,
  { id: invoiceId, validUntil }: ParsedInputOf<typeof proformas.issue>,
  version: number,
): Promise<Proforma> {
  const invoice = await lockDraft(db, user, invoiceId, version, 'proforma');
  const facts = await invoiceFacts(db, user, draftOf(invoice));
  checkActive(facts);
  const today = todayIn(facts.timezone);
  if (validUntil < today)
    throw refuseField('INPUT_INVALID', 'validUntil', { earliest: today }, 'DATE_TOO_EARLY');
  const { billTo, supplier, placeOfSupply } = facts;
  const content = ProformaContent.parse({ ...invoice, billTo, supplier, placeOfSupply });
  const id = uuidv7();
  const { fy, source } = await nextNumber(db, {
    entityId: invoice.entity.id,
    docKind: 'proforma',
    documentId: id,
    date: today,
  });
  const searchText = normalise(
    billTo.name,
    invoice.poNo,
    toDecimal(minor(invoice.payable), invoice.currency),
  );
  const { number } = await db
    .insertInto('proforma')
    .columns([
      'id',
      'invoiceId',
      'entityId',
      'clientId',
      'issueDate',
      'validUntil',
      'endsOn',
      'currency',
      'payable',
      'content',
      'fy',
      'seq',
      'number',
      'searchText',
    ])
    .expression((query) =>
      query
        .selectFrom(source.as('taken'))
        .select([
          sql<string>`${id}::uuid`.as('id'),
          sql<string>`${invoiceId}::uuid`.as('invoiceId'),
          sql<string>`${invoice.entity.id}::uuid`.as('entityId'),
          sql<string>`${invoice.client.id}::uuid`.as('clientId'),
          sql<string>`${today}::date`.as('issueDate'),
          sql<string>`${validUntil}::date`.as('validUntil'),
          sql<string>`${validUntil}::date`.as('endsOn'),
          sql<string>`${invoice.currency}`.as('currency'),
          sql<Minor>`${invoice.payable}::bigint`.as('payable'),
          json(content).as('content'),
          sql<string>`${fy}`.as('fy'),
          'takenSeq as seq',
          'takenNumber as number',
          sql<string>`${searchText} || ' ' || lower(taken.taken_number)`.as('searchText'),
        ]),
    )
    .returning('number')
    .executeTakeFirstOrThrow();
  // A sequence may outgrow its width; the rollback then returns the number.
  if (checkNumber(number, facts.country)) throw new Refusal('NUMBER_FORMAT_TOO_LONG', { number });
  return getProforma(db, user, id);
}
