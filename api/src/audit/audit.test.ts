import { uuidv7 } from 'uuidv7';
import { services } from '@daybook/contracts/settings/services/services';
import { makeTaxCode } from '../../test/fixtures/masters.ts';
import { sealAll } from '../../test/seal-all.ts';
import { startTestApi } from '../../test/test-api.ts';
import type { Caller, TestApi } from '../../test/test-api.ts';
import { openDatabase } from '../db/database.ts';
import type { Database } from '../db/database.ts';
import { verifyAudit } from './verify.ts';

let api: TestApi;
let admin: Caller;
let owner: Database;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({});
  owner = openDatabase(api.urls.owner, console, 2);
});
afterAll(async () => {
  await owner.close();
  await api.stop();
});

/** Acts as a superuser of the database could: disables the laws, runs one statement, enables the laws, and undoes everything at the end. */
async function tampered(statement: string) {
  const client = await api.ownerPool.connect();
  try {
    for (const table of ['audit_event', 'audit_seal'])
      await client.query(`alter table ${table} disable trigger user`);
    await client.query('create table kept_events as select * from audit_event');
    await client.query('create table kept_seals as select * from audit_seal');
    await client.query(statement);
    const { findings } = await verifyAudit(owner.db);
    await client.query('delete from audit_seal; delete from audit_event');
    await client.query('insert into audit_event overriding system value select * from kept_events');
    await client.query('insert into audit_seal select * from kept_seals');
    await client.query('drop table kept_events, kept_seals');
    return findings;
  } finally {
    for (const table of ['audit_event', 'audit_seal'])
      await client.query(`alter table ${table} enable trigger user`);
    client.release();
  }
}

/** The id of an audit row by a person, without a request and without an address. */
async function storedEvent(): Promise<number> {
  const { rows } = await api.ownerPool.query<{ id: number }>(
    `insert into audit_event (actor_id, action, entity, entity_id, body, hash)
     values ('${admin.id}', 'raw', 'department', gen_random_uuid(), '{"after": {"name": "Raw"}}', '') returning id::int`,
  );
  return rows[0]?.id ?? 0;
}

describe('the audit log', () => {
  it('has one row for each change, with its actor, its request, and the values before and after', async () => {
    const taxCodeId = await makeTaxCode(api.db, { code: 'V20', rate: '20' });
    const fields = { taxCodeId, price: 100, currency: 'EUR' };
    const made = await admin.call(services.create, { ...fields, name: 'Payroll 0' });
    const count = async () =>
      (
        await api.ownerPool.query<{ n: number }>(
          `select count(*)::int as n from audit_event where entity = 'service'`,
        )
      ).rows[0]?.n;
    const before = (await count()) ?? 0;
    for (let i = 1; i <= 1_000; i += 1) {
      await admin.call(
        services.edit,
        { ...fields, id: made.id, name: `Payroll ${i}`, active: true },
        { version: i },
      );
    }
    expect(await count()).toBe(before + 1_000);
    const { rows } = await api.ownerPool.query(
      `select actor_id, request_id, action, body from audit_event where entity_id = $1 order by id desc limit 1`,
      [made.id],
    );
    expect(rows[0]).toEqual({
      actor_id: admin.id,
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      action: 'services.edit',
      body: {
        before: { name: 'Payroll 999', version: 1000 },
        after: { name: 'Payroll 1000', version: 1001 },
      },
    });
  });

  it('contains no secret', async () => {
    await api.db
      .updateTable('appUser')
      .set({ passwordHash: '$argon2id$marker' })
      .where('id', '=', admin.id)
      .execute();
    const { rows } = await api.ownerPool.query(
      `select id from audit_event where body::text like '%marker%' or body::text like '%search_text%'`,
    );
    expect(rows).toEqual([]);
  });

  it('is sealed in a chain, up to the oldest transaction that still runs', async () => {
    const open = await api.appPool.connect();
    await open.query('begin');
    await open.query(`insert into department (id, name) values ('${uuidv7()}', 'Running')`);
    await admin.call(services.list, {});
    await sealAll(api.db);
    const waiting = await verifyAudit(api.db);
    expect(waiting.findings).toEqual([]);
    await open.query('commit');
    open.release();
    await sealAll(api.db);
    expect(await verifyAudit(api.db)).toMatchObject({ findings: [], unsealed: 0 });
  });

  it('continues after a restore, where transaction ids start again', async () => {
    await sealAll(api.db);
    const { rows } = await api.ownerPool.query<{ id: number; xid: string }>(
      'select id, xid::text from audit_event where id = (select event_id from audit_seal order by seq desc limit 1)',
    );
    const happenIn = async (xid: string) => {
      await api.ownerPool.query('alter table audit_event disable trigger user');
      await api.ownerPool.query('update audit_event set xid = $2 where id = $1', [rows[0]?.id, xid]);
      await api.ownerPool.query('alter table audit_event enable trigger user');
    };
    await happenIn('9000000000');
    await api.db.insertInto('department').values({ id: uuidv7(), name: 'After the restore' }).execute();
    await sealAll(api.db);
    await happenIn(rows[0]?.xid ?? '');
    expect(await verifyAudit(api.db)).toMatchObject({ findings: [], unsealed: 0 });
  });

  it('reveals a row that was altered, deleted or moved', async () => {
    await sealAll(api.db);
    const { rows } = await api.ownerPool.query<{ id: number }>(
      'select id::int as id from audit_event order by id offset 5 limit 2',
    );
    const [one, other] = rows.map(({ id }) => id);
    expect(
      await tampered(
        `update audit_event set body = jsonb_set(body, '{after}', '{"name":"X"}') where id = ${one}`,
      ),
    ).toEqual([{ seq: expect.any(Number), eventId: one, fault: 'altered' }]);
    expect(await tampered(`delete from audit_event where id = ${one}`)).toEqual([
      { seq: expect.any(Number), eventId: one, fault: 'missing' },
    ]);
    const swapped = await tampered(
      `update audit_seal s set event_id = -s.event_id where event_id in (${one}, ${other});
       update audit_seal set event_id = case -event_id when ${one} then ${other} else ${one} end where event_id < 0`,
    );
    expect(swapped.map(({ eventId }) => eventId)).toEqual(expect.arrayContaining([one, other]));
    expect(await verifyAudit(api.db)).toMatchObject({ findings: [] });
  });

  it('reveals a value that was moved into a neighbouring column without one, and a row that was given another version', async () => {
    const id = await storedEvent();
    await sealAll(api.db);
    const altered = [{ seq: expect.any(Number), eventId: id, fault: 'altered' }];
    for (const change of ['request_id = actor_id::text, actor_id = null', 'hash_version = 1', `address = ''`])
      expect({
        change,
        findings: await tampered(`update audit_event set ${change} where id = ${id}`),
      }).toEqual({ change, findings: altered });
    expect(await verifyAudit(api.db)).toMatchObject({ findings: [] });
  });

  it('still verifies the rows that were hashed before hashes had versions', async () => {
    const id = await storedEvent();
    await api.ownerPool.query('alter table audit_event disable trigger user');
    await api.ownerPool.query(`update audit_event set hash_version = 1 where id = ${id}`);
    // As the first migration hashed it.
    await api.ownerPool.query(
      `update audit_event set hash = sha256(convert_to(concat_ws('|', id, xid, extract(epoch from at), actor_id, action, entity, entity_id, body::text), 'UTF8'))
       where id = ${id}`,
    );
    await api.ownerPool.query('alter table audit_event enable trigger user');
    await sealAll(api.db);
    expect(await verifyAudit(api.db)).toMatchObject({ findings: [], unsealed: 0 });
    for (const change of [`body = '{}'`, `action = 'other'`, 'hash_version = 2', `address = '::1'`])
      expect({
        change,
        findings: await tampered(`update audit_event set ${change} where id = ${id}`),
      }).toEqual({ change, findings: [{ seq: expect.any(Number), eventId: id, fault: 'altered' }] });
  });

  it('hashes every new row in the latest way, whatever the application asks for', async () => {
    const { rows } = await api.appPool.query<{ version: number }>(
      `insert into audit_event (action, entity, entity_id, body, hash, hash_version)
       values ('raw', 'department', gen_random_uuid(), '{}', '', 1) returning hash_version as version`,
    );
    expect(rows).toEqual([{ version: 2 }]);
    await sealAll(api.db);
    expect(await verifyAudit(api.db)).toMatchObject({ findings: [] });
  });
});
