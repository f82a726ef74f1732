import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { notifications } from '@daybook/contracts/notifications';
import { backups } from '@daybook/contracts/settings/backups/backups';
import { makeEntity } from '../../../test/fixtures/masters.ts';
import { startScheduledBackups } from '../../../test/scheduled-backups.ts';
import type { ScheduledBackups } from '../../../test/scheduled-backups.ts';
import { requestScheduled } from './request-backup.ts';
import { tellOfOverdue } from './start-backups.ts';

jest.setTimeout(120_000);

let firm: ScheduledBackups;

beforeAll(async () => {
  firm = await startScheduledBackups();
});
afterAll(() => firm.stop());
afterEach(() => firm.clear());

const night = (day: string, time: string) => `2099-03-${day}T${time}:00Z`;
const scheduled = (clock: string) =>
  Promise.all([1, 2, 3].map(() => requestScheduled(firm.api.db, clock))).then(
    (asked) => asked.filter(Boolean).length,
  );

describe('the nightly backup', () => {
  it('is requested once a night by several servers, waits for its time, and makes up for a missed night once', async () => {
    await firm.save();
    expect(await scheduled(night('10', '01:59'))).toBe(1);
    await firm.work();
    expect(await scheduled(night('10', '01:59'))).toBe(0);
    expect(await scheduled(night('10', '02:00'))).toBe(1);
    await firm.work();
    // No server ran in the night of the 12th; by day the missing backup is made.
    expect(await scheduled(night('12', '09:00'))).toBe(1);
    await firm.work();
    expect(await scheduled(night('12', '23:00'))).toBe(0);
    const rows = await firm.list();
    expect(rows.map(({ kind, status, by }) => [kind, status, by])).toEqual(
      Array.from({ length: 3 }, () => ['scheduled', 'done', null]),
    );
  });

  it('is requested once in the nights in which the clocks of the firm change, at an hour that is missing or comes twice', async () => {
    const entityId = await makeEntity(firm.api.db, { timezone: 'Europe/Paris' });
    await firm.save({ atTime: '02:30' });
    const asked: number[] = [];
    for (const clock of [
      '03-29T00:59',
      '03-29T01:00',
      '03-29T02:00',
      '10-25T00:29',
      '10-25T00:30',
      '10-25T01:30',
    ]) {
      asked.push(await scheduled(`2099-${clock}:00Z`));
      await firm.work();
    }
    await firm.api.ownerPool.query('update billing_entity set active = false where id = $1', [entityId]);
    // The first one of each is that of the night before.
    expect(asked).toEqual([1, 1, 0, 1, 1, 0]);
  });

  it('is not due before the schedule was switched on, while it is off, or while the firm is held', async () => {
    await firm.save();
    expect(await scheduled('2020-01-01T03:00:00Z')).toBe(0);
    await firm.api.ownerPool.query('update installation set held_since = now()');
    expect([await scheduled(night('10', '03:00')), (await firm.state()).verdict]).toEqual([0, 'held']);
    await firm.api.ownerPool.query('update installation set held_since = null');
    await firm.save({ isOn: false });
    expect([await scheduled(night('10', '03:00')), (await firm.state()).verdict]).toEqual([0, 'off']);
  });

  it('deletes what is no longer kept: its own files as they were written, and no other', async () => {
    await firm.save({ keepDaily: 1, keepWeekly: 0, keepMonthly: 0 });
    const byHand = await firm.backUp();
    const files: string[] = [];
    for (const day of ['10', '11', '12', '13']) {
      await scheduled(night(day, '03:00'));
      await firm.work();
      files.push((await firm.list())[0]?.file ?? '');
      // Somebody put another file under this name.
      if (day === '10') await writeFile(path.join(firm.folder, files[0] ?? ''), 'mine');
    }
    const there = new Set(await readdir(firm.folder));
    expect([byHand.file ?? '', ...files].map((file) => there.has(file))).toEqual([
      true,
      true,
      false,
      false,
      true,
    ]);
    expect((await firm.list()).map(({ removedAt }) => removedAt !== null)).toEqual([
      false,
      true,
      true,
      false,
      false,
    ]);
  });
});

const isBackedUp = async () => {
  const answer = await firm.admin.inject({ url: '/api/health/ready' });
  return answer.json<{ data: { backedUp: boolean } }>().data.backedUp;
};

const ageOfLast = async () => {
  const { body } = await firm.admin.inject({ url: '/api/metrics' });
  return Number(/^daybook_backup_age_seconds (\S+)$/m.exec(body)?.[1]);
};

describe('the alarm', () => {
  it('rings once a day, and in health, while the last good backup is older than two days', async () => {
    await firm.save();
    const told = async () => {
      await Promise.all(Array.from({ length: 6 }, () => tellOfOverdue(firm.api.db)));
      return (await firm.admin.call(notifications.list, {})).rows.map(({ kind, params }) => [
        kind,
        params.count,
      ]);
    };
    expect([await isBackedUp(), await told(), (await firm.state()).verdict]).toEqual([true, [], 'never']);
    await firm.api.ownerPool.query(`update backup_setting set on_since = now() - interval '73 hours'`);
    expect([await isBackedUp(), await told(), (await firm.state()).verdict]).toEqual([
      false,
      [['backup_overdue', 3]],
      'overdue',
    ]);
    expect(await told()).toHaveLength(1);
    expect(await ageOfLast()).toBe(-1);
    // The clock of the server was wrong for a while.
    await firm.api.ownerPool
      .query(`insert into backup (id, kind, status, started_at, ended_at, folder, file, bytes, row_count, audit_seq, audit_hash)
      values (gen_random_uuid(), 'by_hand', 'done', '2099-01-01', '2099-01-01', '/mnt', 'of-2099.tar.zst', 1, 1, 1, '')`);
    expect([await isBackedUp(), (await firm.state()).lastGood]).toEqual([false, null]);
    expect(await ageOfLast()).toBe(-1);
    await firm.backUp();
    expect([await isBackedUp(), (await firm.state()).verdict]).toEqual([true, 'untested']);
  });

  it('can be set on the age of the last good backup, among the metrics', async () => {
    await firm.save();
    expect(await ageOfLast()).toBe(-1);
    await firm.api.ownerPool
      .query(`insert into backup (id, kind, status, asked_at, started_at, ended_at, folder, file, bytes, row_count, audit_seq, audit_hash)
      select gen_random_uuid(), 'by_hand', 'done', at, at, at, '/mnt', 'of-' || hours || '.tar.zst', 1, 1, 1, ''
      from unnest(array[50, 30]) as hours, lateral (select now() - hours * interval '1 hour' as at) as past`);
    const hour = 3_600;
    expect(Math.floor((await ageOfLast()) / hour)).toBe(30);
    // A damaged file is no backup.
    await firm.api.ownerPool.query(
      `update backup set proof = 'failed', proof_at = now(), proof_fault = 'ARCHIVE_REFUSED' where file = 'of-30.tar.zst'`,
    );
    expect(Math.floor((await ageOfLast()) / hour)).toBe(50);
  });
});

describe('the reason on the page', () => {
  it('is that of the test that failed, where that is what the page says', async () => {
    await firm.save();
    const { id } = await firm.backUp();
    const { rowCount } = await firm.api.ownerPool.query(
      `update backup set proof = 'failed', proof_at = now(), proof_fault = 'BOOKS_WRONG' where id = $1`,
      [id],
    );
    expect(rowCount).toBe(1);
    await firm.admin.call(backups.backUp, {});
    await firm.work(() => true);
    expect(await firm.state()).toMatchObject({ verdict: 'testFailed', fault: 'BOOKS_WRONG' });
  });
});
