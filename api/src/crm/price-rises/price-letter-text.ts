import type { PriceLetterTexts } from '@daybook/contracts/crm/price-rises/price-rises';
import type { Language } from '@daybook/contracts/fields';
import { languages } from '@daybook/contracts/fields';
import type { MailTemplate } from '@daybook/contracts/mail-template';
import type { Minor } from '@daybook/contracts/money/money';
import { filled, textsOf } from '@daybook/contracts/server-texts';
import { documentFormats } from '../../pdf/document-formats.ts';
import { fillTemplate } from '../../receivables/mails/fill-template.ts';
import type { MailPart } from '../../receivables/mails/mail-parts.ts';

const texts = textsOf('priceLetters');

const usualText = (language: Language): MailTemplate => {
  const { subject, body } = texts[language].usual;
  return { subject, body: Object.values(body).join('\n\n') };
};

export const usualPriceLetters = Object.fromEntries(
  languages.map((language) => [language, usualText(language)]),
) as PriceLetterTexts;

export interface ToldPrice {
  what: string;
  currency: string;
  includesTax: boolean;
  from: string;
  before: Minor;
  after: Minor;
}

/** What a letter says, before it is put into words. */
export interface PriceLetterContent {
  language: Language;
  /** The country of the billing entity, whose conventions figures and dates follow. */
  country: string;
  entity: string;
  client: string;
  contacts: readonly string[];
  sender: string;
  prices: readonly ToldPrice[];
}

/** A table for each currency, and for prices with and without tax. */
function tablesOf({ language, country, prices }: PriceLetterContent): MailPart[] {
  const { words } = texts[language];
  const groups = Map.groupBy(prices, ({ currency, includesTax }) => `${currency} ${includesTax}`);
  return [...groups.values()].flatMap((those) => {
    const [first] = those;
    if (!first) return [];
    const { currency, includesTax } = first;
    const formats = documentFormats(language, country, currency);
    return {
      heading: filled(includesTax ? words.withTax : words.withoutTax, () => currency),
      columns: [
        { label: words.service, align: 'start' as const },
        { label: words.from, align: 'start' as const },
        { label: words.before, align: 'end' as const },
        { label: words.after, align: 'end' as const },
      ],
      rows: those.map(({ what, from, before, after }) => [
        what,
        formats.longDate(from),
        formats.money(before),
        formats.money(after),
      ]),
    };
  });
}

/** The letter of a client as subject and parts. */
export function priceLetterText(template: MailTemplate, content: PriceLetterContent) {
  const { language, country, prices } = content;
  const [first] = prices.map(({ from }) => from).toSorted();
  const formats = documentFormats(language, country, prices[0]?.currency ?? 'EUR');
  const values = {
    client: content.client,
    contact: content.contacts.join(', ') || content.client,
    entity: content.entity,
    sender: content.sender,
    from: first === undefined ? '' : formats.longDate(first),
  };
  return fillTemplate(template, values, { prices: () => tablesOf(content) });
}
