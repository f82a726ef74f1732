import type { Language } from '@daybook/contracts/fields';

interface SentPaper {
  number: string;
  client: string;
  entity: string;
  amount: string;
  date: string;
}

interface Letter {
  subject: string;
  body: string;
}

type Letters = Record<Language, (paper: SentPaper) => Letter>;

const letter = (subject: string, ...paragraphs: string[]): Letter => ({
  subject,
  body: paragraphs.join('\n\n'),
});

const receiptLetters: Letters = {
  en: ({ number, client, entity, amount, date }) =>
    letter(
      `Receipt ${number} from ${entity}`,
      `Dear ${client},`,
      `please find attached our receipt ${number} of ${date} for ${amount}.`,
      `Thank you for your payment.`,
      `Kind regards\n${entity}`,
    ),
  zh: ({ number, client, entity, amount, date }) =>
    letter(
      `${entity} 收据 ${number}`,
      `${client}，您好：`,
      `随信附上 ${date} 的收据 ${number}，金额 ${amount}，请查收。`,
      `感谢您的付款。`,
      `此致\n${entity}`,
    ),
  fr: ({ number, client, entity, amount, date }) =>
    letter(
      `Reçu ${number} – ${entity}`,
      `À l’attention de ${client},`,
      `Veuillez trouver ci-joint notre reçu ${number} du ${date}, d’un montant de ${amount}.`,
      `Nous vous remercions de votre règlement.`,
      `Cordialement,\n${entity}`,
    ),
  ja: ({ number, client, entity, amount, date }) =>
    letter(
      `領収書 ${number}（${entity}）`,
      `${client} 御中`,
      `平素より大変お世話になっております。${date} 付の領収書 ${number}（${amount}）を添付にてお送りいたします。`,
      `お支払いいただき、誠にありがとうございました。`,
      `よろしくお願いいたします。\n${entity}`,
    ),
};

const creditNoteLetters: Letters = {
  en: ({ number, client, entity, amount, date }) =>
    letter(
      `Credit note ${number} from ${entity}`,
      `Dear ${client},`,
      `please find attached our credit note ${number} of ${date} for ${amount}.`,
      `Kind regards\n${entity}`,
    ),
  zh: ({ number, client, entity, amount, date }) =>
    letter(
      `${entity} 贷项通知单 ${number}`,
      `${client}，您好：`,
      `随信附上 ${date} 开具的贷项通知单 ${number}，金额 ${amount}，请查收。`,
      `此致\n${entity}`,
    ),
  fr: ({ number, client, entity, amount, date }) =>
    letter(
      `Avoir ${number} – ${entity}`,
      `À l’attention de ${client},`,
      `Veuillez trouver ci-joint notre avoir ${number} du ${date}, d’un montant de ${amount}.`,
      `Cordialement,\n${entity}`,
    ),
  ja: ({ number, client, entity, amount, date }) =>
    letter(
      `返還請求書 ${number}（${entity}）`,
      `${client} 御中`,
      `平素より大変お世話になっております。${date} 付の返還請求書 ${number}（${amount}）を添付にてお送りいたします。`,
      `よろしくお願いいたします。\n${entity}`,
    ),
};

/** What goes out with a receipt, in its own language; who sends it may change it first. */
export const receiptLetter = (language: Language, paper: SentPaper): Letter =>
  receiptLetters[language](paper);

/** What goes out with a credit note. */
export const creditNoteLetter = (language: Language, paper: SentPaper): Letter =>
  creditNoteLetters[language](paper);
