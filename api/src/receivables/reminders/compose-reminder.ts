import type { Language } from '@daybook/contracts/fields';
import { daysBetween } from '@daybook/contracts/money/ageing';
import { compare } from '@daybook/contracts/money/money';
import type { ReminderLevel } from '@daybook/contracts/receivables/reminders/reminder-levels';
import type { Issuer } from '../../pdf/sheet.ts';
import type { MailPart } from '../mails/mail-parts.ts';
import type { EntityReminders } from './entity-reminders.queries.ts';
import type { ClientFacts } from './reminder-facts.queries.ts';
import { reminderText, totalsOf, totalsText } from './reminder-text.ts';
import type { ReminderContent } from './reminder-text.ts';
import { reminderOf } from './reminders.rules.ts';
import type { AskedRow, Outcome } from './reminders.rules.ts';

/** A reminder in words. */
export interface Composed {
  level: ReminderLevel;
  language: Language;
  subject: string;
  parts: MailPart[];
  /** What is asked for in one text, and for each currency. */
  total: string;
  totals: ReminderContent['totals'];
  rows: readonly AskedRow[];
  invoiceIds: readonly string[];
  /** The clients of the group that it names beside the addressee. */
  otherClientIds: string[];
}

/** The outcome for a client. By hand, a reminder also goes out on a day off. */
export const outcomeFor = (entity: EntityReminders, facts: ClientFacts, isByHand: boolean): Outcome =>
  reminderOf(isByHand ? { ...facts, isDayOff: false } : facts, entity.levels);

/** The reminder of a level in words, or null if the entity has no such level any more. */
export function composeReminder(
  entity: EntityReminders,
  issuer: Issuer,
  facts: ClientFacts,
  due: { level: { no: number }; rows: readonly AskedRow[]; listed: readonly AskedRow[] },
): Composed | null {
  const level = entity.levels.find(({ no }) => no === due.level.no);
  if (!level) return null;
  const { language, day } = facts;
  const totals = totalsOf(due.rows);
  const isNote = level.no <= 0;
  const numbers = new Map(facts.rows.map(({ invoiceId, number }) => [invoiceId, number]));
  // A note lists what is still asked for, because the credits belong to what is overdue.
  const rows = isNote ? due.rows : due.listed;
  const credits = isNote ? [] : [...facts.credits, ...facts.cheques];
  const invoiceIds = new Set(rows.map(({ invoiceId }) => invoiceId));
  const named = [...facts.rows.filter(({ invoiceId }) => invoiceIds.has(invoiceId)), ...credits];
  const content: ReminderContent = {
    language,
    country: issuer.country,
    entity: issuer.name,
    client: facts.name,
    contacts: facts.to.map(({ name }) => name),
    sender: facts.responsible.name,
    level: level.name,
    days: due.rows.reduce((most, { dueOn }) => Math.max(most, daysBetween(dueOn, day)), 0),
    isNote,
    rows: rows.map(({ invoiceId, dueOn, currency, asked, open }) => ({
      number: numbers.get(invoiceId) ?? '',
      dueOn,
      daysLate: daysBetween(dueOn, day),
      currency,
      amount: asked,
      isPart: compare(asked, open) < 0,
    })),
    credits,
    totals,
    bankAccounts: issuer.bankAccounts,
  };
  const template = level.templates[language] ?? level.usualTemplates[language];
  return {
    level,
    language,
    ...reminderText(template, content),
    total: totalsText(content),
    totals,
    rows,
    invoiceIds: [...invoiceIds],
    otherClientIds: [...new Set(named.map(({ clientId }) => clientId))].filter((id) => id !== facts.clientId),
  };
}
