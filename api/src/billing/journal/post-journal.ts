import { uuidv7 } from 'uuidv7';
import type { JournalEntry, journal } from '@daybook/contracts/billing/journal/journal';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { subtract } from '@daybook/contracts/money/money';
import { refuseField } from '@daybook/contracts/refusals';
import type { Db } from '../../db/database.ts';
import { postEntry } from '../../ledger/post-entries.ts';
import { todayIn } from '../documents/invoice-basis.ts';
import { openJournalEntry } from './journal.queries.ts';
import { checkJournal } from './journal.rules.ts';
import { listLedgerAccounts } from './trial-balance.queries.ts';

/**
 * Posts a manual journal in the base currency of its entity. Refuses REFERENCE_UNKNOWN on `entityId`, DATE_FUTURE and PERIOD_LOCKED on
 * `date`, and as `checkJournal`.
 */
export async function postJournal(
  db: Db,
  { id = uuidv7(), entityId, date, reason, lines }: ParsedInputOf<typeof journal.create>,
): Promise<JournalEntry> {
  const entity = await db
    .selectFrom('billingEntity')
    .select(['baseCurrency', 'timezone'])
    .where('id', '=', entityId)
    .executeTakeFirst();
  if (!entity) throw refuseField('REFERENCE_UNKNOWN', 'entityId');
  if (date > todayIn(entity.timezone)) throw refuseField('INPUT_INVALID', 'date', {}, 'DATE_FUTURE');
  const departments = await db.selectFrom('department').select('id').where('active', '=', true).execute();
  checkJournal(
    lines,
    await listLedgerAccounts(db),
    departments.map((department) => department.id),
  );
  const { baseCurrency } = entity;
  await db.insertInto('manualJournal').values({ id, entityId, journalDate: date, reason }).execute();
  await postEntry(db, {
    id,
    entityId,
    date,
    source: { type: 'journal', id },
    currency: baseCurrency,
    baseCurrency,
    fxRate: '1',
    postings: lines.map(({ accountId, departmentId, debit, credit }) => ({
      account: { id: accountId },
      departmentId,
      amount: subtract(debit, credit),
    })),
  });
  return openJournalEntry(db, id);
}
