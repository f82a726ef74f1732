import type { linkPurposes } from '@daybook/contracts/auth/account';
import type { Language } from '@daybook/contracts/fields';
import { filled, textsOf } from '@daybook/contracts/server-texts';

const mails = textsOf('mails');

interface Letter {
  subject: string;
  body: string;
}

interface SentDocument {
  number: string;
  client: string;
  entity: string;
  amount: string;
}

type Values = Readonly<Record<string, string | null>>;

/** A paragraph that names a value which is null is left out. */
function written(language: Language, mail: keyof (typeof mails)['en'], values: Values): Letter {
  const { subject, body } = mails[language][mail];
  const isSaid = (paragraph: string) =>
    Object.entries(values).every(([name, value]) => value !== null || !paragraph.includes(`{{${name}}}`));
  const fill = (text: string) => filled(text, (name) => values[name] ?? '');
  return { subject: fill(subject), body: Object.values(body).filter(isSaid).map(fill).join('\n\n') };
}

/** The mail with a one-time link, in the language of its recipient. */
export function linkMail(
  purpose: (typeof linkPurposes)[number],
  { name, locale }: { name: string; locale: Language },
  link: string,
): Letter {
  const { subject, body } = written(locale, purpose, { name, link });
  return { subject, body: `${body}\n` };
}

/** Shows that mails go out. */
export const testLetter = ({ name, locale }: { name: string; locale: Language }): Letter =>
  written(locale, 'test', { name });

/** The head of the chain of the audit log on a day. */
export const auditHeadLetter = (language: Language, head: Record<'day' | 'seq' | 'hash', string>): Letter =>
  written(language, 'auditHead', head);

interface Notified {
  name: string;
  /** Where the person chooses what is mailed. */
  settings: string;
}

/** The mail of one notification. Its subject names the event only, because the outbox keeps subjects. */
export const notificationLetter = (
  language: Language,
  notified: Notified & { event: string; text: string; link: string | null },
): Letter => written(language, 'notification', { ...notified });

/** The mail of a day. `more` is how many notifications are left out; null if none is. */
export const digestLetter = (
  language: Language,
  notified: Notified & { day: string; entries: string; more: string | null },
): Letter => written(language, 'digest', { ...notified });

/** Confirms an enquiry to a visitor of the public form. It repeats nothing that the visitor wrote, because anyone can name any address. */
export const enquiryReceivedLetter = (language: Language, entity: string): Letter =>
  written(language, 'enquiryReceived', { entity });

// The mails of documents are in the language of the document. The sender may change them first.

/** The due date is null when nothing is left to pay. */
export const invoiceLetter = (
  language: Language,
  invoice: SentDocument & { issueDate: string; dueDate: string | null },
): Letter => written(language, 'invoice', { ...invoice });

export const proformaLetter = (
  language: Language,
  proforma: SentDocument & { issueDate: string; validUntil: string },
): Letter => written(language, 'proforma', { ...proforma });

export const receiptLetter = (language: Language, receipt: SentDocument & { date: string }): Letter =>
  written(language, 'receipt', { ...receipt });

export const creditNoteLetter = (language: Language, note: SentDocument & { date: string }): Letter =>
  written(language, 'creditNote', { ...note });

/** Asks a client for the certificates of the tax that it withheld; in India that is Form 16A. */
export const certificateLetter = (
  language: Language,
  regime: string,
  request: Record<'client' | 'entity', string>,
): Letter => written(language, regime === 'IN' ? 'form16a' : 'certificateRequest', request);

/** A statement of a period, or of what was open on a day (`until`). */
export const statementLetter = (
  language: Language,
  statement: Values & Record<'client' | 'entity' | 'date', string>,
): Letter => written(language, 'statement', statement);
