import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { Db } from '../src/db/database.ts';
import { sealBatch } from '../src/audit/seal.ts';
import { verifyAudit } from '../src/audit/verify.ts';
import { makeClient, makeEntity, makeTaxCode } from './fixtures/masters.ts';
import { eventually } from './installation.ts';
import { signIn } from './people.ts';
import { send } from './web-client.ts';
import type { Answer } from './web-client.ts';

/** The writes that the server acknowledged. */
export interface Acknowledged {
  services: string[];
  /** Issued invoices, with the number in the answer. */
  invoices: Map<string, string>;
  /** What was answered to all other writes. */
  refused: Answer[];
}

export const nothingYet = (): Acknowledged => ({ services: [], invoices: new Map(), refused: [] });

/** Whoever writes, and what the documents are about. */
export interface Author {
  token: string;
  entityId: string;
  clientId: string;
  taxCodeId: string;
}

export async function makeAuthor(db: Db): Promise<Author> {
  const { id, token } = await signIn(db, {});
  const entityId = await makeEntity(db);
  return {
    token,
    entityId,
    clientId: await makeClient(db, { entityId, crmId: id }),
    taxCodeId: await makeTaxCode(db, { code: 'V20', rate: '20' }),
  };
}

async function saveService(url: string, { token, taxCodeId }: Author, done: Acknowledged): Promise<void> {
  const id = uuidv7();
  const body = { id, name: `Service ${id}`, taxCodeId, price: 100, currency: 'EUR' };
  const saved = await send(url, token, { method: 'POST', path: '/services', body });
  if (saved.status === 200) done.services.push(id);
  else done.refused.push(saved);
}

async function issueInvoice(
  url: string,
  { token, entityId, clientId, taxCodeId }: Author,
  done: Acknowledged,
): Promise<void> {
  const id = uuidv7();
  const body = {
    id,
    entityId,
    clientId,
    issueDate: '2026-01-15',
    dueDate: '2026-02-14',
    currency: 'EUR',
    docLocale: 'en',
    lines: [{ description: 'Audit', qty: '1', unitPrice: '99.99', taxCodeId }],
  };
  const drafted = await send(url, token, { method: 'POST', path: '/invoices', body });
  if (drafted.status !== 200) {
    done.refused.push(drafted);
    return;
  }
  const path = `/invoices/${id}/issue`;
  const issued = await send(url, token, { method: 'POST', path, body: {}, version: 1 });
  if (issued.status === 200) done.invoices.set(id, (issued.data as { number: string }).number);
  else done.refused.push(issued);
}

/** Resolves once several more writes of both kinds are acknowledged. */
export async function awaitMore(done: Acknowledged, withinMs?: number): Promise<void> {
  const [services, invoices] = [done.services.length, done.invoices.size];
  await eventually(async () => {
    expect(done.services.length).toBeGreaterThan(services + 3);
    expect(done.invoices.size).toBeGreaterThan(invoices + 3);
  }, withinMs);
}

/** So many people write, half of them services and half of them invoices, until `meanwhile` has ended. */
export async function writeMeanwhile(
  { url, author, people }: { url: string; author: Author; people: number },
  done: Acknowledged,
  meanwhile: () => Promise<void>,
): Promise<void> {
  const over = new AbortController();
  const writing = Array.from({ length: people }, async (_value, index) => {
    while (!over.signal.aborted) await (index % 2 === 0 ? saveService : issueInvoice)(url, author, done);
  });
  try {
    await meanwhile();
  } finally {
    over.abort();
    await Promise.all(writing);
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

/** `app` is the application's role, `db` the owner. */
export async function expectNothingLost(done: Acknowledged, app: Db, db: Db): Promise<void> {
  for (const [fault, query] of Object.entries(broken)) {
    expect({ fault, rows: (await sql.raw(query).execute(db)).rows }).toEqual({ fault, rows: [] });
  }
  const services = await db.selectFrom('service').select('id').execute();
  const kept = new Set(services.map(({ id }) => id));
  expect(done.services.filter((id) => !kept.has(id))).toEqual([]);
  const invoices = await db.selectFrom('invoice').select(['id', 'number']).execute();
  const numbers = new Map(invoices.map(({ id, number }) => [id, number]));
  expect([...done.invoices].filter(([id, number]) => numbers.get(id) !== number)).toEqual([]);
  while ((await sealBatch(app)) > 0);
  expect((await verifyAudit(db)).findings).toEqual([]);
}
