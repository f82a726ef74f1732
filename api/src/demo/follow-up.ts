import { uuidv7 } from 'uuidv7';
import { minor } from '@daybook/contracts/money/money';
import { addDays } from '@daybook/contracts/plain-date';
import { disputes, followUps } from '@daybook/contracts/receivables/follow-up/follow-ups';
import { judgePromises } from '../receivables/follow-up/judge-promises.ts';
import type { DemoClient } from './clients.ts';
import { workday } from './days.ts';
import type { Db } from '../db/database.ts';
import type { Demo, Person } from './demo.ts';
import type { IssuedInvoice } from './invoices.ts';
import type { Random } from './random.ts';

interface Contact {
  client: DemoClient;
  invoice: IssuedInvoice['invoice'];
  on: string;
  outcome: 'no_answer' | 'promised' | 'dispute' | 'paid' | 'other';
  note: string | null;
  nextOn: string | null;
  /** The day by which payment was promised. */
  promisedFor: string | null;
}

const outcomes = ['no_answer', 'no_answer', 'promised', 'promised', 'promised', 'paid', 'other'] as const;
const notes = {
  no_answer: [null, null, 'Left a message'],
  promised: [
    'Will pay with the next run',
    'The director signs it this week',
    'Asked for another copy and will pay',
  ],
  paid: ['Says the transfer is on its way'],
  other: ['Wants a call next week', 'The bookkeeper is on leave'],
};

/** Contacts after the due date of invoices that were not paid by then; of those still open, the last one plans the next action. */
function planContacts(
  { today }: Demo,
  random: Random,
  issued: readonly IssuedInvoice[],
  settledOn: ReadonlyMap<string, string | null>,
): Contact[] {
  return issued.flatMap(({ client, invoice }): Contact[] => {
    const on = workday(addDays(invoice.dueDate, random.int(3, 15)));
    const settled = settledOn.get(invoice.id);
    if (on >= today || settled === undefined || (settled !== null && settled < on) || random.chance(0.3))
      return [];
    const outcome = random.pick(outcomes);
    const isOpen = settled === null;
    return [
      {
        client,
        invoice,
        on,
        outcome,
        note: random.pick<string | null>(notes[outcome]),
        nextOn: isOpen ? workday(addDays(today, random.int(-2, 8))) : null,
        promisedFor: outcome === 'promised' ? workday(addDays(on, random.int(5, 14))) : null,
      },
    ];
  });
}

/** The promises of a client do not overlap: a contact before the date of the last promise brings no other. */
function inRounds(contacts: readonly Contact[]): Contact[][] {
  const rounds: Contact[][] = [];
  for (const own of Object.values(Object.groupBy(contacts, ({ client }) => client.id))) {
    let round = 0;
    let last = '';
    for (const contact of (own ?? []).toSorted((a, b) => a.on.localeCompare(b.on))) {
      if (contact.promisedFor !== null && contact.on <= last) continue;
      (rounds[round] ??= []).push(contact);
      if (contact.promisedFor === null) continue;
      last = contact.promisedFor;
      round += 1;
    }
  }
  return rounds;
}

/** Straight into the tables, because a contact of today cannot promise anything for last year any more. */
async function store(db: Db, contacts: readonly Contact[]): Promise<void> {
  const rows = contacts.map((contact) => {
    const { client, on } = contact;
    const at = `${on}T10:00:00Z`;
    return { id: uuidv7(), contact, clientId: client.id, createdAt: at, createdBy: client.crm.id };
  });
  await db
    .insertInto('followUp')
    .values(
      rows.map(({ contact: { outcome, note, nextOn }, ...row }) => ({
        ...row,
        happenedAt: row.createdAt,
        channel: 'call',
        outcome,
        note,
        nextOn,
      })),
    )
    .execute();
  const promised = rows.flatMap(({ contact: { invoice, on, promisedFor, client }, id: followUpId, ...row }) =>
    promisedFor === null
      ? []
      : [
          {
            ...row,
            id: uuidv7(),
            followUpId,
            currency: client.currency,
            promisedOn: on,
            since: on,
            dueOn: promisedFor,
            amount: minor(invoice.payable),
          },
        ],
  );
  if (promised.length === 0) return;
  await db.insertInto('promise').values(promised).execute();
  await db
    .insertInto('promiseInstalment')
    .values(promised.map(({ id: promiseId, dueOn, amount }) => ({ promiseId, no: 1, dueOn, amount })))
    .execute();
}

/** Two invoices are disputed, one of them in part; one client is followed up by the partner, and one receives no reminders. */
async function actOnThem(contacts: readonly Contact[], partner: Person): Promise<void> {
  const open = contacts.filter(({ nextOn }) => nextOn !== null);
  const [whole, part, handedOn, quiet] = open;
  if (whole)
    await partner.call(disputes.create, {
      invoiceId: whole.invoice.id,
      reason: 'The client says the work was agreed as part of the retainer',
      fromOn: whole.on,
    });
  if (part)
    await partner.call(disputes.create, {
      invoiceId: part.invoice.id,
      amount: minor(Math.ceil(part.invoice.payable / 4)),
      reason: 'Two hours too many',
      fromOn: part.on,
    });
  if (handedOn)
    await partner.call(followUps.handOn, {
      id: handedOn.client.id,
      toId: partner.id,
      note: 'I know the owner',
    });
  if (quiet) await partner.call(followUps.pause, { id: quiet.client.id, reminders: 'off', note: 'In talks' });
}

/** A year of contacts about late invoices: what was promised is judged by the receipts. */
export async function makeFollowUps(
  demo: Demo,
  issued: readonly IssuedInvoice[],
  partner: Person,
): Promise<void> {
  const settled = await demo.db
    .selectFrom('invoiceState')
    .select(['invoiceId', 'settledOn', 'outstanding'])
    .where('status', 'in', ['issued', 'part_paid', 'paid'])
    .execute();
  const settledOn = new Map(settled.map((one) => [one.invoiceId, one.settledOn]));
  const owing = new Set(settled.filter(({ outstanding }) => outstanding > 0).map((one) => one.invoiceId));
  const contacts = planContacts(demo, demo.random('follow-up'), issued, settledOn);
  for (const round of inRounds(contacts)) {
    await demo.db.transaction().execute((db) => store(db, round));
    await judgePromises(demo.db, `${demo.today}T12:00:00Z`);
  }
  await actOnThem(
    contacts.filter(({ invoice }) => owing.has(invoice.id)),
    partner,
  );
}
