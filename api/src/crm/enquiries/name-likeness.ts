import { normalise } from '../../db/search.ts';

/** Legal forms and titles say nothing about who somebody is. */
const forms = new Set(
  `mr mrs ms dr m mme mlle and et the le la les de du des a an of
  ltd limited pvt private llp llc inc incorporated corp corporation co company plc lp
  sa sas sarl sasu eurl sci scp selarl snc cie societe
  gmbh ag kg ohg ug bv nv oy ab as spa srl sl
  kk gk yk`.split(/\s+/),
);
const asianForms =
  /株式会社|有限会社|合同会社|合資会社|合名会社|税理士法人|医療法人|一般社団法人|有限责任公司|股份有限公司|有限公司|公司|[㈱㈲]|\((?:株|有)\)/g;

/** The words of a name that tell it from others, normalised. */
export const tellingWords = (name: string): string[] =>
  normalise(name.replaceAll(asianForms, ' '))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !forms.has(word));

const pairsOf = (text: string): string[] =>
  text.length < 2 ? [text] : Array.from({ length: text.length - 1 }, (_none, at) => text.slice(at, at + 2));

/**
 * How alike two names are, from 0 to 1: twice the pairs of letters that both have, divided by the pairs of both (Dice). Order
 * of words, legal forms, accents and case make no difference.
 */
export function likeness(one: string, other: string): number {
  const [a, b] = [one, other].map((name) => tellingWords(name).toSorted().join(''));
  if (!a || !b) return 0;
  const left = pairsOf(a);
  const all = left.length + pairsOf(b).length;
  let shared = 0;
  for (const pair of pairsOf(b)) {
    const at = left.indexOf(pair);
    if (at === -1) continue;
    left.splice(at, 1);
    shared += 1;
  }
  return (2 * shared) / all;
}

/** From here on two names count as alike. */
export const alike = 0.75;
