import { uuidv7 } from 'uuidv7';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { addDays } from '@daybook/contracts/plain-date';
import {
  followUpHistory,
  moneyHistoryKinds,
} from '@daybook/contracts/receivables/follow-up/follow-up-history';
import { disputes, followUps } from '@daybook/contracts/receivables/follow-up/follow-ups';
import { worklist } from '@daybook/contracts/receivables/follow-up/worklist';
import { openBillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import { makeClient } from '../../../test/fixtures/masters.ts';
import { json } from '../../db/database.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let admin: Caller;
let fixture: BillingFixture;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({ userType: 'super_admin' });
  fixture = await openBillingFixture(api, admin);
});
afterAll(() => api.stop());

const today = new Date().toISOString().slice(0, 10);
const day = (days: number) => addDays(today, days);

describe('the history of a client', () => {
  let clientId: string;
  const history = (more: object = {}, caller = admin) =>
    caller.call(followUpHistory.list, { id: clientId, ...more });
  beforeAll(async () => {
    clientId = await makeClient(api.db, { entityId: fixture.entityId, crmId: admin.id, currency: 'EUR' });
    const invoice = await fixture.issued(1_000, { clientId, issueDate: day(-100), dueDate: day(-30) });
    const promise = { currency: 'EUR', instalments: [{ dueOn: day(2), amount: 800 }] };
    const money = await admin.call(receipts.create, fixture.receipt(100, { clientId }));
    await admin.call(
      receipts.reverse,
      { id: money.id, date: today, reason: 'Twice' },
      { version: money.version },
    );
    await admin.call(followUps.log, {
      clientId,
      channel: 'visit',
      outcome: 'promised',
      note: 'Soon',
      promise,
    });
    await admin.call(disputes.create, { invoiceId: invoice.id, reason: 'One hour too many', amount: 100 });
    const [disputed] = (await admin.call(followUps.basis, { id: clientId })).invoices;
    await admin.call(disputes.takeBack, { id: disputed?.disputeId ?? '', note: 'Agreed' });
    await admin.call(followUps.handOn, { id: clientId, toId: admin.id, note: 'Mine' });
    await admin.call(followUps.pause, {
      id: clientId,
      invoiceId: invoice.id,
      reminders: 'paused',
      remindersPausedUntil: day(9),
    });
  });

  // The promise was recorded in one transaction with its contact, after it.
  const timeline = [
    'pause',
    'hand_on',
    'dispute',
    'dispute',
    'promise',
    'follow_up',
    'receipt_reversed',
    'receipt',
  ];

  it('is one timeline, newest first, on pages and by kind', async () => {
    const { rows } = await history();
    expect(rows.map(({ kind }) => kind)).toEqual(timeline);
    expect(rows.find(({ kind }) => kind === 'promise')).toMatchObject({
      amount: 800,
      promise: { state: 'open', dueOn: day(2) },
    });
    expect(rows.filter(({ kind }) => kind === 'dispute').map(({ note, amount }) => [note, amount])).toEqual([
      ['Agreed', 100],
      ['One hour too many', 100],
    ]);
    const paged = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const part = await history({ pageSize: 3, ...(cursor !== undefined && { cursor }) });
      paged.push(...part.rows);
      cursor = part.next;
    }
    expect(paged).toEqual(rows);
    const money = await history({ filter: { kind: ['receipt', 'receipt_reversed'] } });
    expect(money.rows.map(({ kind }) => kind)).toEqual(['receipt_reversed', 'receipt']);
  });

  it('holds the reminders, and the worklist says which one is next', async () => {
    const given = { entityId: fixture.entityId, clientId, level: 1, day: today };
    await api.db
      .insertInto('reminder')
      .values({ id: uuidv7(), channel: 'call', content: json({}), ...given })
      .execute();
    const { rows } = await history({ filter: { kind: 'reminder' } });
    expect(rows).toMatchObject([{ kind: 'reminder', on: today, document: null, note: expect.any(String) }]);
    await api.db
      .insertInto('reminderProposal')
      .values({ ...given, level: 2 })
      .execute();
    const listed = await admin.call(worklist.list, {});
    expect(listed.rows.find(({ client }) => client.id === clientId)?.levelDue).toMatchObject({ no: 2 });
  });

  it('shows no amount, document or receipt without a money permission', async () => {
    const plain = await api.as({ userType: 'manager', scope: 'all', keys: ['followup.history'] });
    const { rows, owed } = await history({}, plain);
    expect(owed).toBeNull();
    expect(new Set(rows.map(({ kind }) => kind))).toEqual(
      new Set(['promise', 'follow_up', 'dispute', 'hand_on', 'pause']),
    );
    expect(rows.flatMap(({ amount, currency, document }) => [amount, currency, document])).toEqual(
      Array(rows.length * 3).fill(null),
    );
    expect((await history({ filter: { kind: [...moneyHistoryKinds] } }, plain)).rows).toEqual([]);
    const stranger = await api.as({ userType: 'manager', scope: 'own', keys: ['followup.history'] });
    expect(await stranger.refused(followUpHistory.list, { id: clientId })).toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await plain.refused(worklist.list, {})).toMatchObject({ code: 'PERM_DENIED' });
  });
});
