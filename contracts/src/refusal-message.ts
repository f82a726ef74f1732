import type { Language } from './fields.ts';
import { refusalTexts } from './refusal-texts.ts';
import type { RefusalCode } from './refusals.ts';

type Params = Readonly<Record<string, unknown>>;

const formatLocales: Record<Language, string> = { en: 'en-GB', zh: 'zh-CN', fr: 'fr-FR', ja: 'ja-JP' };

interface More {
  param: string;
  texts: Record<Language, string>;
}

/** What is only said when it is known, and to who may know it. */
const moreTexts: Partial<Record<RefusalCode, More>> = {
  // Who may post behind a lock all the same.
  PERIOD_LOCKED: {
    param: 'whoMay',
    texts: {
      en: ' These people have one: {{whoMay}}.',
      zh: '目前获准例外的人：{{whoMay}}。',
      fr: ' Elle est accordée à : {{whoMay}}.',
      ja: '現在、例外が認められている人：{{whoMay}}。',
    },
  },
  // The task that is there already.
  DUPLICATE_PERIOD_TASK: {
    param: 'no',
    texts: {
      en: ' It is {{no}}.',
      zh: '任务编号：{{no}}。',
      fr: ' C’est {{no}}.',
      ja: '（{{no}}）',
    },
  },
};

/** An answer tells what is wrong with some of many fields. */
const moreFields: Record<Language, string> = {
  en: ' Fields that are not listed: {{moreFields}}.',
  zh: '未列出的字段数：{{moreFields}}。',
  fr: ' Champs non listés : {{moreFields}}.',
  ja: '（表示されていない項目数：{{moreFields}}）',
};

function written(value: unknown, language: Language): string {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return '';
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return value;
  const format = new Intl.DateTimeFormat(formatLocales[language], { dateStyle: 'long', timeZone: 'UTC' });
  return format.format(new Date(`${value}T00:00:00Z`));
}

/** What a person reads of a refusal, in their language: with its figures, and its dates as the language writes them. */
export function refusalMessage(language: Language, code: RefusalCode, params: Params): string {
  const more = moreTexts[code];
  const isKnown = more !== undefined && params[more.param] !== undefined;
  const texts = [
    refusalTexts[language][code],
    isKnown ? more.texts[language] : '',
    params.moreFields === undefined ? '' : moreFields[language],
  ];
  return texts
    .join('')
    .replaceAll(/\{\{(\w+)\}\}/g, (_whole, name: string) => written(params[name], language));
}
