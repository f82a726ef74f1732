import { openingColumns, openingKinds } from '@daybook/contracts/billing/opening-balances/opening-balances';
import type { Language } from '@daybook/contracts/fields';
import { textsOf } from '@daybook/contracts/server-texts';
import { headingsOf, inWords } from '../../../imports/field-words.ts';
import type { FieldNames, Words } from '../../../imports/field-words.ts';
import type { TemplateColumn } from '../../../imports/import-kind.ts';

const texts = textsOf('imports');

/** The name of a field, as the heading of its column. */
export const labelOfField = (field: string, language: Language): string =>
  (texts[language].openingFields as Words)[field] ?? field;

/** What people call a column elsewhere, in the four languages. "Amount due" is an amount, and "Due" a date. */
const synonyms: Words = {
  client:
    'customer|customer name|client name|client code|customer code|party|party name|account|客户名称|客户编号|code client|nom du client|顧客名|顧客コード|取引先|取引先名',
  number:
    'number|no|num|invoice|invoice no|invoice number|bill|bill no|document|document no|voucher no|ref|ref no|reference|编号|发票号|单号|numéro|n°|facture|facture n°|n° de facture|pièce|番号|請求書番号|伝票番号',
  date: 'invoice date|bill date|document date|dated|issued|issue date|开票日期|单据日期|date de facture|date d’émission|発行日|請求日',
  dueDate: 'due|due on|maturity|date d’échéance|期日|期限|支払期日|付款期限|到期',
  currency: 'curr|ccy|monnaie|货币',
  amount:
    'amount|amount due|balance|balance due|open|open amount|outstanding amount|pending amount|owed|金额|余额|montant|solde|reste dû|金額|残高|未収金額',
  fxRate: 'exchange rate|fx rate|conversion rate|taux de change|换算汇率|為替レート|換算レート',
  kind: 'type|document type|单据类型|type de document|区分',
  section: 'section|article|disposition|依据|条项|根拠|条項',
};

function wordsOf(field: string, language: Language): Words | null {
  return field === 'kind' ? texts[language].openingKind : null;
}

const names: FieldNames = { fields: openingColumns, labelOf: labelOfField, synonyms, wordsOf };

export const openingHeadings: ReadonlyMap<string, string> = headingsOf(names);
export const openingInWords = (field: string, text: string, language: Language): string =>
  inWords(names, field, text, language);

/** Only these must have a value in each row. */
const required = new Set<string>(['client', 'date', 'amount']);

export const openingTemplate = (language: Language): TemplateColumn[] =>
  openingColumns.map((field) => ({
    heading: labelOfField(field, language),
    hint: [
      texts[language].openingHints[field],
      ...(required.has(field) ? [texts[language].heads.required] : []),
    ].join(' '),
    values: field === 'kind' ? openingKinds.map((kind) => texts[language].openingKind[kind]) : [],
  }));
