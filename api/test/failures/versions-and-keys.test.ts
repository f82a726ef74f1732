import { uuidv7 } from 'uuidv7';
import { services } from '@daybook/contracts/settings/services/services';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { effort } from '../effort.ts';
import { makeClient, makeEntity, makeTaxCode } from '../fixtures/masters.ts';
import { startTestApi } from '../test-api.ts';
import type { Caller, TestApi } from '../test-api.ts';

let api: TestApi;
let admin: Caller;
let taxCodeId: string;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({});
  taxCodeId = await makeTaxCode(api.db, { code: 'V20', rate: '20' });
});
afterAll(() => api.stop());

/** Rounds of fifty editors, and requests that are sent five times each. */
const rounds = effort(2, 20);
const requestsSent = effort(40, 500);

const fields = () => ({ taxCodeId, price: 100, currency: 'EUR' });

describe('one record with many editors', () => {
  it('is saved once for each version, and nobody’s change is lost', async () => {
    const entityId = await makeEntity(api.db);
    const clientId = await makeClient(api.db, { entityId, crmId: admin.id });
    const draft = {
      entityId,
      clientId,
      issueDate: '2026-01-01',
      dueDate: '2026-02-01',
      currency: 'EUR',
      docLocale: 'en' as const,
    };
    const lines = [{ description: 'x', qty: '1', unitPrice: '1', taxCodeId }];
    const made = await admin.call(invoices.create, { ...draft, lines });
    for (let version = 1; version <= rounds; version += 1) {
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_value, hand) =>
          admin.inject({
            method: 'PATCH',
            url: `/api/v1/invoices/${made.id}`,
            headers: { 'if-match': String(version) },
            payload: { ...draft, lines, notes: `round ${version}, hand ${hand}` },
          }),
        ),
      );
      const won = answers.filter(({ statusCode }) => statusCode === 200);
      expect(won).toHaveLength(1);
      expect(answers.filter(({ statusCode }) => statusCode === 412)).toHaveLength(49);
      const kept = await admin.call(invoices.open, { id: made.id });
      expect(kept).toMatchObject({
        version: version + 1,
        notes: won[0]?.json<{ data: { notes: string } }>().data.notes,
      });
    }
  });
});

describe('one request sent many times', () => {
  it('creates one record, whichever of its copies comes first', async () => {
    const requests = Array.from({ length: requestsSent }, () => ({
      key: uuidv7(),
      payload: { ...fields(), name: `Service ${uuidv7()}` },
    }));
    const send = ({ key, payload }: (typeof requests)[number]) =>
      admin.inject({ method: 'POST', url: '/api/v1/services', headers: { 'idempotency-key': key }, payload });
    for (let from = 0; from < requests.length; from += 50) {
      const answers = await Promise.all(
        requests.slice(from, from + 50).flatMap((one) => Array.from({ length: 5 }, () => send(one))),
      );
      for (const { statusCode } of answers) expect([200, 409]).toContain(statusCode);
    }
    const first = requests[0];
    if (!first) throw new Error('there is no request');
    const [once, again] = [await send(first), await send(first)];
    expect(again.json()).toEqual(once.json());
    const { total } = await admin.call(services.total, { q: 'Service' });
    expect(total).toBe(requestsSent);
  });

  it('is separate for each sender', async () => {
    const other = await api.as({});
    const key = uuidv7();
    const input = { ...fields(), name: `Shared key ${key}` };
    const mine = await admin.call(services.create, input, { key });
    const theirs = await other.refused(services.create, input, { key });
    expect(theirs).toMatchObject({ code: 'ALREADY_EXISTS' });
    expect((await admin.call(services.open, { id: mine.id })).name).toBe(input.name);
  });

  it('is not remembered when it was refused', async () => {
    const key = uuidv7();
    await admin.refused(services.create, { ...fields(), name: '' }, { key });
    const made = await admin.call(services.create, { ...fields(), name: `Second thought ${key}` }, { key });
    expect(made.name).toBe(`Second thought ${key}`);
  });

  it('creates one record of the browser’s own id, even under another key', async () => {
    const id = uuidv7();
    await admin.call(services.create, { ...fields(), id, name: `Own id ${id}` }, { key: uuidv7() });
    expect(
      await admin.refused(
        services.create,
        { ...fields(), id, name: `Own id again ${id}` },
        { key: uuidv7() },
      ),
    ).toMatchObject({ httpStatus: 409, code: 'ALREADY_EXISTS' });
  });
});
