import { setTimeout as pause } from 'node:timers/promises';
import { trialBalances } from '@daybook/contracts/billing/journal/journal';
import { FirmWithReplica } from '../firm-with-replica.ts';
import { eventually } from '../installation.ts';

jest.setTimeout(180_000);

let firm: FirmWithReplica;
let partner: { id: string; token: string };

beforeAll(async () => {
  firm = await FirmWithReplica.start();
});
afterAll(async () => firm.remove());
beforeEach(async () => {
  partner = await firm.newPartner();
});

/** While `work` runs, the replica does this whenever a report reads the billing entity. */
async function onReplicaAlways(statement: string, work: () => Promise<void>): Promise<void> {
  await firm.asOwner(`
    create function on_replica() returns boolean language plpgsql as $$ begin
      if pg_is_in_recovery() then
        ${statement};
      end if;
      return true;
    end $$;
    create policy everything on billing_entity using (on_replica());
    alter table billing_entity enable row level security`);
  const isReplayed = `select from pg_proc where proname = 'on_replica'`;
  try {
    await eventually(async () => expect(await firm.onReplica(isReplayed)).toBe(1));
    await work();
  } finally {
    await firm.asOwner(`alter table billing_entity disable row level security;
      drop policy everything on billing_entity; drop function on_replica`);
    await eventually(async () => expect(await firm.onReplica(isReplayed)).toBe(0));
  }
}

async function timed<T>(work: () => Promise<T>): Promise<T & { ms: number }> {
  const begun = performance.now();
  return { ...(await work()), ms: performance.now() - begun };
}

const debits = () => timed(() => firm.debits(partner.token));

const cancelled = 'select from pg_stat_database_conflicts where confl_snapshot > 0';
const sleeping = `select from pg_stat_activity where wait_event = 'PgSleep'`;

/** A report that the replica is seen to be reading. One that a busy machine sees too late is begun again. */
async function underWay<T>(begin: () => Promise<T>): Promise<{ outcome: Promise<T> }> {
  return eventually(async () => {
    const outcome = begin();
    let isOver = false;
    const over = () => (isOver = true);
    outcome.then(over, over);
    while ((await firm.onReplica(sleeping)) !== 1)
      if (isOver) throw new Error('the report was over before the replica was seen to read it');
    return { outcome };
  });
}

/** Whether a report is read from the replica again, and not from the primary for good. */
async function expectBackOnReplica(): Promise<void> {
  await firm.resume();
  const { debit: before } = await firm.debits(partner.token);
  await firm.stop();
  await firm.issueInvoice();
  expect((await firm.debits(partner.token)).debit).toBe(before);
}

describe('a replica in trouble', () => {
  it('costs nobody a report while it is gone, and is read again when it is back', async () => {
    await firm.standby.kill();
    const gone = Date.now();
    while (Date.now() < gone + 3_000) await firm.debits(partner.token);
    expect(await firm.lags()).toEqual([null, null]);
    await firm.standby.start();
    await expectBackOnReplica();
  });

  it('delays the reports under way by some seconds when it freezes, and later ones not at all', async () => {
    await onReplicaAlways('perform pg_sleep(4)', async () => {
      const { outcome: first } = await underWay(() => firm.debits(partner.token));
      firm.standby.freeze();
      try {
        const frozenAt = new Date();
        for (const { debit, asOf } of await Promise.all([first, debits(), debits()])) {
          expect(debit).toBeGreaterThan(0);
          expect(asOf.getTime()).toBeGreaterThan(frozenAt.getTime() - 2_000);
        }
        expect(Date.now() - frozenAt.getTime()).toBeLessThan(5_000);
        for (let more = 0; more < 30; more += 1) {
          const { ms } = await debits();
          expect(ms).toBeLessThan(2_000);
          await pause(100);
        }
        expect(await firm.lags()).toContain(null);
      } finally {
        firm.standby.thaw();
      }
    });
    await expectBackOnReplica();
  });

  it('has a report asked of the primary that it cancels in order to go on', async () => {
    await firm.standby.asSuperuser('alter system set max_standby_streaming_delay = 0');
    await firm.standby.asSuperuser('select pg_reload_conf()');
    await firm.asOwner('create table rows_to_delete as select generate_series(1, 1000) as row');
    try {
      await onReplicaAlways('perform pg_sleep(4)', async () => {
        const askedAt = new Date();
        const { outcome: read } = await underWay(() => firm.debits(partner.token));
        // A vacuum leaves the rows that another session may still see; the next one does not.
        await eventually(async () => {
          await firm.asOwner('update rows_to_delete set row = row + 1');
          await firm.asOwner('vacuum (truncate false) rows_to_delete');
          expect(await firm.onReplica(cancelled)).toBe(1);
        });
        const { debit, asOf } = await read;
        expect(debit).toBeGreaterThan(0);
        expect(asOf.getTime()).toBeGreaterThanOrEqual(askedAt.getTime());
      });
    } finally {
      await firm.asOwner('drop table rows_to_delete');
      await firm.standby.asSuperuser('alter system reset max_standby_streaming_delay');
      await firm.standby.asSuperuser('select pg_reload_conf()');
    }
    await expectBackOnReplica();
  });

  it('has an export go on at the primary if it cancels that on the way', async () => {
    const cancel = `raise 'canceling statement due to conflict with recovery' using errcode = '40001'`;
    await onReplicaAlways(cancel, async () => {
      const { debit } = await firm.debits(partner.token);
      expect(debit).toBeGreaterThan(0);
      const asked = { ...firm.ofBooks, format: 'csv' };
      const sent = await firm.read(partner.token, trialBalances.export, asked);
      expect(sent).toMatchObject({ status: 200, text: expect.stringContaining((debit / 100).toFixed(2)) });
    });
  });
});
