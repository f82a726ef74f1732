import type { Endpoint } from '@daybook/contracts/endpoint';
import { outstanding } from '@daybook/contracts/receivables/outstanding/outstanding';
import { routes } from '../../src/routes.ts';
import { FirmWithReplica, day, each } from '../firm-with-replica.ts';
import { eventually } from '../installation.ts';
import { signIn } from '../people.ts';

jest.setTimeout(180_000);

let firm: FirmWithReplica;
let partner: { id: string; token: string };
let executive: string;

beforeAll(async () => {
  firm = await FirmWithReplica.start();
  const key = 'followup.client_outstanding_report';
  const { db } = firm.database;
  executive = (await signIn(db, { userType: 'executive', keys: [key], scope: 'own' })).token;
});
afterAll(async () => firm.remove());
beforeEach(async () => {
  partner = await firm.newPartner();
});

/** How many lines the report of what clients owe has. */
async function owed(token: string) {
  const { text, asOf } = await firm.read(token, outstanding.list, { filter: { asOf: day } });
  return { rows: (JSON.parse(text) as { data: { rows: unknown[] } }).data.rows.length, asOf };
}

describe('a firm with a replica for its reports', () => {
  it('reads them there, and is told as of when the figures are', async () => {
    const { debit: before } = await firm.debits(partner.token);
    const stoppedAt = await firm.stop();
    await firm.issueInvoice();
    const { debit, asOf } = await firm.debits(partner.token);
    expect(debit).toBe(before);
    expect(asOf.getTime()).toBeLessThanOrEqual(stoppedAt.getTime());
  });

  it('shows everyone what they have just written, through whichever server', async () => {
    const { debit: before } = await firm.debits(firm.bookkeeper);
    await firm.stop();
    await firm.issueInvoice(firm.servers[0]);
    const writtenAt = new Date();
    expect((await firm.debits(firm.bookkeeper, firm.servers[1])).debit).toBe(before + each);
    await firm.resume();
    for (let more = 2; more < 12; more += 1) {
      await firm.issueInvoice(firm.servers[more % 2]);
      const { debit, asOf } = await firm.debits(firm.bookkeeper, firm.servers[(more + 1) % 2]);
      expect(debit).toBe(before + more * each);
      expect(asOf.getTime()).toBeGreaterThan(writtenAt.getTime());
    }
  });

  it('reads them from the primary while the replica is too far behind, and then moves back', async () => {
    await firm.stop();
    const { debit: before } = await firm.debits(partner.token);
    await firm.issueInvoice();
    expect((await firm.debits(partner.token)).debit).toBe(before);
    await eventually(async () => expect((await firm.debits(partner.token)).debit).toBe(before + each));
    await firm.resume();
    await firm.stop();
    await firm.issueInvoice();
    expect((await firm.debits(partner.token)).debit).toBe(before + each);
  });

  it('keeps to the scope of its readers there, and to a change of their rights at once', async () => {
    const stoppedAt = await firm.stop();
    expect(await owed(partner.token)).toMatchObject({ rows: 1 });
    const narrow = await owed(executive);
    expect(narrow.rows).toBe(0);
    expect(narrow.asOf.getTime()).toBeLessThanOrEqual(stoppedAt.getTime());
    await firm.database.pool.query(`update app_user set perm_version = perm_version + 1 where id = $1`, [
      partner.id,
    ]);
    expect((await owed(partner.token)).asOf.getTime()).toBeGreaterThan(stoppedAt.getTime());
  });

  it('has no report that writes, and none that only the primary could answer', async () => {
    const reports = routes.map(({ endpoint }) => endpoint).filter(({ report, file }) => report && !file);
    expect(reports.length).toBeGreaterThan(15);
    const given = { ...firm.ofBooks, today: day, register: 'output', from: '2026-01-01', to: day };
    for (const endpoint of reports) {
      // Each anew, or the last ones would find a replica that is too far behind.
      await firm.resume();
      const stoppedAt = await firm.stop();
      const input = inputOf(endpoint, given);
      const { status, asOf, text } = await firm.read(partner.token, endpoint, input);
      const isOfReplica = asOf.getTime() <= stoppedAt.getTime();
      expect({ path: endpoint.path, status, isOfReplica, text }).toEqual({
        path: endpoint.path,
        status: 200,
        isOfReplica: true,
        text: expect.any(String),
      });
    }
  });
});

/** Those of the given values that the endpoint takes; the schema of the endpoint says where. */
function inputOf({ input }: Endpoint, given: Record<string, string>): object {
  const own = Object.fromEntries(Object.entries(given).filter(([name]) => name in input.shape));
  const filters = [
    {},
    { filter: { entityId: given['entityId'], register: 'output', from: given['from'], to: given['to'] } },
  ];
  return filters.map((filter) => ({ ...own, ...filter })).find((one) => input.safeParse(one).success) ?? own;
}
