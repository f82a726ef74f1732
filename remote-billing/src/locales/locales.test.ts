import en from './en.json';
import fr from './fr.json';
import ja from './ja.json';
import zh from './zh.json';

const namesIn = (texts: object, within = ''): string[] =>
  Object.entries(texts).flatMap(([name, text]: [string, unknown]) =>
    typeof text === 'object' && text !== null ? namesIn(text, `${within}${name}.`) : [`${within}${name}`],
  );

const figuresIn = (text: string): string[] => (text.match(/\{\{\w+\}\}/g) ?? []).toSorted();

const textAt = (texts: object, name: string): string =>
  name.split('.').reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], texts) as string;

describe.each(Object.entries({ fr, ja, zh }))('the texts in %s', (_, texts) => {
  it('are those of English', () => {
    expect(namesIn(texts).toSorted()).toEqual(namesIn(en).toSorted());
  });

  it('have the figures of English', () => {
    for (const name of namesIn(en).filter((one) => !/_(one|other)$/.test(one))) {
      expect({ [name]: figuresIn(textAt(texts, name)) }).toEqual({ [name]: figuresIn(textAt(en, name)) });
    }
  });
});
