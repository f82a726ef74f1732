import type { Language } from './fields.ts';
import { refusalTexts } from './refusal-texts.ts';
import type { RefusalCode } from './refusals.ts';
import { filled, textsOf } from './server-texts.ts';

type Params = Readonly<Record<string, unknown>>;

const formatLocales: Record<Language, string> = { en: 'en-GB', zh: 'zh-CN', fr: 'fr-FR', ja: 'ja-JP' };

const details = textsOf('refusalDetails');

/** The parameter that adds a sentence to a refusal. The server sends it only to people who may know it. */
const paramOfDetail = { PERIOD_LOCKED: 'whoMay', DUPLICATE_PERIOD_TASK: 'no' } as const;
const isDetailed = (code: RefusalCode): code is keyof typeof paramOfDetail => code in paramOfDetail;

function written(value: unknown, language: Language): string {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return '';
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return value;
  const format = new Intl.DateTimeFormat(formatLocales[language], { dateStyle: 'long', timeZone: 'UTC' });
  return format.format(new Date(`${value}T00:00:00Z`));
}

/** The message of a refusal in the reader's language, with its figures and dates formatted. */
export function refusalMessage(language: Language, code: RefusalCode, params: Params): string {
  const { moreFields, ...ofCode } = details[language];
  const detail = isDetailed(code) && params[paramOfDetail[code]] !== undefined ? ofCode[code] : '';
  const texts = [refusalTexts[language][code], detail, params.moreFields === undefined ? '' : moreFields];
  return filled(texts.join(''), (name) => written(params[name], language));
}
