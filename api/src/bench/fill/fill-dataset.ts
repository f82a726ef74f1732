import { readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { uuidv7 } from 'uuidv7';
import { presets } from '@daybook/contracts/permissions';
import { fiscalYearOf, numberFrame } from '@daybook/contracts/money/numbering';
import { findBookFaults } from '../../books/book-findings.ts';
import { fiscalYearName } from '../../billing/documents/take-number.ts';
import { openDatabase } from '../../db/database.ts';
import type { Database } from '../../db/database.ts';
import { makeEntities } from '../../demo/entities.ts';
import { randomOf } from '../../demo/random.ts';
import { buildServer } from '../../http/server.ts';
import { signIn } from '../../../test/people.ts';
import { callerOf } from '../../../test/test-api.ts';
import { brokenReferences, dropIndexes } from './lifted-laws.ts';

export interface Filling {
  /** The connection of a superuser, who alone may disable triggers. */
  adminUrl: string;
  appUrl: string;
  invoices: number;
  /** `YYYY-MM-DD`: the last day of the firm’s eight years. */
  today: string;
  say: (line: string) => void;
}

/** Filled in parallel: the second core loads receipts while the first loads invoices. */
const lanes = [
  ['3-invoices.sql'],
  ['4-settlements.sql', '5-ledger.sql', '6-work.sql', '7-time-and-series.sql'],
];

const readSql = (name: string): Promise<string> => readFile(path.join(import.meta.dirname, name), 'utf8');

/** A connection with triggers and foreign keys disabled; checks, keys and types still hold. */
async function connect({ adminUrl, invoices, today }: Filling): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(
    `set session_replication_role = replica; set maintenance_work_mem = '512MB'; set work_mem = '256MB'`,
  );
  await client.query(`select set_config('fill.invoices', $1, false), set_config('fill.today', $2, false)`, [
    String(invoices),
    today,
  ]);
  return client;
}

/** Creates the firm’s entities through the API: with number formats and the usual tax codes. */
async function makeFirm(database: Database): Promise<void> {
  const app = await buildServer(database, { LOG_LEVEL: 'silent', SITE_DIR: undefined, TRUST_PROXY: false });
  const { id, token } = await signIn(database.db, { userType: 'super_admin', name: 'Meera Rao' });
  const caller = callerOf(app, id, token);
  const random = randomOf('entities');
  const asked: Parameters<typeof makeEntities>[0] = {
    id,
    name: 'Meera Rao',
    call: (endpoint, input, version) => caller.call(endpoint, input, { version, key: uuidv7() }),
    send: (endpoint, input, file) => caller.call(endpoint, input, { file, key: uuidv7() }),
  };
  await makeEntities(asked, random);
  await app.close();
}

/** Stores the text around the sequence number of each series, for each fiscal year. */
export async function writeFrames(client: pg.Client, today: string): Promise<void> {
  await client.query(`create table fill.frame (entity_id uuid, doc_kind text, fy text, first date, last date, before text, width int,
    after text)`);
  const { rows } = await client.query<{
    entity: string;
    kind: string;
    prefix: string;
    format: string;
    start: string;
  }>(
    `select entity_id as entity, doc_kind as kind, prefix, format, fy_start as start
     from number_format join billing_entity on billing_entity.id = entity_id`,
  );
  const thisYear = Number(today.slice(0, 4));
  for (const { entity, kind, prefix, format, start } of rows) {
    for (let year = thisYear - 9; year <= thisYear + 1; year += 1) {
      const issueDate = `${year}-${start}`;
      const { before, width, after } = numberFrame(format, { prefix, issueDate, fyStart: start });
      const { end } = fiscalYearOf(issueDate, start);
      const fy = fiscalYearName(issueDate, start);
      await client.query('insert into fill.frame values ($1, $2, $3, $4, $5, $6, $7, $8)', [
        entity,
        kind,
        fy,
        issueDate,
        end,
        before,
        width,
        after,
      ]);
    }
  }
}

/** Runs each list of statements in a connection of its own, in parallel. */
async function beside(filling: Filling, work: ((client: pg.Client) => Promise<void>)[]): Promise<void> {
  const clients = await Promise.all(work.map(() => connect(filling)));
  try {
    await Promise.all(clients.map(async (client, index) => work[index]?.(client)));
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

/** Grants the preset permissions of their type to everyone who was created by SQL. */
async function grantPresets(client: pg.Client): Promise<void> {
  for (const kind of ['crm', 'manager', 'executive'] as const)
    await client.query(
      `insert into user_grant (user_id, key) select id, key from app_user, unnest($2::text[]) as key where user_type = $1`,
      [kind, presets[kind].keys],
    );
}

/**
 * Writes a firm with that many invoices straight into the tables of a migrated, empty database. Triggers and foreign keys are
 * disabled meanwhile. Afterwards it checks the foreign keys one by one, and the nightly self-check covers all of it; throws on
 * any fault found.
 */
export async function fillDataset(filling: Filling): Promise<void> {
  const { appUrl, say, today } = filling;
  const database = openDatabase(appUrl, pino({ level: 'silent' }), 2);
  const startedAt = performance.now();
  const tell = (line: string) => say(`${((performance.now() - startedAt) / 1000).toFixed(0)} s: ${line}`);
  const client = await connect(filling);
  try {
    await makeFirm(database);
    const indexes = await dropIndexes(client);
    await client.query(await readSql('1-people-and-clients.sql'));
    await grantPresets(client);
    await writeFrames(client, today);
    tell('people and clients');
    await client.query(await readSql('2-plan.sql'));
    tell('plan of all documents');
    await beside(
      filling,
      lanes.map((files) => async (own) => {
        for (const file of files) {
          await own.query(await readSql(file));
          tell(file);
        }
      }),
    );
    await client.query(await readSql('8-trail.sql'));
    tell('audit trail and its seals');
    await client.query('drop schema fill cascade');
    const halves = [0, 1].map((half) => async (own: pg.Client) => {
      for (const [index, statement] of indexes.entries()) if (index % 2 === half) await own.query(statement);
    });
    await beside(filling, halves);
    // Index-only scans need the visibility map that vacuum writes.
    await client.query('vacuum analyze');
    tell('indexes');
    // It looks up each receipt, so it needs the indexes.
    await client.query(await readSql('9-withholding.sql'));
    await client.query('vacuum analyze withholding_entry');
    tell('register of tax withheld');
    await client.query(await readSql('10-client-facts.sql'));
    await client.query('vacuum analyze client_facts');
    tell('facts of clients');
    const broken = await brokenReferences(client);
    if (broken.length > 0) throw new Error(`broken foreign keys: ${broken.join(', ')}`);
    tell('every reference leads somewhere');
  } finally {
    await client.end();
    await database.close();
  }
}

/** A rule of the self-check sends nothing while it reads. */
const patienceMs = 600_000;

/** The faults that the nightly self-check finds. */
export async function checkFilled(url: string): Promise<string[]> {
  const database = openDatabase(url, pino({ level: 'silent' }), 1, { silentMs: patienceMs });
  try {
    const faults = await database.db.transaction().execute((db) => findBookFaults(db));
    return faults.map(({ rule, document }) => `${rule} ${document}`);
  } finally {
    await database.close();
  }
}
