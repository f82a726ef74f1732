import type { Language } from '@daybook/contracts/fields';
import { languages } from '@daybook/contracts/fields';
import {
  addressParts,
  clientImportFields,
  contactParts,
  registrationParts,
  schemesWithColumn,
} from '@daybook/contracts/crm/clients/client-imports';
import { exportTexts } from '@daybook/contracts/export-texts';
import { countries } from '@daybook/contracts/countries';
import { CURRENCY_CODES } from '@daybook/contracts/money/currency';
import { languageNames } from '@daybook/contracts/language-names';
import { regionCodes } from '@daybook/contracts/regions';
import { filled, textsOf } from '@daybook/contracts/server-texts';
import { addHeading, headingsOf, inWords, valuesOf } from '../../../imports/field-words.ts';
import type { FieldNames, Words } from '../../../imports/field-words.ts';
import type { TemplateColumn } from '../../../imports/import-kind.ts';

const texts = textsOf('imports');

type Block = 'contact' | 'address' | 'registration';

const schemeKey = (scheme: string): string => scheme.replace(':', '_');

/** `contact2.email` → contact, 2, email. */
function blockOf(field: string): { block: Block; no: string; part: string } | null {
  const found = /^(contact|address|registration)(\d)\.(\w+)$/.exec(field);
  if (!found) return null;
  const [, block, no = '', part = ''] = found;
  return { block: block as Block, no, part };
}

/** The name of a field, as the heading of its column. */
export function labelOfField(field: string, language: Language): string {
  const { fields, blocks, parts, schemes } = texts[language];
  const inBlock = blockOf(field);
  if (inBlock) {
    const { block, no, part } = inBlock;
    const names: Record<string, string> = parts[block];
    const named = { block: filled(blocks[block], () => no), part: names[part] ?? part };
    return filled(blocks.part, (name) => named[name as keyof typeof named]);
  }
  const scheme = /^registration\.(.+)$/.exec(field)?.[1];
  if (scheme !== undefined) return (schemes as Record<string, string>)[schemeKey(scheme)] ?? scheme;
  return (fields as Record<string, string>)[field] ?? field;
}

/** What people call a column elsewhere, in the four languages. */
const synonyms: Words = {
  code: 'client code|customer code|customer no|customer number|customer id|client id|client no|account no|account number|old code|external id|客户编号|客户代码|code client|n° client|numéro client|numéro de client|ancien code|顧客コード|取引先コード|顧客番号|旧コード',
  name: 'client|client name|customer|customer name|company|company name|party|party name|account name|客户|客户名称|公司|公司名称|nom du client|société|顧客|顧客名|取引先|取引先名|会社名',
  legalName: 'registered name|legal entity|公司全称|dénomination sociale|商号',
  kind: 'type|client type|customer type|constitution|客户类型|type de client|顧客区分',
  group: 'client group|customer group|family|groupe de clients|顧客グループ|集团',
  crm: 'rm|account manager|responsable clientèle|担当',
  executives: 'executive|assigned to|collaborateur',
  departments: 'department|service',
  defaultEntity: 'entity|our company|entité|開票主体|开票公司|自社',
  currency: 'ccy|monnaie|货币',
  docLocale: 'language|langue|语言|言語',
  paymentTermsDays:
    'payment days|payment terms|terms|credit days|credit period|days to pay|net days|due days|délai de paiement|délai de règlement|jours de paiement|nombre de jours|付款天数|付款期限|账期|账期天数|信用期|支払日数|支払期限|支払条件|支払サイト',
  creditLimit: 'limit|limite de crédit|与信限度',
  taxTreatment: 'tax status|gst treatment|gst registration type|statut fiscal|纳税人类型',
  tags: 'tag|label|labels|étiquette|标签',
  notes: 'note|remark|remarks|comment|comments|commentaire|commentaires|备注|メモ',
  'contact1.name':
    'contact|contact name|contact person|联系人|联系人姓名|interlocuteur|nom du contact|担当者|担当者名|連絡先',
  'contact1.email':
    'email|e-mail|mail|email address|email id|电子邮箱|电子邮件|courriel|adresse e-mail|メールアドレス|電子メール',
  'contact1.phone':
    'phone|telephone|tel|mobile|mobile no|phone no|phone number|contact no|手机|电话号码|portable|téléphone portable|電話|電話番号|携帯電話',
  'address1.line1': 'address|street|address 1|address line 1|billing address|地址|adresse|adresse 1|所在地',
  'address1.line2': 'address 2|address line 2|complément d’adresse|adresse 2',
  'address1.city': 'city|town|locality|commune|市',
  'address1.postal': 'zip|zip code|postcode|postal code|pin|pin code|pincode|邮编|cp|〒',
  'address1.regionCode': 'state|region|province|state code|place of supply|省|州|région|都道府県',
  'address1.country': 'country code|国家|code pays|国名',
  'registration.IN:GSTIN': 'gstin|gst|gst no|gst number|gstin/uin',
  'registration.IN:PAN': 'pan|pan no|pan number',
  'registration.IN:TAN': 'tan|tan no',
  'registration.EU:VAT':
    'vat|vat no|vat number|vat id|tva|n° tva|numéro de tva|tva intracommunautaire|n° tva intracommunautaire|增值税号',
  'registration.FR:SIREN': 'siren|n° siren',
  'registration.FR:SIRET': 'siret|n° siret',
  'registration.JP:T':
    '登録番号|インボイス番号|適格請求書発行事業者登録番号|t番号|invoice registration number',
  'registration.CN:USCC': '统一社会信用代码|税号|纳税人识别号|uscc',
  'registration.GB:VAT': 'uk vat|uk vat number|gb vat',
  'registration.US:EIN': 'ein|employer identification number',
  package: 'plan|サービスパック',
  packageStart:
    'package start|package from|package start date|plan start|subscription start|subscription from|début d’abonnement|套餐起始日|套餐开始日期|パッケージ開始|パッケージ開始日|契約開始日',
  packageBilling: 'package billing|billing of the package|套餐付款方式|パッケージの請求方法',
};

/** The words of a field with fixed values, in one language. */
function wordsOf(field: string, language: Language): Words | null {
  const { taxTreatment, contactRole, addressKind, remindersMode, packageBilling, schemes } = texts[language];
  const part = blockOf(field)?.part;
  if (field === 'kind') return exportTexts[language].clientKind;
  if (field === 'taxTreatment') return taxTreatment;
  if (field === 'reminders') return remindersMode;
  if (field === 'billable') return exportTexts[language].yesNo;
  if (field === 'packageBilling') return packageBilling;
  if (field === 'docLocale') return languageNames;
  if (part === 'roles') return contactRole;
  if (part === 'kind') return addressKind;
  if (part !== 'scheme') return null;
  return Object.fromEntries(
    [...schemesWithColumn, 'other'].map((scheme) => [
      scheme,
      (schemes as Words)[schemeKey(scheme)] ?? scheme,
    ]),
  );
}

const names: FieldNames = { fields: clientImportFields, labelOf: labelOfField, synonyms, wordsOf };

/** As all headings are found; the labels of the first block also without its number. */
function headingsOfClients(): ReadonlyMap<string, string> {
  const found = headingsOf(names);
  for (const language of languages) {
    const { parts } = texts[language];
    for (const part of contactParts) addHeading(found, parts.contact[part], `contact1.${part}`);
    for (const part of addressParts) addHeading(found, parts.address[part], `address1.${part}`);
    for (const part of registrationParts)
      addHeading(found, parts.registration[part], `registration1.${part}`);
  }
  return found;
}

export const clientHeadings = headingsOfClients();
export const valuesOfFields = valuesOf(names);
export const clientInWords = (field: string, text: string, language: Language): string =>
  inWords(names, field, text, language);

type Hint = keyof (typeof texts)['en']['hints'];

const hintOf: Record<string, readonly Hint[]> = {
  code: ['code'],
  kind: ['one'],
  taxTreatment: ['one'],
  reminders: ['one'],
  billable: ['yesNo'],
  docLocale: ['one'],
  crm: ['person'],
  manager: ['person'],
  executives: ['person', 'many'],
  departments: ['record', 'many'],
  group: ['group'],
  defaultEntity: ['record'],
  withholdingCode: ['record'],
  currency: ['currency'],
  creditLimit: ['amount'],
  paymentTermsDays: ['days'],
  withholdingRate: ['rate'],
  remindersPausedUntil: ['date'],
  tags: ['many'],
  package: ['package'],
  packageStart: ['packageStart', 'date'],
  packageBilling: ['one', 'packageBilling'],
  'part.roles': ['one', 'many'],
  'part.kind': ['one'],
  'part.scheme': ['kindOfNumber'],
  'part.phone': ['phone'],
  'part.country': ['country'],
  'part.regionCode': ['region'],
  'part.note': ['note'],
};

/** The codes of what has too many values to be read in words. */
const codesOf: Record<string, readonly string[]> = {
  currency: CURRENCY_CODES,
  country: countries,
  regionCode: regionCodes,
};

/** Only these must have a value in the row of a new client, unless the rules give one. */
const required = new Set(['name', 'kind', 'taxTreatment', 'crm', 'defaultEntity']);

export const clientTemplate = (language: Language): TemplateColumn[] =>
  clientImportFields.map((field) => {
    const { hints, heads } = texts[language];
    const part = blockOf(field)?.part;
    const said = (hintOf[part === undefined ? field : `part.${part}`] ?? []).map((hint) => hints[hint]);
    return {
      heading: labelOfField(field, language),
      hint: [...said, ...(required.has(field) ? [heads.required] : [])].join(' '),
      values: Object.values(wordsOf(field, language) ?? codesOf[part ?? field] ?? {}),
    };
  });
