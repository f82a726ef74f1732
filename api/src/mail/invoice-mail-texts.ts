import type { Language } from '@daybook/contracts/fields';

interface SentInvoice {
  number: string;
  client: string;
  entity: string;
  amount: string;
  issueDate: string;
  /** Null when nothing is left to pay. */
  dueDate: string | null;
}

interface Letter {
  subject: string;
  /** Of one paragraph each. */
  body: string[];
}

/** What goes out with an invoice, in its own language; who sends it may change it first. */
const letters: Record<Language, (invoice: SentInvoice) => Letter> = {
  en: ({ number, client, entity, amount, issueDate, dueDate }) => ({
    subject: `Invoice ${number} from ${entity}`,
    body: [
      `Dear ${client},`,
      `please find attached our invoice ${number} of ${issueDate} for ${amount}.`,
      ...(dueDate === null ? [] : [`We kindly ask for payment by ${dueDate}.`]),
      `Kind regards\n${entity}`,
    ],
  }),
  zh: ({ number, client, entity, amount, issueDate, dueDate }) => ({
    subject: `${entity} 账单 ${number}`,
    body: [
      `${client}，您好：`,
      `随信附上 ${issueDate} 开具的账单 ${number}，金额 ${amount}，请查收。`,
      ...(dueDate === null ? [] : [`敬请于 ${dueDate} 前付款。`]),
      `此致\n${entity}`,
    ],
  }),
  fr: ({ number, client, entity, amount, issueDate, dueDate }) => ({
    subject: `Facture ${number} – ${entity}`,
    body: [
      `À l’attention de ${client},`,
      `Veuillez trouver ci-joint notre facture ${number} du ${issueDate}, d’un montant de ${amount}.`,
      ...(dueDate === null ? [] : [`Nous vous remercions de la régler avant le ${dueDate}.`]),
      `Cordialement,\n${entity}`,
    ],
  }),
  ja: ({ number, client, entity, amount, issueDate, dueDate }) => ({
    subject: `請求書 ${number}（${entity}）`,
    body: [
      `${client} 御中`,
      `平素より大変お世話になっております。${issueDate} 付の請求書 ${number}（${amount}）を添付にてお送りいたします。`,
      ...(dueDate === null ? [] : [`${dueDate} までにお支払いくださいますようお願い申し上げます。`]),
      `よろしくお願いいたします。\n${entity}`,
    ],
  }),
};

export function invoiceLetter(language: Language, invoice: SentInvoice): { subject: string; body: string } {
  const { subject, body } = letters[language](invoice);
  return { subject, body: body.join('\n\n') };
}
