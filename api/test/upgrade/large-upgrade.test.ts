import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createTestDatabase } from '@daybook/tooling/test-database';
import type { TestDatabase } from '@daybook/tooling/test-database';
import { findFaultsAt } from '../../src/books/find-faults-at.ts';
import { describeSchema } from '../../src/db/describe-schema.ts';
import { migrate } from '../../src/db/migrate.ts';
import { soak } from '../effort.ts';
import { superuserOf } from '../superuser-of.ts';
import { lastBeforeTheRule } from './blocking-statements.ts';
import { fillFirm0016 } from './fill-firm-0016.ts';
import { migrateAndWatch } from './long-locks.ts';
import { migrateUnderKills } from './migrate-under-kills.ts';

const invoices = soak(200, 50_000);
const kills = soak(2, 20);
jest.setTimeout(soak(240_000, 3_600_000));

let model: TestDatabase;
let place: TestDatabase;
beforeAll(async () => {
  model = await createTestDatabase({ migrated: false });
  await migrate(model.ownerUrl, undefined, '0016_stored_totals.sql');
  await fillFirm0016(superuserOf(model.ownerUrl), invoices);
});
beforeEach(async () => {
  place = await createTestDatabase({ like: model });
});
afterEach(() => place.drop());
afterAll(() => model.drop());

describe(`a firm of ${invoices} invoices that worked with the schema 0016`, () => {
  it(`is whole after three servers at once migrated it under ${kills} kills`, async () => {
    expect(await migrateUnderKills(place.ownerUrl, kills)).toEqual({ killed: kills, codes: [0, 0, 0] });
    const fresh = await readFile(path.join(import.meta.dirname, '../../schema.sql'), 'utf8');
    expect(await describeSchema(place.ownerUrl)).toBe(fresh);
    expect(await findFaultsAt(place.ownerUrl)).toEqual([]);
  });

  it('keeps nobody from a table for a second, since migrations must not', async () => {
    const { locks } = await migrateAndWatch(place.ownerUrl, 1_000);
    expect(locks.filter(({ file }) => file > lastBeforeTheRule)).toEqual([]);
  });
});
