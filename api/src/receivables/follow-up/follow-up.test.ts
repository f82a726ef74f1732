import { uuidv7 } from 'uuidv7';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { clients } from '@daybook/contracts/crm/clients/clients';
import type { InputOf } from '@daybook/contracts/endpoint';
import { addDays } from '@daybook/contracts/plain-date';
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
    ['no note of a dispute', () => ({ outcome: 'dispute' }), { note: 'REQUIRED' }],
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

  it('keeps its client from being deleted, which the refusal names', async () => {
    const clientId = await makeClient(api.db, { entityId: fixture.entityId, crmId: admin.id });
    await log({ clientId });
    const { version } = await admin.call(clients.open, { id: clientId });
    const { code, params } = await admin.refused(clients.remove, { id: clientId }, { version });
    expect([code, params?.['usedBy']]).toEqual(['REFERENCED', [{ kind: 'follow_ups', count: 1 }]]);
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
  it('comes with the contact, which then needs no note, holds its dates, and is superseded by a newer one', async () => {
    await fixture.issued(1_000);
    const promise = {
      ...terms(400),
      instalments: [
        { dueOn: day(5), amount: 400 },
        { dueOn: day(9), amount: 600 },
      ],
    };
    const logged = await log({ outcome: 'promised', promise });
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
