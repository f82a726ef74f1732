import { uuidv7 } from 'uuidv7';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { addDays } from '@daybook/contracts/plain-date';
import { crms } from '@daybook/contracts/people/staff';
import { disputes, followUps } from '@daybook/contracts/receivables/follow-up/follow-ups';
import { openBillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import { refusedInSql } from '../../../test/refused-in-sql.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let admin: Caller;
let fixture: BillingFixture;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({ userType: 'super_admin' });
});
beforeEach(async () => {
  fixture = await openBillingFixture(api, admin);
});
afterAll(() => api.stop());

const today = new Date().toISOString().slice(0, 10);
const day = (days: number) => addDays(today, days);

const basis = () => admin.call(followUps.basis, { id: fixture.clientId });
const fieldsOf = async (...given: Parameters<Caller['refused']>) =>
  Object.fromEntries(
    Object.entries((await admin.refused(...given)).errors).map(([field, [fault]]) => [field, fault?.code]),
  );

describe('a dispute', () => {
  it('is one at a time on an open invoice, and ends with a note', async () => {
    const invoice = await fixture.issued(1_000);
    const dispute = { invoiceId: invoice.id, reason: 'Not ordered' };
    const both = await Promise.allSettled([1, 2].map(() => admin.call(disputes.create, dispute)));
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const held = await basis();
    expect(held.owed).toMatchObject([{ outstanding: 1_000, disputed: 1_000 }]);
    const id = held.invoices[0]?.disputeId ?? '';
    await admin.call(
      receipts.create,
      fixture.receipt(300, { allocations: [{ invoiceId: invoice.id, amount: 300 }] }),
    );
    expect((await basis()).owed).toMatchObject([{ outstanding: 700, disputed: 700 }]);
    expect((await admin.call(disputes.takeBack, { id, note: 'Found the order' })).owed).toMatchObject([
      { disputed: 0 },
    ]);
    expect(await admin.refused(disputes.takeBack, { id, note: 'Again' })).toMatchObject({
      code: 'STATE_NOT_ALLOWED',
    });
    await admin.call(disputes.create, { ...dispute, amount: 200 });
    expect((await basis()).owed).toMatchObject([{ disputed: 200 }]);
  });

  it.each<[string, () => object, Record<string, string>]>([
    ['more than is open', () => ({ amount: 1_001 }), { amount: 'ALLOC_EXCEEDS_TARGET' }],
    ['a day before the issue', () => ({ fromOn: '2026-02-28' }), { fromOn: 'DATE_TOO_EARLY' }],
    ['a day in the future', () => ({ fromOn: day(2) }), { fromOn: 'DATE_IN_FUTURE' }],
    ['an unknown invoice', () => ({ invoiceId: uuidv7() }), { invoiceId: 'REFERENCE_UNKNOWN' }],
    ['no reason', () => ({ reason: '' }), { reason: 'REQUIRED' }],
  ])('is refused with %s', async (_, more, fields) => {
    const { id } = await fixture.issued(1_000);
    expect(await fieldsOf(disputes.create, { invoiceId: id, reason: 'Not ordered', ...more() })).toEqual(
      fields,
    );
  });

  it('keeps its laws in the database', async () => {
    const invoice = await fixture.issued(1_000);
    const insert =
      'insert into dispute (id, invoice_id, amount, reason, from_on) values ($1, $2, $3, $4, $5)';
    const dispute = (amount: number | null, from: string) =>
      refusedInSql(api, [insert, [uuidv7(), invoice.id, amount, 'x', from]]);
    expect(await dispute(1_001, today)).toBe('DB007');
    expect(await dispute(null, '2026-02-01')).toBe('DB014');
    expect(await dispute(null, today)).toBe('done');
    expect(await dispute(null, today)).toBe('23505');
    expect(
      await refusedInSql(api, ['update dispute set amount = 1 where invoice_id = $1', [invoice.id]]),
    ).toBe('42501');
    expect(await refusedInSql(api, ['delete from dispute where invoice_id = $1', [invoice.id]])).toBe(
      '42501',
    );
  });
});

describe('the person responsible', () => {
  it('is the relationship manager, or a person who sees the client to whom it was handed on', async () => {
    const [blind, seeing] = [await api.as({ userType: 'executive' }), await api.as({ userType: 'admin' })];
    const handOn = (toId: string | null) => admin.call(followUps.handOn, { id: fixture.clientId, toId });
    expect(await basis()).toMatchObject({ responsible: { id: admin.id }, isHandedOn: false });
    await expect(handOn(blind.id)).rejects.toThrow('REFERENCE_UNKNOWN');
    expect(await handOn(seeing.id)).toMatchObject({ responsible: { id: seeing.id }, isHandedOn: true });
    expect(await handOn(null)).toMatchObject({ responsible: { id: admin.id }, isHandedOn: false });
    const told = await api.db
      .selectFrom('notification')
      .select('kind')
      .where('userId', '=', seeing.id)
      .execute();
    expect(told).toEqual([{ kind: 'follow_up_handed_on' }]);
    expect(
      await refusedInSql(api, [
        'insert into client_follow_up (client_id, responsible_id) values ($1, $2)',
        [fixture.clientId, blind.id],
      ]),
    ).toBe('42501');
  });

  it('hands the follow-up over with the rest of the work, only to a person with the clients in scope', async () => {
    const [leaver, blind, seeing] = [
      await api.as({ userType: 'crm', scope: 'all', name: 'Leaver' }),
      await api.as({ userType: 'crm' }),
      await api.as({ userType: 'crm', scope: 'all' }),
    ];
    await admin.call(followUps.handOn, { id: fixture.clientId, toId: leaver.id });
    const handOver = (to: Caller) =>
      admin.call(crms.transfer, { id: leaver.id, toId: to.id, kinds: ['clientsToFollowUp'] });
    expect((await admin.call(crms.holdings, { id: leaver.id })).rows).toMatchObject([
      { kind: 'clientsToFollowUp', count: 1 },
    ]);
    await expect(handOver(blind)).rejects.toThrow('REFERENCE_UNKNOWN');
    expect(await handOver(seeing)).toEqual({ moved: 1 });
    expect((await basis()).responsible.id).toBe(seeing.id);
  });
});

describe('reminders', () => {
  it('are paused for a client, one of its billing entities or one invoice, until a day that has not passed', async () => {
    const invoice = await fixture.issued(1_000);
    const pause = (more: object, until: string | null = day(7)) => ({
      id: fixture.clientId,
      reminders: 'paused' as const,
      remindersPausedUntil: until,
      ...more,
    });
    await admin.call(followUps.pause, pause({ note: 'On holiday' }));
    await admin.call(followUps.pause, pause({ entityId: fixture.entityId }));
    const paused = await admin.call(followUps.pause, pause({ invoiceId: invoice.id }));
    const setting = { reminders: 'paused', remindersPausedUntil: day(7) };
    expect(paused).toMatchObject({
      reminders: setting,
      entityReminders: [{ entity: { id: fixture.entityId }, ...setting }],
      invoices: [{ reminders: setting }],
    });
    const resumed = await admin.call(followUps.pause, {
      id: fixture.clientId,
      entityId: fixture.entityId,
      reminders: 'on',
    });
    expect(resumed.entityReminders).toEqual([]);
    expect(await fieldsOf(followUps.pause, pause({}, null))).toEqual({ remindersPausedUntil: 'REQUIRED' });
    expect(await fieldsOf(followUps.pause, pause({}, day(-2)))).toEqual({
      remindersPausedUntil: 'DATE_TOO_EARLY',
    });
    expect(await fieldsOf(followUps.pause, pause({ invoiceId: uuidv7() }))).toEqual({
      invoiceId: 'REFERENCE_UNKNOWN',
    });
    expect(
      await fieldsOf(followUps.pause, pause({ invoiceId: invoice.id, entityId: fixture.entityId })),
    ).toEqual({
      entityId: 'UNKNOWN_FIELD',
    });
  });
});
