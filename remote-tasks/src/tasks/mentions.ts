import type { Reference } from '@daybook/contracts/fields';
import { mentionOf, partsOfBody } from '@daybook/contracts/tasks/tasks/note-levels';

/** Maps the text after `@` in the text box to a person's id. */
export type Named = ReadonlyMap<string, string>;

export const namedIn = (people: readonly Reference[]): Named => {
  let named: Named = new Map();
  for (const person of people) named = new Map(named).set(nameFor(person, named), person.id);
  return named;
};

/** Two people with the same name get a number while somebody writes. */
export function nameFor({ id, label }: Reference, named: Named): string {
  let name = label;
  for (let no = 2; named.has(name) && named.get(name) !== id; no += 1) name = `${label} (${no})`;
  return name;
}

const goesOn = /^[\p{Script=Latin}\p{N}]/u;
const endsInLetter = /[\p{Script=Latin}\p{N}]$/u;

/** The text with `@name` replaced. "@Adam" is not a mention of Ada; Japanese and Chinese names have no gap after them. */
function withMention(text: string, name: string, id: string): string {
  const [first = '', ...others] = text.split(`@${name}`);
  const isLonger = (next: string) => endsInLetter.test(name) && goesOn.test(next);
  return others.reduce((body, next) => body + (isLonger(next) ? `@${name}` : mentionOf(id)) + next, first);
}

/** The text as it is stored: a picked name becomes a mention of the person, and everything else stays text. */
export function bodyOf(text: string, named: Named): string {
  // The longest name goes first: "@Ada King" is not a mention of Ada.
  const longestFirst = [...named].toSorted(([one], [other]) => other.length - one.length);
  return longestFirst.reduce((body, [name, id]) => withMention(body, name, id), text.trim());
}

/** The text as somebody edits it, with names instead of mentions. */
export function typedOf(body: string, people: readonly Reference[]): string {
  const names = new Map([...namedIn(people)].map(([name, id]) => [id, name]));
  return partsOfBody(body)
    .map((part) => ('text' in part ? part.text : `@${names.get(part.mentioned) ?? ''}`))
    .join('');
}
