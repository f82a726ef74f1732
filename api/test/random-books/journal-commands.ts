import { journal } from '@daybook/contracts/billing/journal/journal';
import { attempt, dated, oneOf } from './step.ts';
import type { Command, Fixture } from './step.ts';

interface Account {
  id: string;
  isKept: boolean;
  type: string;
}
interface Journal {
  id: string;
  isOpen: boolean;
}

const read = async <Row extends object>({ api, entityId }: Fixture, query: string): Promise<Row[]> =>
  (await api.ownerPool.query<Row>(query, query.includes('$1') ? [entityId] : [])).rows;

export const journalCommands: Record<string, Command> = {
  /** Between two accounts that no document keeps; wild dice choose a control account. */
  async postJournal(fixture, _documents, dice) {
    const accounts = await read<Account>(
      fixture,
      'select id, kept_by_documents as "isKept", type from ledger_account order by code',
    );
    const from = oneOf(accounts, ({ isKept }) => !isKept, dice);
    const to = oneOf(accounts, ({ isKept }) => !isKept, { ...dice, pick: dice.pick + dice.percent });
    if (!from || !to) return null;
    const date = dated(fixture, dice);
    const departmentId = fixture.departmentIds[dice.percent % 3] ?? null;
    const of = ({ id, type }: Account) => ({
      accountId: id,
      departmentId: dice.isWild || type === 'income' || type === 'expense' ? departmentId : null,
    });
    const lines = [
      { ...of(from), debit: dice.size },
      { ...of(to), credit: dice.size },
    ];
    const input = { entityId: fixture.entityId, date, reason: 'By hand', lines };
    return (await attempt(fixture, journal.create, input)) && date;
  },
  async reverseJournal(fixture, _documents, dice) {
    const journals = await read<Journal>(
      fixture,
      `select entry.id, source_type = 'journal' and reversal_of is null and not exists (
         select from journal_entry mirror where mirror.reversal_of = entry.id) as "isOpen"
       from journal_entry entry where entity_id = $1 order by seq`,
    );
    const one = oneOf(journals, ({ isOpen }) => isOpen, dice);
    if (!one) return null;
    const date = dated(fixture, dice);
    return (await attempt(fixture, journal.reverse, { id: one.id, date, reason: 'Reversed' })) && date;
  },
};
