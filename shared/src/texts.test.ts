import { languages } from '@daybook/contracts/fields';
import { sharedTexts } from '@daybook/shared/texts';
import type { Texts } from '@daybook/shared/i18n';

const keysOf = (texts: Texts, within = ''): string[] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [within + key] : keysOf(value, `${within}${key}.`),
  );
// Placeholders are sorted, because word order differs between languages.
const figuresOf = (texts: Texts): string[] => (JSON.stringify(texts).match(/\{\{\w+\}\}/g) ?? []).toSorted();

describe('the texts of the shared modules', () => {
  it.each(languages)('are complete in %s', async (lng) => {
    const [english, texts] = await Promise.all([sharedTexts('en'), sharedTexts(lng)]);
    expect(keysOf(texts)).toEqual(keysOf(english));
    expect(figuresOf(texts).filter((figure) => figure !== '{{count}}')).toEqual(
      figuresOf(english).filter((figure) => figure !== '{{count}}'),
    );
  });
});
