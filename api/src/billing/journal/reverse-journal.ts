import { uuidv7 } from 'uuidv7';
import type { JournalEntry, journal } from '@daybook/contracts/billing/journal/journal';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import type { Db } from '../../db/database.ts';
import { reverseEntry } from '../../ledger/post-entries.ts';
import { todayIn } from '../documents/invoice-basis.ts';
import { openJournalEntry } from './journal.queries.ts';

/**
 * Posts the opposite of a manual journal on a day not before its own. Refuses NOT_FOUND; STATE_NOT_ALLOWED for the entry of a document,
 * for a reversal, and for what is reversed already; DATE_TOO_EARLY, DATE_FUTURE and PERIOD_LOCKED on `date`.
 */
export async function reverseJournal(
  db: Db,
  { id, date, reason }: ParsedInputOf<typeof journal.reverse>,
): Promise<JournalEntry> {
  const entry = await openJournalEntry(db, id);
  if (entry.source !== 'journal' || entry.reversalOf !== null || entry.reversedBy !== null)
    throw new Refusal('STATE_NOT_ALLOWED', { from: entry.source, to: 'reversed' });
  if (date < entry.date)
    throw refuseField('INPUT_INVALID', 'date', { earliest: entry.date }, 'DATE_TOO_EARLY');
  const { timezone } = await db
    .selectFrom('billingEntity')
    .select('timezone')
    .where('id', '=', entry.entity.id)
    .executeTakeFirstOrThrow();
  if (date > todayIn(timezone)) throw refuseField('INPUT_INVALID', 'date', {}, 'DATE_FUTURE');
  const entityId = entry.entity.id;
  const reversal = uuidv7();
  await db
    .insertInto('manualJournal')
    .values({ id: reversal, entityId, journalDate: date, reason, reversalOf: id })
    .execute();
  await reverseEntry(db, { id, entityId }, { entryId: reversal, type: 'journal', id: reversal, date });
  return openJournalEntry(db, reversal);
}
