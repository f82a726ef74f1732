import { addDays } from '@daybook/contracts/plain-date';
import { minor } from '@daybook/contracts/money/money';
import { Refusal } from '@daybook/contracts/refusals';
import { ageingSetting } from '@daybook/contracts/receivables/outstanding/ageing-setting';
import { disputes } from '@daybook/contracts/receivables/follow-up/follow-ups';
import { promises } from '@daybook/contracts/receivables/follow-up/promises';
import { judgePromises } from '../../src/receivables/follow-up/judge-promises.ts';
import { lockFollowUp, recordPromise } from '../../src/receivables/follow-up/record-promise.ts';
import type { Documents } from './documents.ts';
import { attempt, dated, oneOf, partOf } from './step.ts';
import type { Command, Dice, Fixture } from './step.ts';

export const noonOf = (day: string): string => `${day}T12:00:00Z`;

/** What the client of an open invoice promises, by one date or by two. */
function termsOf({ entityId, day }: Fixture, { invoices }: Documents, dice: Dice) {
  const invoice = oneOf(invoices, ({ outstanding }) => outstanding > 0, dice);
  if (!invoice) return null;
  const amount = minor(partOf(invoice.outstanding, dice));
  const first = { dueOn: addDays(day, dice.pick % 3), amount };
  const second = { dueOn: addDays(day, 3 + (dice.pick % 4)), amount: minor(1) };
  return {
    clientId: invoice.clientId,
    currency: invoice.currency,
    entityId,
    invoiceIds: dice.pick % 3 === 0 ? [invoice.id] : [],
    instalments: dice.isOther ? [first, second] : [first],
  };
}

/** As a person records it on the day of the books; the endpoint knows only the day of the clock. */
async function promiseOnTheDay(fixture: Fixture, documents: Documents, dice: Dice): Promise<void> {
  const found = termsOf(fixture, documents, dice);
  if (!found) return;
  const { clientId, ...terms } = found;
  const asked = {
    id: clientId,
    label: '',
    defaultEntityId: fixture.entityId,
    crmId: '',
    isErased: false,
    today: fixture.day,
    clients: [{ id: clientId, label: '' }],
  };
  const recorded = { note: null, followUpId: null, within: '', clock: noonOf(fixture.day) };
  try {
    await fixture.api.db.transaction().execute(async (db) => {
      await lockFollowUp(db, clientId);
      await recordPromise(db, asked, terms, recorded);
    });
    fixture.said.push('promised');
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    fixture.said.push(`promised: ${error.code}`);
  }
}

/** An open record of this entity, or any of them if the dice are wild. */
async function idOf({ api, entityId }: Fixture, select: string, { pick }: Dice): Promise<string | null> {
  const { rows } = await api.ownerPool.query<{ id: string }>(select, [entityId]);
  return rows[pick % Math.max(1, rows.length)]?.id ?? null;
}

/** None of them posts anything. */
const commands: Record<string, Command> = {
  async promise(fixture, documents, dice) {
    await promiseOnTheDay(fixture, documents, dice);
    return null;
  },
  async promiseNow(fixture, documents, dice) {
    const terms = termsOf({ ...fixture, day: new Date().toISOString().slice(0, 10) }, documents, dice);
    if (terms) await attempt(fixture, promises.create, terms);
    return null;
  },
  async withdrawPromise(fixture, _documents, dice) {
    const id = await idOf(
      fixture,
      `select id from promise where entity_id = $1 ${dice.isWild ? '' : `and state = 'open'`} order by id`,
      dice,
    );
    if (id !== null) await attempt(fixture, promises.withdraw, { id });
    return null;
  },
  async judge(fixture) {
    await judgePromises(fixture.api.db, noonOf(fixture.day));
    return null;
  },
  async dispute(fixture, { invoices }, dice) {
    const invoice = oneOf(invoices, ({ outstanding }) => outstanding > 0, dice);
    if (!invoice) return null;
    await attempt(fixture, disputes.create, {
      invoiceId: invoice.id,
      reason: 'Wrong hours',
      ...(dice.isOther && { amount: partOf(Math.max(1, invoice.outstanding), dice) }),
      ...(dice.pick % 4 > 0 && { fromOn: dated(fixture, dice) }),
    });
    return null;
  },
  async takeDisputeBack(fixture, _documents, dice) {
    const id = await idOf(
      fixture,
      `select dispute.id from dispute join invoice on invoice.id = invoice_id where entity_id = $1
         ${dice.isWild ? '' : 'and to_on is null'} order by dispute.id`,
      dice,
    );
    if (id !== null) await attempt(fixture, disputes.takeBack, { id, note: 'Agreed' });
    return null;
  },
  async changeBuckets(fixture, _documents, dice) {
    const { version } = await fixture.writer.call(ageingSetting.open, {});
    const first = 1 + (dice.pick % 20);
    const bounds = [first, first + (dice.isWild ? 0 : 1 + (dice.size % 30)), 90];
    await attempt(fixture, ageingSetting.save, { bounds }, { version });
    return null;
  },
};

export const followUp = {
  commands,
  endpoints: [promises, disputes, ageingSetting],
  often: ['promise', 'promise', 'dispute'],
  /** The command that creates what another one needs. */
  needs: {
    promise: 'bill',
    promiseNow: 'bill',
    withdrawPromise: 'promiseNow',
    dispute: 'bill',
    takeDisputeBack: 'dispute',
  },
};
