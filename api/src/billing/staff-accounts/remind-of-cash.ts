import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database, Db } from '../../db/database.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import { every } from '../../every.ts';
import { offeredVoucher } from './staff-vouchers.queries.ts';
import { tellOfVoucher, tellReceivers } from './tell-of-voucher.ts';

/** Notifies once of each hand-over that nobody confirmed within three days: those who can confirm it, and the person who has the cash. */
export const remindOfCash = (root: Db): Promise<void> =>
  inTransaction(root, async (db) => {
    const { rows } = await sql<{ id: string }>`
      update staff_voucher set reminded_at = now() where id in (
        select id from staff_voucher where status = 'offered' and reminded_at is null
          and created_at < now() - interval '3 days' and not is_held('notices') for update skip locked)
      returning id`.execute(db);
    for (const { id } of rows) {
      const voucher = await offeredVoucher(db, id);
      await tellReceivers(db, 'cash_unconfirmed', voucher);
      await tellOfVoucher(db, 'cash_unconfirmed', voucher, [voucher.person.id]);
    }
  });

const everyMs = 3_600_000;

/** Looks every hour. The returned function stops it. Several servers may run it. */
export const startCashReminders = ({ db }: Database, log: Pick<Logger, 'warn'>): (() => Promise<void>) =>
  every(
    everyMs,
    () => remindOfCash(db),
    (error) => log.warn({ err: error }, 'no reminder of cash'),
  );
