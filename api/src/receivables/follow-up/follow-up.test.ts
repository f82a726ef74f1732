import { uuidv7 } from 'uuidv7';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { clients } from '@daybook/contracts/crm/clients/clients';
import type { InputOf } from '@daybook/contracts/endpoint';
import { addDays } from '@daybook/contracts/plain-date';
import { crms } from '@daybook/contracts/people/staff';
import { followUpHistory } from '@daybook/contracts/receivables/follow-up/follow-up-history';
import { disputes, followUps } from '@daybook/contracts/receivables/follow-up/follow-ups';
import { promises } from '@daybook/contracts/receivables/follow-up/promises';
import { openBillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import { makeClient } from '../../../test/fixtures/masters.ts';
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

type Logged = InputOf<typeof followUps.log>;
const contact = (more: Partial<Logged> = {}): Logged => ({
  clientId: fixture.clientId,
  channel: 'call',
  outcome: 'no_answer',
  ...more,
});
const log = (more: Partial<Logged> = {}) => admin.call(followUps.log, contact(more));
const terms = (amount: number, dueOn = day(5), more: object = {}) => ({
  currency: 'EUR',
  instalments: [{ dueOn, amount }],
  ...more,
});
const basis = () => admin.call(followUps.basis, { id: fixture.clientId });
const fieldsOf = async (...given: Parameters<Caller['refused']>) =>
  Object.fromEntries(
    Object.entries((await admin.refused(...given)).errors).map(([field, [fault]]) => [field, fault?.code]),
  );

describe('a follow-up', () => {
  it('is one log with one next action, which each entry replaces', async () => {
    await log({ nextOn: day(1) });
    expect(await basis()).toMatchObject({
      nextOn: day(1),
      lastFollowUp: { outcome: 'no_answer', note: null },
    });
    await log({ outcome: 'paid', note: 'Paid yesterday, they say', channel: 'email' });
    expect(await basis()).toMatchObject({
      nextOn: null,
      lastFollowUp: { outcome: 'paid', channel: 'email', by: { id: admin.id } },
    });
  });

  it('is corrected by another entry, once, and stays in the log', async () => {
    const wrong = uuidv7();
    await log({ id: wrong, outcome: 'paid', note: 'Paid' });
    await log({ outcome: 'wrong_person', note: 'It was the neighbour', correctsId: wrong });
    expect((await basis()).lastFollowUp).toMatchObject({ outcome: 'wrong_person' });
    const again = contact({ outcome: 'other', note: 'Again', correctsId: wrong });
    expect(await admin.refused(followUps.log, again)).toMatchObject({ code: 'STATE_NOT_ALLOWED' });
    const { rows } = await admin.call(followUpHistory.list, { id: fixture.clientId });
    expect(rows.map(({ followUp, isCorrected }) => [followUp?.outcome, isCorrected])).toEqual([
      ['wrong_person', false],
      ['paid', true],
    ]);
  });

  it('is logged once, sent twice or by two at once', async () => {
    const id = uuidv7();
    const key = { key: uuidv7() };
    await Promise.allSettled([1, 2].map(() => admin.call(followUps.log, contact({ id }), key)));
    await admin.call(followUps.log, contact({ id }), key);
    expect(await admin.refused(followUps.log, contact({ id }))).toMatchObject({ code: 'ALREADY_EXISTS' });
    const { rows } = await admin.call(followUpHistory.list, { id: fixture.clientId });
    expect(rows).toHaveLength(1);
  });

  it('names a contact of the client, whose name stays when the contact goes', async () => {
    const { version, ...client } = await admin.call(clients.open, { id: fixture.clientId });
    const edited = {
      ...client,
      crmId: client.crm.id,
      defaultEntityId: client.defaultEntity.id,
      executiveIds: [],
      departmentIds: [],
    };
    const withContacts = (contacts: object[], at: number) =>
      admin.inject({
        method: 'PATCH',
        url: `/api/v1/clients/${client.id}`,
        headers: { 'if-match': String(at) },
        payload: Object.fromEntries(
          Object.entries({ ...edited, contacts }).filter(
            ([name]) => name in clients.edit.input.shape && name !== 'id',
          ),
        ),
      });
    await withContacts([{ name: 'Ada', phone: '+33123456789' }], version);
    const [ada] = (await basis()).contacts;
    await log({ contactId: ada?.id ?? '' });
    await withContacts([], version + 1);
    const after = await basis();
    expect([after.contacts, after.lastFollowUp?.person]).toEqual([[], 'Ada']);
    expect(await fieldsOf(followUps.log, contact({ contactId: uuidv7() }))).toEqual({
      contactId: 'REFERENCE_UNKNOWN',
    });
  });

  it.each<[string, () => object, Record<string, string>]>([
    ['no note', () => ({ outcome: 'other' }), { note: 'REQUIRED' }],
    ['no promise', () => ({ outcome: 'promised', note: 'Soon' }), { promise: 'REQUIRED' }],
    ['a promise without that outcome', () => ({ promise: terms(100) }), { promise: 'UNKNOWN_FIELD' }],
    ['a time in the future', () => ({ at: `${day(2)}T10:00:00Z` }), { at: 'DATE_IN_FUTURE' }],
    ['a next action in the past', () => ({ nextOn: day(-1) }), { nextOn: 'DATE_TOO_EARLY' }],
    ['a next action in two years', () => ({ nextOn: day(700) }), { nextOn: 'DATE_TOO_LATE' }],
    [
      'another client’s entry to correct',
      () => ({ correctsId: uuidv7() }),
      { correctsId: 'REFERENCE_UNKNOWN' },
    ],
    [
      'a promise above what is owed',
      () => ({ outcome: 'promised', note: 'All', promise: terms(1_001) }),
      { 'promise.instalments.0.amount': 'ALLOC_EXCEEDS_TARGET' },
    ],
  ])('is refused with %s', async (_, more, fields) => {
    await fixture.issued(1_000);
    expect(await fieldsOf(followUps.log, contact(more()))).toEqual(fields);
    expect((await basis()).lastFollowUp).toBeNull();
  });

  it('cannot be changed, deleted or invented for a contact of somebody else, even by SQL', async () => {
    const id = uuidv7();
    await log({ id });
    expect(await refusedInSql(api, ['update follow_up set note = $2 where id = $1', [id, 'x']])).toBe(
      '42501',
    );
    expect(await refusedInSql(api, ['delete from follow_up where id = $1', [id]])).toBe('42501');
    const insert = `insert into follow_up (id, client_id, channel, outcome, note, corrects_id, happened_at) values ($1, $2, 'call', $3, $4, $5, $6)`;
    const other = await makeClient(api.db, { entityId: fixture.entityId, crmId: admin.id });
    const now = new Date().toISOString();
    expect(await refusedInSql(api, [insert, [uuidv7(), other, 'no_answer', null, id, now]])).toBe('DB001');
    expect(await refusedInSql(api, [insert, [uuidv7(), other, 'paid', null, null, now]])).toBe('23514');
    expect(await refusedInSql(api, [insert, [uuidv7(), other, 'promised', 'x', null, now]])).toBe('DB006');
    expect(
      await refusedInSql(api, [insert, [uuidv7(), other, 'no_answer', null, null, `${day(2)}T00:00:00Z`]]),
    ).toBe('DB014');
  });
});

const create = (amount: number, dueOn?: string, more?: object) =>
  admin.call(promises.create, { clientId: fixture.clientId, ...terms(amount, dueOn, more) });

describe('a recorded promise', () => {
  it('comes with the contact, holds its dates, and is superseded by a newer one', async () => {
    await fixture.issued(1_000);
    const promise = {
      ...terms(400),
      instalments: [
        { dueOn: day(5), amount: 400 },
        { dueOn: day(9), amount: 600 },
      ],
    };
    const logged = await log({ outcome: 'promised', note: 'In two parts', promise });
    expect(logged.promises).toMatchObject([
      { state: 'open', amount: 1_000, dueOn: day(5), instalments: promise.instalments },
    ]);
    const newer = await create(1_000, day(12));
    expect((await basis()).promises).toMatchObject([{ id: newer.id, state: 'open' }]);
    const all = await admin.call(promises.list, { filter: { clientId: fixture.clientId } });
    expect(all.rows.map(({ state }) => state)).toEqual(['superseded', 'open']);
  });

  it('is one of several for billing entities that differ, and two at once leave one open', async () => {
    await fixture.issued(1_000);
    const other = await openBillingFixture(api, admin);
    await Promise.all([create(100), create(200), create(300)]);
    expect((await basis()).promises).toHaveLength(1);
    await create(100, day(5), { entityId: fixture.entityId });
    await expect(create(100, day(5), { entityId: other.entityId })).rejects.toThrow('ALLOC_EXCEEDS_TARGET');
    expect((await basis()).promises).toMatchObject([{ entity: { id: fixture.entityId } }]);
  });

  it('covers what is open and undisputed, less what settles nothing yet, or the invoices that it names', async () => {
    const [first, second] = [await fixture.issued(1_000), await fixture.issued(500)];
    await admin.call(disputes.create, { invoiceId: second.id, amount: 200, reason: 'Half a day too much' });
    await admin.call(receipts.create, fixture.receipt(50));
    const refused = (amount: number, more: object = {}) =>
      fieldsOf(promises.create, { clientId: fixture.clientId, ...terms(amount, day(5), more) });
    const above = { 'instalments.0.amount': 'ALLOC_EXCEEDS_TARGET' };
    expect(await refused(1_251)).toEqual(above);
    expect(await refused(301, { invoiceIds: [second.id] })).toEqual(above);
    expect(await refused(100, { invoiceIds: [first.id, uuidv7()] })).toEqual({
      'invoiceIds.1': 'REFERENCE_UNKNOWN',
    });
    expect(await refused(100, { currency: 'USD' })).toEqual(above);
    expect(await create(1_250)).toMatchObject({ state: 'open' });
    expect(await create(300, day(5), { invoiceIds: [second.id] })).toMatchObject({
      invoices: [{ id: second.id }],
    });
  });

  it.each<[string, object, Record<string, string>]>([
    [
      'an amount of 0',
      { instalments: [{ dueOn: day(1), amount: 0 }] },
      { 'instalments.0.amount': 'TOO_SMALL' },
    ],
    [
      'a date in the past',
      { instalments: [{ dueOn: day(-1), amount: 5 }] },
      { 'instalments.0.dueOn': 'DATE_TOO_EARLY' },
    ],
    ['no date', { instalments: [] }, { instalments: 'TOO_FEW' }],
    [
      'a date twice',
      {
        instalments: [
          { dueOn: day(3), amount: 5 },
          { dueOn: day(3), amount: 5 },
        ],
      },
      { 'instalments.1.dueOn': 'DATE_TOO_EARLY' },
    ],
    [
      'a date too far away',
      { instalments: [{ dueOn: day(400), amount: 5 }] },
      { 'instalments.0.dueOn': 'DATE_TOO_LATE' },
    ],
    [
      'thirteen dates',
      { instalments: Array.from({ length: 13 }, (_, no) => ({ dueOn: day(no), amount: 1 })) },
      { instalments: 'TOO_MANY' },
    ],
  ])('is refused with %s', async (_, more, fields) => {
    await fixture.issued(1_000);
    expect(await fieldsOf(promises.create, { clientId: fixture.clientId, currency: 'EUR', ...more })).toEqual(
      fields,
    );
  });

  it('is withdrawn while it is open, and only then', async () => {
    await fixture.issued(1_000);
    const { id } = await create(100);
    expect(await admin.call(promises.withdraw, { id, note: 'Wrong client' })).toMatchObject({
      state: 'withdrawn',
    });
    expect(await admin.refused(promises.withdraw, { id })).toMatchObject({ code: 'STATE_NOT_ALLOWED' });
  });
});

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

  it('hands the follow-up over with the rest of the work, only to who sees the clients', async () => {
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
