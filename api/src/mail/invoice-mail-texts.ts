import type { Language } from '@daybook/contracts/fields';

interface SentDocument {
  number: string;
  client: string;
  entity: string;
  amount: string;
  issueDate: string;
}

interface SentInvoice extends SentDocument {
  /** Null when nothing is left to pay. */
  dueDate: string | null;
}

interface SentProforma extends SentDocument {
  validUntil: string;
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

const proformaLetters: Record<Language, (proforma: SentProforma) => Letter> = {
  en: ({ number, client, entity, amount, issueDate, validUntil }) => ({
    subject: `Proforma ${number} from ${entity}`,
    body: [
      `Dear ${client},`,
      `please find attached our proforma ${number} of ${issueDate} for ${amount}, valid until ${validUntil}.`,
      `It is not a tax invoice; the invoice follows.`,
      `Kind regards\n${entity}`,
    ],
  }),
  zh: ({ number, client, entity, amount, issueDate, validUntil }) => ({
    subject: `${entity} 形式发票 ${number}`,
    body: [
      `${client}，您好：`,
      `随信附上 ${issueDate} 开具的形式发票 ${number}，金额 ${amount}，有效期至 ${validUntil}，请查收。`,
      `形式发票不是税务发票，正式账单将另行开具。`,
      `此致\n${entity}`,
    ],
  }),
  fr: ({ number, client, entity, amount, issueDate, validUntil }) => ({
    subject: `Facture pro forma ${number} – ${entity}`,
    body: [
      `À l’attention de ${client},`,
      `Veuillez trouver ci-joint notre facture pro forma ${number} du ${issueDate}, d’un montant de ${amount}, valable jusqu’au ${validUntil}.`,
      `Ce document n’est pas une facture ; celle-ci vous sera adressée ensuite.`,
      `Cordialement,\n${entity}`,
    ],
  }),
  ja: ({ number, client, entity, amount, issueDate, validUntil }) => ({
    subject: `プロフォーマインボイス ${number}（${entity}）`,
    body: [
      `${client} 御中`,
      `平素より大変お世話になっております。${issueDate} 付のプロフォーマインボイス ${number}（${amount}、有効期限 ${validUntil}）を添付にてお送りいたします。`,
      `本書は請求書ではございません。請求書は後日発行いたします。`,
      `よろしくお願いいたします。\n${entity}`,
    ],
  }),
};

const written = ({ subject, body }: Letter) => ({ subject, body: body.join('\n\n') });

export const invoiceLetter = (language: Language, invoice: SentInvoice) =>
  written(letters[language](invoice));

export const proformaLetter = (language: Language, proforma: SentProforma) =>
  written(proformaLetters[language](proforma));
