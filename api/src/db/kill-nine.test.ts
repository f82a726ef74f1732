import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { makeClient, makeEntity, makeTaxCode } from '../../test/fixtures/masters.ts';
import { effort } from '../../test/effort.ts';
import { eventually, openInstallation } from '../../test/installation.ts';
import type { Installation } from '../../test/installation.ts';
import { signIn } from '../../test/people.ts';
import { startServerProcess } from '../../test/server-process.ts';
import type { ServerProcess } from '../../test/server-process.ts';
import { send } from '../../test/web-client.ts';
import { sealBatch } from '../audit/seal.ts';
import { verifyAudit } from '../audit/verify.ts';

const rounds = effort(2, 20);
jest.setTimeout(180_000 + rounds * 60_000);

let installation: Installation;
let server: ServerProcess;
let token: string;
let masters: { entityId: string; clientId: string; taxCodeId: string };

beforeAll(async () => {
  installation = await openInstallation();
  const { db } = installation.app;
  const person = await signIn(db, {});
  ({ token } = person);
  const entityId = await makeEntity(db);
  masters = {
    entityId,
    clientId: await makeClient(db, { entityId, crmId: person.id }),
    taxCodeId: await makeTaxCode(db, { code: 'V20', rate: '20' }),
  };
});
afterAll(async () => {
  await server.stop();
  await installation.stop();
});

/** The writes that the server acknowledged. */
interface Acknowledged {
  services: string[];
  /** Issued invoices, with the number in the answer. */
  invoices: Map<string, string>;
}

const post = (path: string, body: unknown, version?: number) =>
  send(server.url, token, { method: 'POST', path, body, ...(version === undefined ? {} : { version }) });

async function saveService(done: Acknowledged): Promise<void> {
  const id = uuidv7();
  const { taxCodeId } = masters;
  const { status } = await post('/services', {
    id,
    name: `Service ${id}`,
    taxCodeId,
    price: 100,
    currency: 'EUR',
  });
  if (status === 200) done.services.push(id);
}

async function issueInvoice(done: Acknowledged): Promise<void> {
  const id = uuidv7();
  const { entityId, clientId, taxCodeId } = masters;
  const drafted = await post('/invoices', {
    id,
    entityId,
    clientId,
    issueDate: '2026-01-15',
    dueDate: '2026-02-14',
    currency: 'EUR',
    docLocale: 'en',
    lines: [{ description: 'Audit', qty: '1', unitPrice: '99.99', taxCodeId }],
  });
  if (drafted.status !== 200) return;
  const issued = await post(`/invoices/${id}/issue`, {}, 1);
  if (issued.status === 200) done.invoices.set(id, (issued.data as { number: string }).number);
}

/** Six people write until both kinds were acknowledged; then something is killed while they go on. */
async function writeUntilKilled(done: Acknowledged, kill: () => Promise<void>): Promise<void> {
  const over = new AbortController();
  const [services, invoices] = [done.services.length, done.invoices.size];
  const people = Array.from({ length: 6 }, async (_value, index) => {
    while (!over.signal.aborted) await (index % 2 === 0 ? saveService(done) : issueInvoice(done));
  });
  try {
    await eventually(async () => {
      expect(done.services.length).toBeGreaterThan(services + 3);
      expect(done.invoices.size).toBeGreaterThan(invoices + 3);
    });
    await kill();
  } finally {
    over.abort();
    await Promise.all(people);
  }
}

/** Incomplete documents, and amounts that do not add up. */
const broken = {
  'issued without status, lines, number or entry': `
    select id from invoice where issued_at is not null and not (
      exists (select from invoice_state where invoice_id = invoice.id and status <> 'draft')
      and exists (select from invoice_line where invoice_id = invoice.id)
      and exists (select from document_number where document_id = invoice.id)
      and exists (select from journal_entry where source_type = 'invoice' and source_id = invoice.id))`,
  'numbered or posted without being issued': `
    select id from invoice where issued_at is null and (
      exists (select from document_number where document_id = invoice.id)
      or exists (select from journal_entry where source_id = invoice.id))`,
  'draft without lines': `
    select id from invoice where not exists (select from invoice_line where invoice_id = invoice.id)`,
  'entry out of balance': `
    select entry_id from journal_line group by entry_id, currency
    having sum(base_debit) <> sum(base_credit) or sum(debit) <> sum(credit)`,
  'change without its audit row': `
    select id from service where not exists (select from audit_event where entity_id = service.id)
    union all select id from invoice where not exists (select from audit_event where entity_id = invoice.id)`,
  gap: 'select entity_id from number_gap',
};

async function expectNothingLost(done: Acknowledged): Promise<void> {
  const { db } = installation.owner;
  for (const [fault, query] of Object.entries(broken)) {
    expect({ fault, rows: (await sql.raw(query).execute(db)).rows }).toEqual({ fault, rows: [] });
  }
  const services = await db.selectFrom('service').select('id').execute();
  const kept = new Set(services.map(({ id }) => id));
  expect(done.services.filter((id) => !kept.has(id))).toEqual([]);
  const invoices = await db.selectFrom('invoice').select(['id', 'number']).execute();
  const numbers = new Map(invoices.map(({ id, number }) => [id, number]));
  expect([...done.invoices].filter(([id, number]) => numbers.get(id) !== number)).toEqual([]);
  while ((await sealBatch(installation.app.db)) > 0);
  expect((await verifyAudit(db)).findings).toEqual([]);
}

describe('kill -9', () => {
  // docs/rules.md#faults-of-the-network-and-the-database
  it('of the server or of the database loses nothing that was acknowledged and leaves no half document', async () => {
    const done: Acknowledged = { services: [], invoices: new Map() };
    for (let round = 0; round < rounds; round += 1) {
      server = await startServerProcess(installation.urls, { LOG_LEVEL: 'silent' });
      await writeUntilKilled(done, async () => installation.killDatabase());
      await eventually(() => sql`select 1`.execute(installation.owner.db));
      await expectNothingLost(done);
      await writeUntilKilled(done, () => server.kill());
      await expectNothingLost(done);
    }
  });
});
