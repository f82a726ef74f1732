import { expenses } from '@daybook/contracts/billing/expenses/expenses';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { pendingInvoices } from '@daybook/contracts/billing/pending/pending-invoices';
import { notifications } from '@daybook/contracts/notifications';
import { periodLocks } from '@daybook/contracts/settings/period-locks/period-locks';
import { search } from '@daybook/contracts/search';
import { entryOf } from '../../../test/fixtures/billing-fixture.ts';
import { openExpenseFixture } from '../../../test/fixtures/expense-fixture.ts';
import type { ExpenseFixture } from '../../../test/fixtures/expense-fixture.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { findBookFaults } from '../../books/book-findings.ts';

let api: TestApi;
let fixture: ExpenseFixture;

beforeAll(async () => {
  api = await startTestApi();
  fixture = await openExpenseFixture(api);
});
afterAll(() => api.stop());

const charged = (more: object = {}) => ({
  clientId: fixture.clientId,
  billable: true,
  taxCodeId: fixture.taxCodeId,
  ...more,
});
const laidOut = () => charged({ pureAgent: true, taxCodeId: null });

const itemOf = async (sourceId: string) =>
  api.db
    .selectFrom('pendingItem')
    .select(['id', 'status', 'version'])
    .where('sourceId', '=', sourceId)
    .executeTakeFirst();

const heard = async (who: Caller, id: string) =>
  (await who.call(notifications.list, {})).rows
    .filter(({ record }) => record?.id === id)
    .map(({ kind }) => kind);

const quokkas = async (who: Caller) =>
  (await who.call(search.find, { q: 'quokka' })).rows.filter(({ kind }) => kind === 'expense');

const reason = 'Entered twice';
const isNothing = (amounts: Record<string, number>) => Object.values(amounts).every((amount) => amount === 0);

describe('reversing an approved expense', () => {
  it('leaves a zero balance and no pending item, and keeps the number', async () => {
    const made = await fixture.at('approved', charged());
    expect((await itemOf(made.id))?.status).toBe('open');
    const undone = await fixture.approver.call(
      expenses.reverse,
      { id: made.id, reason },
      { version: made.version },
    );
    expect(undone).toMatchObject({
      status: 'reversed',
      number: made.number,
      reversal: { by: 'Ada Approves', reason },
    });
    expect(isNothing(await entryOf(api, made.id))).toBe(true);
    expect(await itemOf(made.id)).toBeUndefined();
    expect(await findBookFaults(api.db)).toEqual([]);
    expect(await fixture.approver.refused(expenses.reimburse, { id: made.id }, undone)).toMatchObject({
      code: 'STATE_NOT_ALLOWED',
    });
  });

  it('is refused while an invoice bills it, until that invoice is void', async () => {
    const made = await fixture.at('approved', charged());
    const item = await itemOf(made.id);
    const draft = await fixture.approver.call(pendingInvoices.draft, {
      itemIds: [item?.id ?? ''],
      issueDate: '2026-03-31',
    });
    const undo = { id: made.id, reason };
    expect(await fixture.approver.refused(expenses.reverse, undo, made)).toMatchObject({
      code: 'ALREADY_INVOICED',
    });
    const issued = await fixture.approver.call(invoices.issue, { id: draft.id }, draft);
    expect(await fixture.approver.refused(expenses.reverse, undo, made)).toMatchObject({
      code: 'ALREADY_INVOICED',
    });
    await fixture.approver.call(invoices.void, { id: issued.id, voidDate: '2026-04-01', reason }, issued);
    expect((await fixture.approver.call(expenses.reverse, undo, made)).status).toBe('reversed');
  });

  it('also reverses the loss of a disbursement that was given up', async () => {
    const made = await fixture.at('approved', laidOut());
    const item = await itemOf(made.id);
    const givenUp = { id: item?.id ?? '', reason: 'Goodwill', date: '2026-04-15' };
    await fixture.approver.call(pendingInvoices.writeOff, givenUp, { version: 1 });
    const undo = { id: made.id, reason };
    const early = await fixture.approver.refused(expenses.reverse, { ...undo, date: '2026-04-14' }, made);
    expect(early.errors.date?.[0]?.code).toBe('DATE_TOO_EARLY');
    await fixture.approver.call(expenses.reverse, { ...undo, date: '2026-04-15' }, made);
    expect(isNothing(await entryOf(api, [made.id, givenUp.id]))).toBe(true);
    expect((await itemOf(made.id))?.status).toBe('written_off');
  });
});

describe('a locked period', () => {
  it('refuses a reversal and the loss of a disbursement, which the next open day accepts', async () => {
    const own = await openExpenseFixture(api, 'CHF');
    const more = { clientId: own.clientId, billable: true, pureAgent: true };
    const [made, kept] = [await own.at('approved', more), await own.at('approved', more)];
    const item = await itemOf(kept.id);
    await own.approver.call(periodLocks.move, { id: own.entityId, lockedUntil: '2026-04-30', reason: null });
    const undo = { id: made.id, reason };
    const giveUp = { id: item?.id ?? '', reason: 'Goodwill' };
    for (const refused of [
      await own.approver.refused(expenses.reverse, { ...undo, date: '2026-04-30' }, made),
      await own.approver.refused(pendingInvoices.writeOff, { ...giveUp, date: '2026-04-30' }, { version: 1 }),
    ]) {
      expect(refused.code).toBe('PERIOD_LOCKED');
      expect(refused.errors).toHaveProperty('date');
    }
    const early = await own.approver.refused(
      pendingInvoices.writeOff,
      { ...giveUp, date: '2026-03-19' },
      { version: 1 },
    );
    expect(early.errors.date?.[0]?.code).toBe('DATE_TOO_EARLY');
    const undone = await own.approver.call(expenses.reverse, { ...undo, date: '2026-05-01' }, made);
    expect(undone.reversal?.on).toBe('2026-05-01');
    await own.approver.call(pendingInvoices.writeOff, { ...giveUp, date: '2026-05-01' }, { version: 1 });
    expect(await entryOf(api, giveUp.id)).toEqual({ client_reimbursable: -1210, bad_debt: 1210 });
  });
});

describe('notifications', () => {
  it('tell approvers of expenses in their scope, and claimants of the decision', async () => {
    const [seeing, blind, unable] = [
      await api.as({ userType: 'manager', keys: ['expenses.edit'], scope: 'all' }),
      await api.as({ userType: 'manager', keys: ['expenses.edit'], scope: 'own' }),
      await api.as({ userType: 'manager', keys: ['expenses.add'], scope: 'all' }),
    ];
    const made = await fixture.at('reimbursed');
    expect(await heard(seeing, made.id)).toEqual(['expense_to_approve']);
    expect(await heard(fixture.approver, made.id)).toEqual(['expense_to_approve']);
    expect([...(await heard(blind, made.id)), ...(await heard(unable, made.id))]).toEqual([]);
    expect(await heard(fixture.claimant, made.id)).toEqual(['expense_reimbursed', 'expense_approved']);
    expect(await heard(fixture.claimant, (await fixture.at('rejected')).id)).toEqual(['expense_rejected']);
    expect(await heard(fixture.claimant, (await fixture.at('reversed')).id)).toEqual([
      'expense_reversed',
      'expense_approved',
    ]);
  });
});

describe('the document search', () => {
  it('finds an expense by its words, for people with the permission and the claimant in their scope', async () => {
    const made = await fixture.at('approved', { description: 'Quokka upholstery' });
    expect(await quokkas(fixture.claimant)).toEqual([
      {
        kind: 'expense',
        id: made.id,
        label: 'Quokka upholstery',
        detail: `${made.number ?? ''} · Carl Claims`,
      },
    ]);
    const blind = await api.as({ userType: 'manager', keys: ['expenses.edit'], scope: 'own' });
    const unable = await api.as({ userType: 'manager', keys: ['clients.view'], scope: 'all' });
    expect([...(await quokkas(blind)), ...(await quokkas(unable))]).toEqual([]);
  });
});
