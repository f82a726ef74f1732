type Names = Readonly<Record<'en' | 'fr' | 'ja', readonly [one: string, other: string]>>;

const same = (name: string): readonly [string, string] => [name, name];

const cent: Names = { en: ['cent', 'cents'], fr: ['cent', 'cents'], ja: same('セント') };
const euroCent: Names = { ...cent, fr: ['centime', 'centimes'] };
const centime: Names = { en: ['centime', 'centimes'], fr: ['centime', 'centimes'], ja: same('サンチーム') };
const penny: Names = { en: ['penny', 'pence'], fr: ['penny', 'pence'], ja: same('ペンス') };
const paisa: Names = { en: ['paisa', 'paise'], fr: ['paisa', 'paise'], ja: same('パイサ') };
const fils: Names = { en: same('fils'), fr: same('fils'), ja: same('フィルス') };

const byCurrency: readonly (readonly [codes: string, names: Names])[] = [
  ['USD AUD CAD HKD LKR MUR NZD SGD TWD ZAR', cent],
  ['EUR', euroCent],
  ['CHF MAD', centime],
  ['GBP', penny],
  ['INR NPR PKR', paisa],
  ['AED BHD IQD JOD KWD', fils],
  ['CNY', { en: same('fen'), fr: same('fen'), ja: same('フェン') }],
  ['OMR', { en: same('baisa'), fr: same('baisa'), ja: same('バイサ') }],
  ['SAR', { en: ['halala', 'halalas'], fr: ['halala', 'halalas'], ja: same('ハララ') }],
  ['TND', { en: ['millime', 'millimes'], fr: ['millime', 'millimes'], ja: same('ミリーム') }],
];

const names: ReadonlyMap<string, Names> = new Map(
  byCurrency.flatMap(([codes, subunit]) => codes.split(' ').map((code) => [code, subunit] as const)),
);

/** The names of the minor unit of a currency; CLDR names only the currencies. Chinese needs none: 角 and 分 serve all. */
export const subunitsOf = (currency: string): Names | undefined => names.get(currency);
