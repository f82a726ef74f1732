import { clientImports } from '@daybook/contracts/crm/clients/client-imports';
import { enquiryImports } from '@daybook/contracts/crm/enquiries/enquiry-imports';
import { openEnquiryImports, standing } from '../../test/fixtures/enquiry-import-fixture.ts';
import type { EnquiryImports } from '../../test/fixtures/enquiry-import-fixture.ts';
import { importsOf } from '../../test/fixtures/import-fixture.ts';
import { makeEntity } from '../../test/fixtures/masters.ts';
import { enquiryRows } from '../../test/enquiry-rows.ts';
import { asCsv, importFile } from '../../test/import-workbook.ts';
import { watchStatements } from '../../test/watch-statements.ts';
import type { Statement } from '../../test/watch-statements.ts';
import { openDatabase } from '../db/database.ts';
import type { Database } from '../db/database.ts';
import { doJobs, noTurn } from '../jobs/do-jobs.ts';
import { kindsOfJobs } from '../start-jobs.ts';

let desk: EnquiryImports;
let worker: Database;
let sent: Statement[];
beforeAll(async () => {
  desk = await openEnquiryImports();
  const { api } = desk;
  await api.as({ userType: 'manager', name: 'Max Manager' });
  const entityId = await makeEntity(api.db, { country: 'FR' });
  await api.ownerPool.query(`update billing_entity set name = 'Our firm' where id = $1`, [entityId]);
  await api.ownerPool.query(`insert into department (id, name) values (gen_random_uuid(), 'Audit')`);
  worker = openDatabase(api.urls.app, { warn: () => undefined });
  sent = watchStatements(worker.pool);
});
afterAll(async () => {
  await worker.close();
  await desk.api.stop();
});

const firm = { crm: 'Rose Manager', manager: 'Max Manager', entity: 'Our firm', department: 'Audit' };

/** The statements that write a file of so many new rows. */
async function statementsFor(kind: 'clients' | 'enquiries', rows: readonly (readonly string[])[]) {
  const { admin } = desk;
  const endpoints = kind === 'clients' ? clientImports : enquiryImports;
  const checked = await importsOf(endpoints).dryRun(admin, asCsv(rows), kind === 'clients' ? {} : standing);
  await admin.call(endpoints.run, { id: checked.id, onlyValid: false }, { version: checked.version });
  sent.length = 0;
  await doJobs(worker.db, { kinds: kindsOfJobs, canMail: false, turn: noTurn() });
  const statements = sent.length;
  const { outcomes } = await admin.call(endpoints.open, { id: checked.id });
  expect(outcomes.made).toBe(rows.length - 1);
  return statements;
}

/** Rows of a file after the heading, so that two files have no row in common. */
const part = (rows: readonly string[][], from: number, to: number) => [
  rows[0] ?? [],
  ...rows.slice(from, to),
];

// docs/rules.md#figures-are-not-tests
describe('a batch of an import', () => {
  it('takes as many statements for a hundred new enquiries as for twenty', async () => {
    const rows = enquiryRows(121);
    const few = await statementsFor('enquiries', part(rows, 1, 21));
    expect(await statementsFor('enquiries', part(rows, 21, 121))).toBe(few);
  });

  it('takes as many statements for forty-nine new clients as for nine', async () => {
    // Every fiftieth client is in a group, which is one more record to make.
    const { rows } = importFile(100, 0, firm);
    const few = await statementsFor('clients', part(rows, 1, 10));
    expect(await statementsFor('clients', part(rows, 51, 100))).toBe(few);
  });
});
