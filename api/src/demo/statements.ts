import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { statementSchedules } from '@daybook/contracts/receivables/statements/statement-schedules';
import { whoIsAbsent } from '../auth/sessions.ts';
import { actAs } from '../db/database.ts';
import { allRecipients } from '../receivables/statements/recipients.queries.ts';
import { sendUsualStatement } from '../receivables/statements/send-statement.ts';
import { monthBefore } from './days.ts';
import type { Demo, Person } from './demo.ts';

const sentStatements = 6;

/** Statements go out on the third working day of each month; last month's first ones are on record. */
export async function makeStatements({ db, today }: Demo, admin: Person): Promise<void> {
  await admin.call(statementSchedules.create, {
    name: 'Month-end statements',
    every: 'month',
    onDay: 3,
    shift: 'next',
  });
  await admin.call(statementSchedules.create, {
    name: 'Open items at the end of the quarter',
    kind: 'open_items',
    every: 'quarter',
    onDay: 31,
    shift: 'previous',
  });
  const { from, to } = monthBefore(today);
  const terms = { kind: 'period' as const, from, asOf: to };
  await db.transaction().execute(async (tx) => {
    await tx.executeQuery(actAs(admin.id, uuidv7(), 'statements.send'));
    const user = await whoIsAbsent(tx, admin.id);
    const recipients = await allRecipients(tx, user, { filter: { ...terms, withBalance: true } })
      .limit(sentStatements)
      .execute();
    const made: string[] = [];
    for (const whose of recipients) {
      const how = { key: `demo ${whose.clientId} ${whose.entityId}`, canMail: true };
      const id = await sendUsualStatement(tx, user, { ...whose, ...terms }, how);
      if (id !== null) made.push(id);
    }
    // The addresses are invented, so these mails count as sent and no mail server ever gets them.
    await tx
      .updateTable('emailMessage')
      .set({ sentAt: sql<string>`now()`, body: '', html: null })
      .where(sql<boolean>`id in (select message_id from client_mail where id = any (${made}::uuid[]))`)
      .execute();
  });
}
