import type { OutputOf, ParsedInputOf } from '@daybook/contracts/endpoint';
import { minor } from '@daybook/contracts/money/money';
import { addDays } from '@daybook/contracts/plain-date';
import type { reminderLevels } from '@daybook/contracts/receivables/reminders/reminder-levels';
import { textsOf } from '@daybook/contracts/server-texts';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { issuerOf } from '../../billing/documents/issuer.ts';
import { htmlOfParts, textOfParts } from '../mails/mail-parts.ts';
import { getReminderSettings } from './reminder-levels.queries.ts';
import { reminderText, totalsOf } from './reminder-text.ts';

const texts = textsOf('reminders');

const exampleDay = '2026-05-18';
const examples = [
  { number: '2026-0041', late: 32, units: 120_000 },
  { number: '2026-0057', late: 9, units: 45_000 },
];

/** The template filled in for a client and two invoices that do not exist. Refuses NOT_FOUND. */
export async function previewTemplate(
  db: Db,
  user: CurrentUser,
  { id, language, template, levelName }: ParsedInputOf<typeof reminderLevels.preview>,
): Promise<OutputOf<typeof reminderLevels.preview>> {
  const { currency } = await getReminderSettings(db, id);
  const issuer = await issuerOf(db, id, null);
  const rows = examples.map(({ number, late, units }) => ({
    number,
    dueOn: addDays(exampleDay, -late),
    daysLate: late,
    currency,
    amount: minor(units),
    isPart: false,
  }));
  const { subject, parts } = reminderText(template, {
    language,
    country: issuer.country,
    entity: issuer.name,
    client: texts[language].words.exampleClient,
    contacts: [],
    sender: user.name,
    level: levelName,
    days: 32,
    isNote: false,
    rows,
    credits: [],
    totals: totalsOf(rows.map(({ amount }) => ({ currency, asked: amount }))),
    bankAccounts: issuer.bankAccounts,
  });
  return { subject, body: textOfParts(parts), html: htmlOfParts(language, parts) };
}
