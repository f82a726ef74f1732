import { anchorsOf, danglingCitations } from './citations.ts';

const anchors = new Map([['rules.md', anchorsOf('# Rules\n\n## Scope\n\n### No self-promotion\n\nText\n')]]);
const found = (text: string) => danglingCitations(text, anchors);

describe('Citations', () => {
  it('of a heading that exists pass', () => {
    expect(found('// Which rows (docs/rules.md#scope), and docs/rules.md#no-self-promotion.')).toEqual([]);
  });

  it('of a heading or a page that does not exist are found', () => {
    expect(found('docs/rules.md#scopes and docs/law.md#scope')).toEqual([
      'docs/rules.md#scopes',
      'docs/law.md#scope',
    ]);
  });

  it('of documents outside the repository are found', () => {
    const [number, id, paragraph] = ['ruling', 'INT', 'domain.md'];
    expect(found(`(${number} 22), ${id}-6, ${paragraph} §4`)).toEqual([
      `${number} 22`,
      `${id}-6`,
      `${paragraph} §4`,
    ]);
  });
});
