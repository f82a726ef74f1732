import type { Language } from '@daybook/contracts/fields';
import { NOTHING, compare, negate, sum } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import type {
  ReminderTemplate,
  ReminderToken,
} from '@daybook/contracts/receivables/reminders/reminder-levels';
import { textsOf } from '@daybook/contracts/server-texts';
import type { BankAccount } from '@daybook/contracts/settings/billing-entities/bank-accounts';
import { documentFormats } from '../../pdf/document-formats.ts';
import { paymentCode } from '../../pdf/payment-code.ts';
import { printedWords } from '../../pdf/printed-words.ts';
import { bankFacts } from '../../pdf/sheet.ts';
import { fillTemplate } from '../mails/fill-template.ts';
import type { MailPart } from '../mails/mail-parts.ts';

const texts = textsOf('reminders');

/** What a reminder says, before it is put into words. */
export interface ReminderContent {
  language: Language;
  /** The country of the billing entity, whose conventions figures and dates follow. */
  country: string;
  entity: string;
  client: string;
  /** The names of the recipients; the client's name if there are none. */
  contacts: readonly string[];
  /** The responsible person. */
  sender: string;
  level: string;
  /** How late the oldest row is; 0 for a note before the due date. */
  days: number;
  isNote: boolean;
  /** Oldest first. */
  rows: readonly {
    number: string;
    dueOn: string;
    daysLate: number;
    currency: string;
    amount: Minor;
    isPart: boolean;
  }[];
  /** Credits, and cheques of a later date, as positive amounts. */
  credits: readonly { label: string; currency: string; amount: Minor }[];
  /** What is asked for, for each currency. */
  totals: readonly { currency: string; amount: Minor }[];
  bankAccounts: readonly Omit<BankAccount, 'id'>[];
}

const formatsOf = ({ language, country }: ReminderContent, currency: string) =>
  documentFormats(language, country, currency);

/** The totals in one text: "€1,200.00 and ¥3,000". */
export const totalsText = (content: ReminderContent): string =>
  new Intl.ListFormat(content.language, { type: 'conjunction' }).format(
    content.totals.map(({ currency, amount }) => formatsOf(content, currency).money(amount)),
  );

function documentsOf(content: ReminderContent): MailPart[] {
  const { language, isNote } = content;
  const { words } = texts[language];
  return content.totals.map(({ currency, amount: total }) => {
    const formats = formatsOf(content, currency);
    const cells = (...[label, dueOn, days, amount]: [string, string, string, string]) =>
      isNote ? [label, dueOn, amount] : [label, dueOn, days, amount];
    const rows = content.rows
      .filter((row) => row.currency === currency)
      .map(({ number, dueOn, daysLate, amount, isPart }) =>
        cells(
          isPart ? `${number} (${words.disputed})` : number,
          formats.longDate(dueOn),
          String(daysLate),
          formats.money(amount),
        ),
      );
    const credits = content.credits
      .filter((credit) => credit.currency === currency)
      .map(({ label, amount }) => cells(`${words.credit} ${label}`, '', '', formats.money(negate(amount))));
    return {
      heading: `${isNote ? words.dueSoon : words.overdue} (${currency})`,
      columns: [
        { label: words.document, align: 'start' as const },
        { label: words.dueOn, align: 'start' as const },
        ...(isNote ? [] : [{ label: words.days, align: 'end' as const }]),
        { label: words.open, align: 'end' as const },
      ],
      rows: [...rows, ...credits, cells(words.total, '', '', formats.money(total))],
    };
  });
}

const mostReferences = 12;

/** The accounts to pay to. A link that a telephone can pay with is given where a single sum in rupees is asked for. */
function bankOf(content: ReminderContent): MailPart[] {
  const { language, totals, entity } = content;
  const { words } = texts[language];
  const [first] = totals;
  if (!first) return [];
  const say = printedWords(language);
  const reference = content.rows
    .slice(0, mostReferences)
    .map(({ number }) => number)
    .join(', ');
  const payment = { payee: entity, reference, amount: first.amount, currency: first.currency };
  return content.bankAccounts.map((account) => {
    const code = totals.length === 1 ? paymentCode(account, payment) : null;
    return {
      facts: [
        [words.payTo, account.accountName ?? entity] as const,
        ...bankFacts({ ...account, accountName: null }, { say, formats: formatsOf(content, first.currency) }),
        ...(code?.scheme === 'UPI' ? [[say('scanToPay'), code.payload] as const] : []),
        [words.reference, reference] as const,
      ],
    };
  });
}

/** The reminder as subject and parts: each paragraph of the template, with its tables and bank accounts in their place. */
export function reminderText(
  template: ReminderTemplate,
  content: ReminderContent,
): { subject: string; parts: MailPart[] } {
  const values: Record<Exclude<ReminderToken, 'documents' | 'bank'>, string> = {
    client: content.client,
    contact: content.contacts.join(', ') || content.client,
    entity: content.entity,
    sender: content.sender,
    level: content.level,
    days: String(content.days),
    totals: totalsText(content),
  };
  return fillTemplate(template, values, {
    documents: () => documentsOf(content),
    bank: () => bankOf(content),
  });
}

/** For each currency of the rows what is asked for, in the order of the rows. */
export function totalsOf(rows: readonly { currency: string; asked: Minor }[]): ReminderContent['totals'] {
  return [...Map.groupBy(rows, ({ currency }) => currency)]
    .map(([currency, those]) => ({ currency, amount: sum(those.map(({ asked }) => asked)) }))
    .filter(({ amount }) => compare(amount, NOTHING) > 0);
}
