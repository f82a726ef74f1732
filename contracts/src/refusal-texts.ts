import type { Language } from './fields.ts';
import type { RefusalCode } from './refusals.ts';
import { en } from './refusal-words/en.ts';
import { fr } from './refusal-words/fr.ts';
import { ja } from './refusal-words/ja.ts';
import { zh } from './refusal-words/zh.ts';

/** What a person reads for each refusal, in each language; `{{name}}` is filled from the refusal's params. */
export const refusalTexts: Record<Language, Record<RefusalCode, string>> = { en, zh, fr, ja };
