import type { Language } from './fields.ts';
import type { RefusalCode } from './refusals.ts';
import { textsOf } from './server-texts.ts';

/** The message of each refusal in each language; `{{name}}` is filled from the refusal's params. */
export const refusalTexts: Readonly<Record<Language, Readonly<Record<RefusalCode, string>>>> =
  textsOf('refusals');
