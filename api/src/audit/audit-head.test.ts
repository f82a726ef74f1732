import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditChain } from '@daybook/contracts/audit-log/audit-log';
import { departments } from '@daybook/contracts/settings/departments/departments';
import { security } from '@daybook/contracts/settings/security/security';
import { sealAll } from '../../test/seal-all.ts';
import { startTestApi } from '../../test/test-api.ts';
import type { Caller, TestApi } from '../../test/test-api.ts';
import { checkBooks } from '../books/check-books.ts';
import { keptHead } from './kept-head.ts';
import type { KeptHead } from './kept-head.ts';
import { keepHead, mailHead } from './publish-head.ts';
import { sealPassedOver } from './seal.ts';
import { overdueSince, verifyAudit } from './verify.ts';

let api: TestApi;
let owner: Caller;
let folder: string;
let kept: KeptHead;
let warnings: string[];
const log = { warn: (_about: unknown, text?: unknown) => void warnings.push(String(text)) };

beforeEach(async () => {
  api = await startTestApi();
  owner = await api.as({ userType: 'super_admin' });
  folder = mkdtempSync(join(tmpdir(), 'head-'));
  kept = keptHead(join(folder, 'head'));
  warnings = [];
});
afterEach(async () => {
  await api.stop();
  rmSync(folder, { recursive: true });
});

/** Acts as a superuser of the database could. */
async function withoutLaws(...statements: string[]): Promise<void> {
  for (const table of ['audit_event', 'audit_seal'])
    await api.ownerPool.query(`alter table ${table} disable trigger user`);
  for (const statement of statements) await api.ownerPool.query(statement);
  for (const table of ['audit_event', 'audit_seal'])
    await api.ownerPool.query(`alter table ${table} enable trigger user`);
}

async function write(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await owner.call(departments.create, { name: `Audit ${Math.random()}` });
  await sealAll(api.db);
}

const lastSeal = async () =>
  (
    await api.ownerPool.query<{ seq: number; event: number; hash: string }>(
      `select seq, event_id as event, encode(hash, 'hex') as hash from audit_seal order by seq desc limit 1`,
    )
  ).rows[0] ?? { seq: 0, event: 0, hash: '' };

const faultsInBooks = async () => {
  const { findings } = await checkBooks(api.db, { kind: 'by_hand', kept });
  return findings.map(({ rule, document }) => [rule, document]);
};

/** Hashes the rows again and seals all of them anew. */
const sealedAnew = [
  `delete from audit_seal`,
  `update audit_event set hash = audit_hash(audit_event)`,
  `insert into audit_seal select row_number() over in_order, id, hash_chain(hash, ''::bytea) over in_order
     from audit_event window in_order as (order by xid, id)`,
];

describe('the head of the audit log outside the database', () => {
  it('shows that the last thirty rows were deleted together with their seals', async () => {
    await write(35);
    expect(await keepHead(api.db, kept, log)).toMatchObject({ seq: (await lastSeal()).seq });
    expect(await faultsInBooks()).toEqual([]);
    await sealAll(api.db);
    await keepHead(api.db, kept, log);
    const { seq, event } = await lastSeal();
    await withoutLaws(
      `delete from audit_event where id in (select event_id from audit_seal where seq > ${seq - 30})`,
      `delete from audit_seal where seq > ${seq - 30}`,
    );
    expect((await verifyAudit(api.db)).findings).toEqual([]);
    expect((await verifyAudit(api.db, await kept.read())).findings).toEqual([
      { seq, eventId: event, fault: 'cut' },
    ]);
    expect(await faultsInBooks()).toEqual([['audit_is_sealed', `#${seq} cut`]]);
  });

  it('shows that a row was rewritten together with its hash and the whole chain after it', async () => {
    await write(5);
    await keepHead(api.db, kept, log);
    const { seq } = await lastSeal();
    await withoutLaws(
      `update audit_event set body = '{"before": {}, "after": {"name": "Forged"}}' where id = (select min(id) + 3 from audit_event)`,
      ...sealedAnew,
    );
    expect((await verifyAudit(api.db)).findings).toEqual([]);
    expect(await faultsInBooks()).toEqual([['audit_is_sealed', `#${seq} rewritten`]]);
  });

  it('is not replaced by the head of a chain that does not lead to it', async () => {
    await write(5);
    await keepHead(api.db, kept, log);
    const proof = readFileSync(join(folder, 'head'), 'utf8');
    const { seq } = await lastSeal();
    await withoutLaws(
      `delete from audit_event where id in (select event_id from audit_seal where seq > ${seq - 3})`,
      `delete from audit_seal where seq > ${seq - 3}`,
    );
    await write(10);
    expect(await keepHead(api.db, kept, log)).toBeNull();
    expect(warnings).toEqual(['the audit log does not lead to the head that was kept outside the database']);
    expect(readFileSync(join(folder, 'head'), 'utf8')).toBe(proof);
  });

  it('is a fault of the books when its file cannot be read, and stays as it is', async () => {
    await write(5);
    writeFileSync(join(folder, 'head'), 'not a head');
    expect(await faultsInBooks()).toEqual([['audit_is_sealed', '#0 cut']]);
    expect(await keepHead(api.db, kept, log)).toBeNull();
    expect(readFileSync(join(folder, 'head'), 'utf8')).toBe('not a head');
  });

  it('is mailed once a day to each address of the settings, in the language of the person', async () => {
    const { version } = await owner.call(security.open, {});
    const choices = { totpRequired: [], idleMinutes: 60, sessionHours: 12, allowedNetworks: [] };
    const auditHeadTo = ['Auditor@example.com', 'auditor@example.com', 'board@example.com'];
    const saved = await owner.call(security.save, { ...choices, auditHeadTo }, { version });
    expect(saved.auditHeadTo).toEqual(['auditor@example.com', 'board@example.com']);
    await write(1);
    const head = await keepHead(api.db, kept, log);
    if (head === null) throw new Error('there is no head');
    await mailHead(api.db, head);
    await mailHead(api.db, head);
    const { rows } = await api.ownerPool.query(
      `select recipient, body from email_message where message_key like 'audit-head/%' order by 1`,
    );
    expect(rows).toEqual(
      saved.auditHeadTo.map((recipient) => ({
        recipient,
        body: expect.stringContaining(`Seal ${head.seq}\n${head.hash}`),
      })),
    );
  });

  it('is mailed to addresses only', async () => {
    const { version } = await owner.call(security.open, {});
    const choices = { totpRequired: [], idleMinutes: 60, sessionHours: 12, allowedNetworks: [] };
    expect(
      await owner.refused(security.save, { ...choices, auditHeadTo: ['auditor'] }, { version }),
    ).toMatchObject({ errors: { auditHeadTo: [{ code: 'EMAIL_INVALID' }] } });
  });
});

describe('a wrong seal', () => {
  it('is refused by the database, whoever writes it', async () => {
    await write(2);
    const { seq, event } = await lastSeal();
    const { rows } = await api.ownerPool.query<{ id: number }>(
      `insert into audit_event (action, entity, entity_id, body, hash) values ('raw', 'department', gen_random_uuid(), '{}', '') returning id`,
    );
    const id = rows[0]?.id;
    for (const values of [
      `(${seq + 1}, ${id}, 'x')`,
      `(9223372036854775807, ${id}, (select hash from audit_event where id = ${id}))`,
      `(${seq + 1}, ${event + 1_000_000}, 'x')`,
    ])
      await expect(api.appPool.query(`insert into audit_seal values ${values}`)).rejects.toMatchObject({
        code: 'DB001',
      });
    await sealAll(api.db);
    expect(await verifyAudit(api.db)).toMatchObject({ findings: [], unsealed: 0 });
  });

  it.each([
    [
      'for a row that does not exist',
      'select max(seq) + 1, 999999999, sha256(hash) from audit_seal group by hash order by 1 desc limit 1',
    ],
    ['far ahead in the chain', `select max(seq) + 1000, -1, 'x' from audit_seal`],
  ])('%s does not stop the sealer', async (_which, wrong) => {
    await write(2);
    await withoutLaws(`insert into audit_seal ${wrong}`);
    await owner.call(departments.create, { name: 'After the wrong seal' });
    await sealAll(api.db);
    const { findings, unsealed } = await verifyAudit(api.db);
    expect(unsealed).toBe(0);
    expect(findings.map(({ fault }) => fault)).toEqual(['missing']);
  });

  it('whose row was deleted later does not stop the sealer', async () => {
    await write(2);
    const { event } = await lastSeal();
    await withoutLaws(`delete from audit_event where id = ${event}`);
    await write(2);
    expect(await verifyAudit(api.db)).toMatchObject({
      findings: [{ eventId: event, fault: 'missing' }],
      unsealed: 0,
    });
  });

  it('of a later row makes the rows before it wait only until they are noticed, and an alarm is raised meanwhile', async () => {
    await write(2);
    for (let n = 0; n < 3; n += 1) await owner.call(departments.create, { name: `Passed over ${n}` });
    await withoutLaws(
      `insert into audit_seal select (select max(seq) + 1 from audit_seal), max(id), 'x' from audit_event`,
      `update audit_event set at = at - interval '10 minutes' where not exists (select from audit_seal where event_id = audit_event.id)`,
      `update audit_event set hash = audit_hash(audit_event) where not exists (select from audit_seal where event_id = audit_event.id)`,
    );
    expect(await overdueSince(api.db)).toEqual(expect.any(String));
    expect((await owner.call(auditChain.open, {})).unsealedSince).toEqual(expect.any(String));
    await sealAll(api.db, sealPassedOver);
    expect(await overdueSince(api.db)).toBeNull();
    expect((await owner.call(auditChain.open, {})).unsealedSince).toBeNull();
  });
});
