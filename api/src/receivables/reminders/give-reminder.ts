import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { mostMailedBytes } from '@daybook/contracts/billing/invoices/invoice-mails';
import { Refusal } from '@daybook/contracts/refusals';
import { textsOf } from '@daybook/contracts/server-texts';
import { theSystem } from '../../auth/the-system.ts';
import { namedClient } from '../../billing/documents/client-party.ts';
import { addresseeOf } from '../../billing/documents/issuer.ts';
import { fileNameOf } from '../../billing/documents/send-pdf.ts';
import { invoicePaper } from '../../billing/invoices/invoice-pdf.ts';
import { makePendingItem } from '../../billing/pending/pending-items.ts';
import { json } from '../../db/database.ts';
import type { Db } from '../../db/database.ts';
import { keepPdf } from '../../files/file-content.ts';
import { reminderPdf } from '../../pdf/reminder-pdf.ts';
import type { Issuer } from '../../pdf/sheet.ts';
import { putClientMail } from '../mails/put-client-mail.ts';
import { readStatement } from '../statements/statement-paper.ts';
import type { Composed } from './compose-reminder.ts';
import type { EntityReminders } from './entity-reminders.queries.ts';
import type { ClientFacts } from './reminder-facts.queries.ts';

const words = textsOf('reminders');

export interface Giving {
  entity: EntityReminders;
  issuer: Issuer;
  facts: ClientFacts;
  composed: Composed;
  /** The job or the nightly run. */
  runId?: string;
  /** Whether a mail server is set up. */
  canMail: boolean;
  /** Whether nothing moved after the day (`hasMovedSince`), so that statements are read faster. */
  isUnmoved?: boolean;
}

type File = { name: string; sha256: Buffer };
type Printing = { name: string; file: Promise<Uint8Array> };

/** The statements of what is open of each client and currency that is listed, as they are being printed. */
export async function beginStatements(
  db: Db,
  { entity, issuer, facts, composed, canMail, isUnmoved = false }: Giving,
): Promise<Printing[]> {
  if (!canMail || composed.level.channel !== 'mail' || !composed.level.attachStatement) return [];
  const listed = new Set(composed.invoiceIds);
  const ledgers = new Map(
    facts.rows
      .filter(({ invoiceId }) => listed.has(invoiceId))
      .map(({ clientId, currency }) => [`${clientId} ${currency}`, { clientId, currency }]),
  );
  const begun: Printing[] = [];
  for (const ledger of ledgers.values()) {
    const { entityId, day: asOf } = entity;
    const asked = { ...ledger, entityId, kind: 'open_items' as const, asOf, isUnmoved, issuer };
    const { name, print } = await readStatement(db, theSystem, asked);
    const file = print();
    // Whoever awaits it is told of a failure; until then it may not end the process.
    file.catch(() => undefined);
    begun.push({ name: fileNameOf(name), file });
  }
  return begun;
}

async function printed(db: Db, begun: readonly Printing[]): Promise<File[]> {
  const files: File[] = [];
  for (const { name, file } of begun) files.push({ name, sha256: await keepPdf(db, await file) });
  return files;
}

/** The listed invoices, as far as a mail can carry them. Opening invoices have no PDF here. */
async function invoices(db: Db, { facts, composed }: Giving): Promise<File[]> {
  const opening = new Set(facts.rows.filter(({ isOpening }) => isOpening).map(({ invoiceId }) => invoiceId));
  const files: File[] = [];
  let bytes = 0;
  for (const id of composed.invoiceIds) {
    if (opening.has(id)) continue;
    const { name, file } = await invoicePaper(db, theSystem, id);
    bytes += file.length;
    if (bytes > mostMailedBytes) break;
    files.push({ name: fileNameOf(name), sha256: await keepPdf(db, file) });
  }
  return files;
}

async function byMail(db: Db, giving: Giving, statements: readonly Printing[]): Promise<{ mailId: string }> {
  const { entity, facts, composed, runId, canMail } = giving;
  const { level } = composed;
  if (!canMail) throw new Refusal('MAIL_NOT_SET_UP');
  const mailId = await putClientMail(db, {
    kind: 'reminder',
    key: [entity.entityId, facts.clientId, level.no, entity.day].join(' '),
    entityId: entity.entityId,
    clientId: facts.clientId,
    day: entity.day,
    level: level.no,
    ...(runId !== undefined && { runId }),
    sentTo: facts.to.map(({ email }) => email),
    copiedTo: facts.cc.map(({ email }) => email),
    replyTo: facts.responsible.email,
    language: composed.language,
    subject: composed.subject,
    parts: composed.parts,
    files: [...(await printed(db, statements)), ...(level.attachInvoices ? await invoices(db, giving) : [])],
  });
  if (mailId === null) throw new Refusal('ALREADY_SENT');
  return { mailId };
}

/** The letter with the client's address, for the office to print. */
async function letterOf(db: Db, { entity, issuer, facts, composed }: Giving): Promise<{ letter: Buffer }> {
  const client = await namedClient(db, theSystem, facts.clientId);
  if (!client) throw new Refusal('NOT_FOUND');
  const file = await reminderPdf({
    docLocale: composed.language,
    issuer,
    client: await addresseeOf(db, facts.clientId, client.party),
    day: entity.day,
    subject: composed.subject,
    currency: composed.totals[0]?.currency ?? entity.currency,
    total: [words[composed.language].words.total, composed.total],
    parts: composed.parts,
  });
  return { letter: await keepPdf(db, file) };
}

async function planCall(db: Db, { facts, entity }: Giving) {
  await sql`select plan_next_action(${facts.clientId}, ${entity.day})`.execute(db);
  return {};
}

/** Proposed as a pending item and never posted by itself. A level that is given again, as nobody got its mail, has its fee already. */
async function proposeFee(db: Db, { entity, facts, composed: { level } }: Giving): Promise<void> {
  if (level.fee === null || entity.feeTaxCodeId === null) return;
  const { sent, overdueSince } = facts;
  if (sent.some((one) => one.isLost && one.level === level.no && one.day >= (overdueSince ?? entity.day)))
    return;
  await makePendingItem(db, {
    clientId: facts.clientId,
    entityId: entity.entityId,
    currency: entity.currency,
    source: 'manual',
    sourceId: null,
    serviceId: null,
    description: `${level.name} ${entity.day}`,
    amount: level.fee,
    taxCodeId: entity.feeTaxCodeId,
    readyOn: entity.day,
  });
}

const channels = { mail: byMail, letter: letterOf, call: planCall };

/**
 * Gives a client a reminder by the channel of its level, and records it; in the transaction of the caller. `statements` were begun before.
 * Returns its id. Refuses ALREADY_SENT if this level was given on this day, and MAIL_NOT_SET_UP.
 */
export async function giveReminder(db: Db, giving: Giving, statements: readonly Printing[]): Promise<string> {
  const { entity, facts, composed, runId } = giving;
  const { level, rows, totals } = composed;
  const id = uuidv7();
  const given = await channels[level.channel](db, giving, statements);
  const kept = await db
    .insertInto('reminder')
    .values({
      id,
      entityId: entity.entityId,
      clientId: facts.clientId,
      level: level.no,
      day: entity.day,
      channel: level.channel,
      otherClientIds: composed.otherClientIds,
      runId: runId ?? null,
      ...given,
      content: json({
        rows: rows.map(({ invoiceId, dueOn, currency, asked }) => ({ invoiceId, dueOn, currency, asked })),
        totals,
      }),
    })
    .onConflict((on) => on.constraint('reminder_once').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!kept) throw new Refusal('ALREADY_SENT');
  await db
    .deleteFrom('reminderProposal')
    .where('entityId', '=', entity.entityId)
    .where('clientId', '=', facts.clientId)
    .execute();
  await proposeFee(db, giving);
  return id;
}
