import { readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { createTestDatabase } from '@daybook/tooling/test-database';
import type { TestDatabase } from '@daybook/tooling/test-database';
import { verifyAudit } from '../../src/audit/verify.ts';
import { findBookFaults } from '../../src/books/book-findings.ts';
import { openDatabase } from '../../src/db/database.ts';
import type { Database } from '../../src/db/database.ts';
import { describeSchema } from '../../src/db/describe-schema.ts';
import { migrate } from '../../src/db/migrate.ts';
import { sealAll } from '../seal-all.ts';
import { loadFirm } from './stored-firm.ts';

let place: TestDatabase;
let firm: Database;
let owner: pg.Pool;

const superuserOf = (ownerUrl: string): string => {
  const url = new URL(process.env.TEST_ADMIN_URL ?? '');
  url.pathname = new URL(ownerUrl).pathname;
  return url.href;
};

beforeAll(async () => {
  place = await createTestDatabase({ migrated: false });
  await migrate(place.ownerUrl, undefined, '0016_stored_totals.sql');
  await loadFirm('0016', superuserOf(place.ownerUrl));
  await migrate(place.ownerUrl);
  firm = openDatabase(place.appUrl, pino({ level: 'silent' }), 2);
  owner = new pg.Pool({ connectionString: place.ownerUrl, max: 2 });
});
afterAll(async () => {
  await Promise.all([firm.close(), owner.end()]);
  await place.drop();
});

const rowsOf = async (query: string): Promise<unknown[]> => (await owner.query<never>(query)).rows;

describe('a firm that worked with the schema 0016 and is migrated', () => {
  it('has the schema of a new firm', async () => {
    const fresh = await readFile(path.join(import.meta.dirname, '../../schema.sql'), 'utf8');
    expect(await describeSchema(place.ownerUrl)).toBe(fresh);
  });

  it('has correct books and a complete audit log', async () => {
    expect(await rowsOf('select count(*)::int as entries from journal_entry')).not.toEqual([{ entries: 0 }]);
    expect(await findBookFaults(firm.db)).toEqual([]);
    await sealAll(firm.db);
    const { sealed, ...log } = await verifyAudit(firm.db);
    expect(log).toEqual({ findings: [], unsealed: 0 });
    expect(sealed).toBeGreaterThan(2_000);
  });

  // Here each migration asserts what it made of old rows: one test named by what holds afterwards.
});
