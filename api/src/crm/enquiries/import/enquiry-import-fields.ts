import { countries } from '@daybook/contracts/countries';
import { enquiryStatuses } from '@daybook/contracts/crm/enquiries/enquiry-machine';
import { enquiryImportFields } from '@daybook/contracts/crm/enquiries/enquiry-imports';
import { exportTexts } from '@daybook/contracts/export-texts';
import type { Language } from '@daybook/contracts/fields';
import { CURRENCY_CODES } from '@daybook/contracts/money/currency';
import { textsOf } from '@daybook/contracts/server-texts';
import { headingsOf, inWords, valuesOf } from '../../../imports/field-words.ts';
import type { FieldNames, Words } from '../../../imports/field-words.ts';
import type { TemplateColumn } from '../../../imports/import-kind.ts';

const texts = textsOf('imports');

/** The name of a field, as the heading of its column. */
export const labelOfField = (field: string, language: Language): string =>
  (texts[language].enquiryFields as Words)[field] ?? field;

/** What people call a column elsewhere, in the four languages. */
const synonyms: Words = {
  no: 'enquiry number|enquiry id|lead no|lead number|lead id|咨询号|n° de demande|問い合わせ番号',
  enquiryDate:
    'enquiry date|created|created at|created on|received|received on|咨询日期|date de la demande|問い合わせ日',
  name: 'contact|contact name|contact person|full name|person|lead|lead name|联系人|姓名|nom du contact|interlocuteur|氏名|担当者名',
  company:
    'company name|organisation|organization|account|account name|公司名称|entreprise|raison sociale|会社',
  email:
    'email|e-mail|mail|email address|email id|电子邮箱|电子邮件|courriel|adresse e-mail|メールアドレス|電子メール',
  phone:
    'telephone|tel|mobile|mobile no|phone no|phone number|contact no|手机|电话号码|portable|電話|電話番号|携帯電話',
  country: 'country code|国家|code pays|国名',
  taxId: 'vat number|vat|gstin|gst|tax id|siren|n° tva|税号|登録番号',
  source: 'lead source|channel|来源渠道|canal|provenance|流入経路',
  referrer: 'referrer|referred by client|推荐客户|prescripteur|紹介元',
  owner: 'assigned to|salesperson|sales person|lead owner|销售|commercial|営業担当',
  status: 'status|lead status|state|状态|statut|état|状態|ステータス',
  lostReason: 'lost reason|reason|丢单原因|motif|失注理由',
  nextActionOn:
    'next follow-up|follow-up date|follow up|next action date|跟进日期|date de relance|次回アクション',
  services: 'service|product|interest|interested in|产品|prestation|商品',
  expectedValue: 'value|amount|deal value|budget|estimate|金额|montant|金額',
  currency: 'ccy|monnaie|货币',
  notes: 'note|remark|remarks|comment|comments|description|message|说明|commentaire|commentaires|メモ',
};

/** Only a conversion makes an enquiry won, so a file need not offer it. */
function wordsOf(field: string, language: Language): Words | null {
  return field === 'status' ? exportTexts[language].enquiryStatus : null;
}

const names: FieldNames = { fields: enquiryImportFields, labelOf: labelOfField, synonyms, wordsOf };

export const enquiryHeadings: ReadonlyMap<string, string> = headingsOf(names);
export const valuesOfFields = valuesOf(names);
export const enquiryInWords = (field: string, text: string, language: Language): string =>
  inWords(names, field, text, language);

type Texts = (typeof texts)['en'];

/** The words of the hints of a field, of all imports and of this one. */
const hintsOf: Record<string, (said: Texts) => readonly string[]> = {
  no: ({ enquiryHints }) => [enquiryHints.no],
  enquiryDate: ({ hints }) => [hints.date],
  phone: ({ hints }) => [hints.phone],
  country: ({ hints, enquiryHints }) => [hints.country, enquiryHints.country],
  source: ({ hints }) => [hints.record],
  referrer: ({ enquiryHints }) => [enquiryHints.referrer],
  owner: ({ hints, enquiryHints }) => [hints.person, enquiryHints.owner],
  status: ({ hints, enquiryHints }) => [hints.one, enquiryHints.status],
  statusSince: ({ hints, enquiryHints }) => [hints.date, enquiryHints.statusSince],
  lostReason: ({ hints, enquiryHints }) => [hints.record, enquiryHints.lost],
  lostNote: ({ enquiryHints }) => [enquiryHints.lost],
  nextActionOn: ({ hints }) => [hints.date],
  services: ({ hints }) => [hints.record, hints.many],
  expectedValue: ({ enquiryHints }) => [enquiryHints.expectedValue],
  currency: ({ hints }) => [hints.currency],
  notes: ({ enquiryHints }) => [enquiryHints.notes],
};

/** Only these must have a value in the row of a new enquiry, unless the rules give one. */
const required = new Set(['name', 'source', 'nextActionOn']);

const offered = (field: string, language: Language): readonly string[] => {
  if (field === 'currency') return CURRENCY_CODES;
  if (field === 'country') return countries;
  const words = wordsOf(field, language);
  return words === null
    ? []
    : enquiryStatuses.flatMap((status) => (status === 'won' ? [] : (words[status] ?? [])));
};

export const enquiryTemplate = (language: Language): TemplateColumn[] =>
  enquiryImportFields.map((field) => ({
    heading: labelOfField(field, language),
    hint: [
      ...(hintsOf[field]?.(texts[language]) ?? []),
      ...(required.has(field) ? [texts[language].heads.required] : []),
    ].join(' '),
    values: offered(field, language),
  }));
