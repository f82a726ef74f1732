import { sql } from 'kysely';
import { PriceLetterTexts } from '@daybook/contracts/crm/price-rises/price-rises';
import type { priceRises } from '@daybook/contracts/crm/price-rises/price-rises';
import type { OutputOf, ParsedInputOf } from '@daybook/contracts/endpoint';
import { percentOf, subtract } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import { namedClient } from '../../billing/documents/client-party.ts';
import { issuerOf } from '../../billing/documents/issuer.ts';
import { json } from '../../db/database.ts';
import type { Db } from '../../db/database.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { makeJob } from '../../jobs/request-job.ts';
import { htmlOfParts, textOfParts } from '../../receivables/mails/mail-parts.ts';
import { putClientMail } from '../../receivables/mails/put-client-mail.ts';
import { termsOfMail } from '../../receivables/mails/terms-of-mail.ts';
import { addresseesOf, openLetters, willBePaid } from './price-letters.queries.ts';
import { priceLetterText, usualPriceLetters } from './price-letter-text.ts';
import type { ToldPrice } from './price-letter-text.ts';
import { checkRiseIsSeen, getPriceRise } from './price-rises.queries.ts';
import { standingRise } from './raise-prices.ts';

interface Addressee {
  riseId: string;
  clientId: string;
  entityId: string;
}

/** A letter speaks of the price and not of one period. */
const withoutTokens = (description: string) => description.replaceAll(/\s*\{[^{}]*\}/g, '').trim();

/** What the client pays: the discount is taken off the whole invoice. */
const afterDiscount = (price: Minor, discountPct: string | null): Minor =>
  discountPct === null ? price : subtract(price, percentOf(price, discountPct));

/** The prices of a client by a billing entity that stand and will be paid. They cannot be undone before the letter is written. */
async function toldPrices(db: Db, { riseId, clientId, entityId }: Addressee): Promise<ToldPrice[]> {
  const rows = await db
    .selectFrom('priceRiseItem as item')
    .innerJoin('series', 'series.id', 'item.seriesId')
    .innerJoin('client', 'client.id', 'series.clientId')
    .innerJoin('recurringInvoice as terms', 'terms.seriesId', 'series.id')
    .leftJoin('recurringInvoiceLine as line', 'line.id', 'item.lineId')
    .leftJoin('subscription', 'subscription.id', 'item.subscriptionId')
    .leftJoin('package', 'package.id', 'subscription.packageId')
    .select([
      'series.title',
      'line.description',
      'package.name as package',
      'item.currency',
      'terms.pricesIncludeTax as includesTax',
      'terms.discountPct',
      sql<string>`item.valid_from`.as('from'),
      sql<Minor>`item.before`.as('before'),
      sql<Minor>`item.after`.as('after'),
    ])
    .where('item.riseId', '=', riseId)
    .where('series.clientId', '=', clientId)
    .where('terms.entityId', '=', entityId)
    .where('item.doneAt', 'is not', null)
    .where('item.undoneAt', 'is', null)
    .where(willBePaid)
    .orderBy('item.no')
    .forShare('item')
    .execute();
  return rows.map(({ title, description, package: name, discountPct, before, after, ...row }) => ({
    ...row,
    before: afterDiscount(before, discountPct),
    after: afterDiscount(after, discountPct),
    what: name ?? (withoutTokens(description ?? '') || title),
  }));
}

/** Refuses NOT_FOUND, and STATE_NOT_ALLOWED if no price of the client stands that will be paid. */
async function composeLetter(db: Db, user: CurrentUser, one: Addressee, texts: PriceLetterTexts) {
  const client = await namedClient(db, user, one.clientId);
  if (!client) throw new Refusal('NOT_FOUND');
  const prices = await toldPrices(db, one);
  if (prices.length === 0) throw new Refusal('STATE_NOT_ALLOWED', { from: 'undone', to: 'sent' });
  const { name: entity, country } = await issuerOf(db, one.entityId, null);
  const { to, cc } = (await addresseesOf(db, [one.clientId]))(one.clientId);
  const { sender, replyTo, day } = await termsOfMail(db, one);
  const language = client.docLocale;
  const text = priceLetterText(texts[language], {
    language,
    country,
    entity,
    client: client.party.name,
    contacts: to.map(({ name }) => name),
    sender,
    prices,
  });
  const addressesOf = (contacts: typeof to) => contacts.map(({ email }) => email);
  return { ...text, language, to: addressesOf(to), cc: addressesOf(cc), replyTo, day };
}

/** Refuses as `composeLetter`. */
export async function previewLetter(
  db: Db,
  user: CurrentUser,
  { id, clientId, entityId, texts }: ParsedInputOf<typeof priceRises.previewLetter>,
): Promise<OutputOf<typeof priceRises.previewLetter>> {
  await checkRiseIsSeen(db, user, id);
  const { language, to, subject, parts } = await composeLetter(
    db,
    user,
    { riseId: id, clientId, entityId },
    texts,
  );
  return { language, sentTo: to, subject, body: textOfParts(parts), html: htmlOfParts(language, parts) };
}

const hasLetter = async (db: Db, { riseId, clientId, entityId }: Addressee): Promise<boolean> => {
  const sent = await db
    .selectFrom('priceRiseLetter as letter')
    .innerJoin('clientMail as mail', 'mail.id', 'letter.mailId')
    .select('mail.id')
    .where('letter.riseId', '=', riseId)
    .where('mail.clientId', '=', clientId)
    .where('mail.entityId', '=', entityId)
    .executeTakeFirst();
  return sent !== undefined;
};

/**
 * Puts the letter of a client into the outbox, once. Refuses MAIL_NOT_SET_UP, ALREADY_SENT, ADDRESSEE_REQUIRED, and as `standingRise`
 * and `composeLetter`. Returns the id of the mail.
 */
export async function sendPriceLetter(
  db: Db,
  user: CurrentUser,
  one: Addressee,
  { runId, canMail }: { runId: string; canMail: boolean },
): Promise<string> {
  if (!canMail) throw new Refusal('MAIL_NOT_SET_UP');
  const { letterTexts } = await standingRise(db, one.riseId);
  if (await hasLetter(db, one)) throw new Refusal('ALREADY_SENT');
  const { language, to, cc, replyTo, day, subject, parts } = await composeLetter(
    db,
    user,
    one,
    PriceLetterTexts.parse(letterTexts),
  );
  if (to.length === 0) throw new Refusal('ADDRESSEE_REQUIRED');
  const mailId = await putClientMail(db, {
    kind: 'price_rise',
    key: `${one.riseId} ${one.clientId} ${one.entityId}`,
    entityId: one.entityId,
    clientId: one.clientId,
    day,
    runId,
    ...(replyTo !== null && { replyTo }),
    sentTo: to,
    copiedTo: cc,
    language,
    subject,
    parts,
    files: [],
  });
  if (mailId === null) throw new Refusal('ALREADY_SENT');
  await db.insertInto('priceRiseLetter').values({ mailId, riseId: one.riseId }).execute();
  return mailId;
}

/** The texts that letters of the rise were last written with, or the usual ones. Refuses NOT_FOUND. */
export async function letterTextsOf(db: Db, user: CurrentUser, id: string): Promise<PriceLetterTexts> {
  await checkRiseIsSeen(db, user, id);
  const { letterTexts } = await db
    .selectFrom('priceRise')
    .select('letterTexts')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return letterTexts === null ? usualPriceLetters : PriceLetterTexts.parse(letterTexts);
}

/**
 * Starts the job that sends the letters that were not sent. Refuses NOT_FOUND, VERSION_CONFLICT, MAIL_NOT_SET_UP, STATE_NOT_ALLOWED
 * unless the rise is applied and stands, and REQUIRED on `id` if every client has had its letter.
 */
export async function startLetters(
  db: Db,
  user: CurrentUser,
  { id, texts }: ParsedInputOf<typeof priceRises.sendLetters>,
  version: number,
  canMail: boolean,
): Promise<{ id: string }> {
  const { status } = await lockAtVersion(db, 'priceRise', id, version, () =>
    getPriceRise(db, user, id, canMail),
  );
  if (status !== 'applied') throw new Refusal('STATE_NOT_ALLOWED', { from: status, to: 'sent' });
  if (!canMail) throw new Refusal('MAIL_NOT_SET_UP');
  const open = await openLetters(db, user, id);
  if (open.length === 0) throw refuseField('INPUT_INVALID', 'id', {}, 'REQUIRED');
  await db
    .updateTable('priceRise')
    .set({ letterTexts: json(texts), ...nextVersion })
    .where('id', '=', id)
    .execute();
  return makeJob(
    db,
    user,
    'price_rise_letter',
    open.map(({ clientId, entityId }) => ({ subject: clientId, entityId, payload: { rise: id } })),
    id,
  );
}
