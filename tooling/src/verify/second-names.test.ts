import { textsWithSecondNames } from './second-names.ts';

const said = (language: string, text: string) =>
  textsWithSecondNames({
    name: 'billing',
    folder: 'remote-billing',
    byLanguage: { [language]: new Map([['one', text]]) },
  });

describe('the check of names', () => {
  it.each([
    ['en', 'Take back', 'Take back'],
    ['fr', 'Solde : reste dû', 'reste dû'],
    ['ja', '貸方票の作成', '貸方票'],
    ['zh', '开具红字发票', '红字发票'],
  ])('finds a second name in %s', (language, text, found) => {
    expect(said(language, text)).toEqual([
      `billing:one in ${language} says "${found}"; docs/glossary.md has another name`,
    ]);
  });

  it.each([
    ['en', 'Reverse'],
    ['fr', 'Restant dû'],
    ['ja', '定期請求書の作成'],
    ['zh', '已预付'],
  ])('accepts the name of the glossary and other words in %s', (language, text) => {
    expect(said(language, text)).toEqual([]);
  });
});
