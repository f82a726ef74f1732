import type { Language } from './fields.ts';
import enAuditLog from './locales/audit-log/en.json' with { type: 'json' };
import frAuditLog from './locales/audit-log/fr.json' with { type: 'json' };
import jaAuditLog from './locales/audit-log/ja.json' with { type: 'json' };
import zhAuditLog from './locales/audit-log/zh.json' with { type: 'json' };
import enDocuments from './locales/documents/en.json' with { type: 'json' };
import frDocuments from './locales/documents/fr.json' with { type: 'json' };
import jaDocuments from './locales/documents/ja.json' with { type: 'json' };
import zhDocuments from './locales/documents/zh.json' with { type: 'json' };
import enEnquiryForm from './locales/enquiry-form/en.json' with { type: 'json' };
import frEnquiryForm from './locales/enquiry-form/fr.json' with { type: 'json' };
import jaEnquiryForm from './locales/enquiry-form/ja.json' with { type: 'json' };
import zhEnquiryForm from './locales/enquiry-form/zh.json' with { type: 'json' };
import enExports from './locales/exports/en.json' with { type: 'json' };
import frExports from './locales/exports/fr.json' with { type: 'json' };
import jaExports from './locales/exports/ja.json' with { type: 'json' };
import zhExports from './locales/exports/zh.json' with { type: 'json' };
import enImports from './locales/imports/en.json' with { type: 'json' };
import frImports from './locales/imports/fr.json' with { type: 'json' };
import jaImports from './locales/imports/ja.json' with { type: 'json' };
import zhImports from './locales/imports/zh.json' with { type: 'json' };
import enMails from './locales/mails/en.json' with { type: 'json' };
import frMails from './locales/mails/fr.json' with { type: 'json' };
import jaMails from './locales/mails/ja.json' with { type: 'json' };
import zhMails from './locales/mails/zh.json' with { type: 'json' };
import enPriceLetters from './locales/price-letters/en.json' with { type: 'json' };
import frPriceLetters from './locales/price-letters/fr.json' with { type: 'json' };
import jaPriceLetters from './locales/price-letters/ja.json' with { type: 'json' };
import zhPriceLetters from './locales/price-letters/zh.json' with { type: 'json' };
import enRefusalDetails from './locales/refusal-details/en.json' with { type: 'json' };
import frRefusalDetails from './locales/refusal-details/fr.json' with { type: 'json' };
import jaRefusalDetails from './locales/refusal-details/ja.json' with { type: 'json' };
import zhRefusalDetails from './locales/refusal-details/zh.json' with { type: 'json' };
import enRefusals from './locales/refusals/en.json' with { type: 'json' };
import frRefusals from './locales/refusals/fr.json' with { type: 'json' };
import jaRefusals from './locales/refusals/ja.json' with { type: 'json' };
import zhRefusals from './locales/refusals/zh.json' with { type: 'json' };
import enReminders from './locales/reminders/en.json' with { type: 'json' };
import frReminders from './locales/reminders/fr.json' with { type: 'json' };
import jaReminders from './locales/reminders/ja.json' with { type: 'json' };
import zhReminders from './locales/reminders/zh.json' with { type: 'json' };
import enTaxNames from './locales/tax-names/en.json' with { type: 'json' };
import frTaxNames from './locales/tax-names/fr.json' with { type: 'json' };
import jaTaxNames from './locales/tax-names/ja.json' with { type: 'json' };
import zhTaxNames from './locales/tax-names/zh.json' with { type: 'json' };
import enTaxSheets from './locales/tax-sheets/en.json' with { type: 'json' };
import frTaxSheets from './locales/tax-sheets/fr.json' with { type: 'json' };
import jaTaxSheets from './locales/tax-sheets/ja.json' with { type: 'json' };
import zhTaxSheets from './locales/tax-sheets/zh.json' with { type: 'json' };

const inEnglish = {
  auditLog: enAuditLog,
  documents: enDocuments,
  enquiryForm: enEnquiryForm,
  exports: enExports,
  imports: enImports,
  mails: enMails,
  priceLetters: enPriceLetters,
  refusalDetails: enRefusalDetails,
  refusals: enRefusals,
  reminders: enReminders,
  taxNames: enTaxNames,
  taxSheets: enTaxSheets,
};
type Texts = typeof inEnglish;
export type Topic = keyof Texts;

/** The server's texts in every language. A language without one of the English texts does not compile. */
const texts: Readonly<Record<Language, Texts>> = {
  en: inEnglish,
  zh: {
    auditLog: zhAuditLog,
    documents: zhDocuments,
    enquiryForm: zhEnquiryForm,
    exports: zhExports,
    imports: zhImports,
    mails: zhMails,
    priceLetters: zhPriceLetters,
    refusalDetails: zhRefusalDetails,
    refusals: zhRefusals,
    reminders: zhReminders,
    taxNames: zhTaxNames,
    taxSheets: zhTaxSheets,
  },
  fr: {
    auditLog: frAuditLog,
    documents: frDocuments,
    enquiryForm: frEnquiryForm,
    exports: frExports,
    imports: frImports,
    mails: frMails,
    priceLetters: frPriceLetters,
    refusalDetails: frRefusalDetails,
    refusals: frRefusals,
    reminders: frReminders,
    taxNames: frTaxNames,
    taxSheets: frTaxSheets,
  },
  ja: {
    auditLog: jaAuditLog,
    documents: jaDocuments,
    enquiryForm: jaEnquiryForm,
    exports: jaExports,
    imports: jaImports,
    mails: jaMails,
    priceLetters: jaPriceLetters,
    refusalDetails: jaRefusalDetails,
    refusals: jaRefusals,
    reminders: jaReminders,
    taxNames: jaTaxNames,
    taxSheets: jaTaxSheets,
  },
};

/** One topic of the server's texts, in every language. */
export const textsOf = <T extends Topic>(topic: T): Readonly<Record<Language, Texts[T]>> => ({
  en: texts.en[topic],
  zh: texts.zh[topic],
  fr: texts.fr[topic],
  ja: texts.ja[topic],
});

/** Fills in `{{name}}` placeholders, each once: placeholders within a value are not filled. */
export const filled = (text: string, valueOf: (name: string) => string): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_blank, name: string) => valueOf(name));
