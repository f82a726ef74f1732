import { z } from 'zod';
import { requiredText } from './fields.ts';

/** The subject is one line; the paragraphs of the body are separated by empty lines. Both can name values: `{{client}}`. */
export interface MailTemplate {
  subject: string;
  body: string;
}

/** A text that names only these values; the first other one is refused, as it was typed. */
export function mailTemplate(tokens: readonly string[]) {
  const known: ReadonlySet<string> = new Set(tokens);
  const checkTokens = (text: string, context: z.RefinementCtx) => {
    const unknown = [...text.matchAll(/\{\{\s*([^{}]*?)\s*\}\}/g)]
      .map(([, token = '']) => token)
      .find((token) => !known.has(token));
    if (unknown !== undefined)
      context.addIssue({
        code: 'custom',
        message: 'PLACEHOLDER_UNKNOWN',
        params: { token: unknown.slice(0, 40) },
      });
  };
  return z.strictObject({
    subject: requiredText(200).superRefine(checkTokens),
    body: requiredText(5000).superRefine(checkTokens),
  });
}

/** One of them for each language. */
export const inEachLanguage = <T extends z.ZodType>(template: T) =>
  z.strictObject({ en: template, zh: template, fr: template, ja: template });
