// The parts of every printed document: parties, title, tables, totals and small print. Texts are composed here; the
// templates only lay them out.
import type { Party } from '@daybook/contracts/billing/invoices/invoice-record';
import type { Language } from '@daybook/contracts/fields';
import type { BankAccount } from '@daybook/contracts/settings/billing-entities/bank-accounts';
import { usualLook } from '@daybook/contracts/settings/billing-entities/document-templates';
import type {
  logoPlaces,
  templateColumns,
} from '@daybook/contracts/settings/billing-entities/document-templates';
import { documentFormats, type DocumentFormats } from './document-formats.ts';
import { printedWords, type PrintedWord, type Say } from './printed-words.ts';
import { printPdf } from './print-pdf.ts';

/** What a billing entity has chosen for the look of its documents. */
export interface DocumentLook {
  logoPlace: (typeof logoPlaces)[number];
  hiddenColumns: readonly (typeof templateColumns)[number][];
  accent: string;
  footers: Readonly<Partial<Record<Language, string | null>>>;
  /** PNG or JPEG. */
  signature: Uint8Array | null;
}

/** The billing entity as its documents show it. */
export interface Issuer extends Party {
  bankAccounts: readonly Omit<BankAccount, 'id'>[];
  /** PNG or JPEG. */
  logo: Uint8Array | null;
  footer: string | null;
  /** Without it, a document looks as usual. */
  look?: DocumentLook;
}

/** A name, and in Japanese the form of address: of a person or of an organisation. */
export interface Addressee extends Party {
  isPerson: boolean;
}

export type Fact = readonly [label: string, value: string];
/** `details` are printed under the text, smaller. */
export type Cell = string | { text: string; details: readonly string[] };
/** One column takes the remaining width; numbers are aligned to the end. */
export interface Column {
  label: string;
  align: 'start' | 'end';
  width: 'content' | 'rest';
}
/** A column of figures, or with `start` one of names, which takes the remaining width. */
export const reportColumn = (label: string, align: Column['align'] = 'end'): Column => ({
  label,
  align,
  width: align === 'end' ? 'content' : 'rest',
});

export interface Table {
  columns: readonly Column[];
  rows: readonly (readonly Cell[])[];
}
export interface Total {
  label: string;
  value: string;
  weight: 'plain' | 'strong' | 'due';
  /** The amount in words, right below it. */
  words?: Fact | null;
}

export interface Sheet {
  title: string;
  /** Empty for a draft. */
  number: string;
  watermark: string | null;
  addresseeHeading: string;
  facts: readonly Fact[];
  /** The figure that the reader looks for first. */
  headline: Fact;
}

export interface SheetContext {
  say: Say;
  formats: DocumentFormats;
}

interface Sent {
  locale: Language;
  currency: string;
  issuer: Issuer;
  addressee: Addressee;
}

export const sheetContext = ({ locale, currency, issuer }: Sent): SheetContext => ({
  say: printedWords(locale),
  formats: documentFormats(locale, issuer.country, currency),
});

const registrationWords: Record<string, PrintedWord> = {
  'IN:GSTIN': 'gstin',
  'IN:PAN': 'pan',
  'IN:TAN': 'tan',
  'EU:VAT': 'vatId',
  'FR:SIREN': 'siren',
  'FR:SIRET': 'siret',
  'JP:T': 'registrationNo',
  'CN:USCC': 'uscc',
  'GB:VAT': 'vatId',
  'US:EIN': 'ein',
};

function partyBlock(party: Party, other: Party, { say, formats }: SheetContext, name = party.name) {
  const abroad = party.country !== '' && party.country !== other.country;
  return {
    name,
    lines: [...party.lines, ...(abroad ? [formats.country(party.country)] : [])],
    registrations: party.registrations.map(({ scheme, value, isUnchecked }): Fact => [
      say(registrationWords[scheme] ?? 'taxNo'),
      isUnchecked ? `${value} (${say('unchecked')})` : value,
    ]),
  };
}

function addresseeName({ name, isPerson }: Addressee, locale: Language): string {
  if (locale !== 'ja') return name;
  return `${name} ${isPerson ? '様' : '御中'}`;
}

export function bankFacts(account: Omit<BankAccount, 'id'>, { say }: SheetContext): Fact[] {
  const facts: [string, string | null][] = [
    [say('bank'), account.bank],
    [say('accountName'), account.accountName],
    [say('iban'), account.iban && account.iban.replace(/(.{4})(?=.)/g, '$1 ')],
    [say('accountNo'), account.accountNo],
    ['IFSC', account.ifsc],
    ['BIC', account.bic],
    ['UPI', account.upi],
  ];
  return facts.filter((fact): fact is [string, string] => Boolean(fact[1]));
}

/** The fonts. Han characters take the shapes of the document’s language, or Japanese shapes if a party is in Japan. */
function fontsFor({ locale, issuer, addressee }: Sent): string[] {
  const isJapanese =
    locale === 'ja' || (locale !== 'zh' && [issuer.country, addressee.country].includes('JP'));
  const han = ['Noto Sans SC', 'Noto Sans JP'];
  return ['Noto Sans', ...(isJapanese ? han.toReversed() : han), 'Noto Sans Arabic', 'Noto Sans Hebrew'];
}

/** India's tax documents are signed (CGST rule 46); elsewhere only those of a firm that has given a signature. */
export const signatureOf = (issuer: Issuer, say: Say) =>
  issuer.country === 'IN' || issuer.look?.signature
    ? { for: say('signedFor', { name: issuer.name }), line: say('signatory') }
    : null;

/** What every page needs, whichever template lays it out. */
const pageOf = (sent: Sent, { say }: SheetContext) => ({
  language: sent.locale,
  fonts: fontsFor(sent),
  footer: sent.issuer.look?.footers[sent.locale] ?? sent.issuer.footer ?? '',
  logoPlace: sent.issuer.look?.logoPlace ?? usualLook.logoPlace,
  pageOf: say('page'),
});

/** Prints with logo and signature; a document is printed even if a picture cannot be decoded. Any other error is thrown again. */
async function withPictures(
  { logo, look }: Issuer,
  render: (images: Record<string, Uint8Array>) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const signature = look?.signature ?? null;
  const images = { ...(logo !== null && { logo }), ...(signature !== null && { signature }) };
  if (Object.keys(images).length === 0) return render({});
  try {
    return await render(images);
  } catch {
    return render({});
  }
}

/** `date` is the date of the document, so that the same document gives the same bytes. */
export async function renderSheet(
  template: 'invoice' | 'receipt' | 'statement' | 'reminder',
  sent: Sent,
  sheet: Sheet,
  body: object,
  date: string,
): Promise<Uint8Array> {
  const { issuer, addressee, locale } = sent;
  const context = sheetContext(sent);
  return withPictures(issuer, (images) =>
    printPdf(
      template,
      {
        ...sheet,
        ...body,
        ...pageOf(sent, context),
        issuer: partyBlock(issuer, addressee, context),
        addressee: partyBlock(addressee, issuer, context, addresseeName(addressee, locale)),
        hasLogo: 'logo' in images,
        hasSignature: 'signature' in images,
      },
      { date, images, accent: issuer.look?.accent ?? usualLook.accent },
    ),
  );
}

/** A report for the firm itself: facts and tables across the page, in the reader's language. */
export interface PrintedReport {
  locale: Language;
  issuer: Issuer;
  title: string;
  facts: readonly Fact[];
  sections: readonly { heading: string; table: Table }[];
  date: string;
}

export function reportPdf({ locale, issuer, date, ...report }: PrintedReport): Promise<Uint8Array> {
  const sent = { locale, issuer, currency: '', addressee: { ...issuer, isPerson: false } };
  const context = { say: printedWords(locale), formats: documentFormats(locale, issuer.country, 'EUR') };
  return withPictures(issuer, (images) =>
    printPdf(
      'report',
      {
        ...report,
        ...pageOf(sent, context),
        number: '',
        watermark: null,
        issuer: partyBlock(issuer, issuer, context),
        hasLogo: 'logo' in images,
        hasSignature: 'signature' in images,
      },
      { date, images, accent: issuer.look?.accent ?? usualLook.accent },
    ),
  );
}
