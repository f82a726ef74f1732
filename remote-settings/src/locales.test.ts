import en from './locales/en.json';
import fr from './locales/fr.json';
import ja from './locales/ja.json';
import zh from './locales/zh.json';

const keysOf = (texts: object, path = ''): string[] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'object' ? keysOf(value as object, `${path}${key}.`) : [`${path}${key}`],
  );

describe('the texts', () => {
  it.each([
    ['zh', zh],
    ['fr', fr],
    ['ja', ja],
  ])('have the same keys in %s', (_language, texts) => {
    expect(keysOf(texts).toSorted()).toEqual(keysOf(en).toSorted());
  });
});
