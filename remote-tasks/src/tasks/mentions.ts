import type { Reference } from '@daybook/contracts/fields';
import { mentionOf, partsOfBody } from '@daybook/contracts/tasks/tasks/note-levels';

/** What stands behind `@` in the text box → who is meant. */
export type Named = ReadonlyMap<string, string>;

export const namedIn = (people: readonly Reference[]): Named => {
  let named: Named = new Map();
  for (const person of people) named = new Map(named).set(nameFor(person, named), person.id);
  return named;
};

/** Two people of one name are told apart while one writes. */
export function nameFor({ id, label }: Reference, named: Named): string {
  let name = label;
  for (let no = 2; named.has(name) && named.get(name) !== id; no += 1) name = `${label} (${no})`;
  return name;
}

/** The text as it is kept: names that were picked stand for people, all else is text. */
export function bodyOf(text: string, named: Named): string {
  // Of "@Ada" and "@Ada King" the longer one is meant where it stands.
  const longestFirst = [...named].toSorted(([one], [other]) => other.length - one.length);
  return longestFirst.reduce((body, [name, id]) => body.replaceAll(`@${name}`, mentionOf(id)), text.trim());
}

/** The text as it is written: people by their names. */
export function typedOf(body: string, people: readonly Reference[]): string {
  const names = new Map([...namedIn(people)].map(([name, id]) => [id, name]));
  return partsOfBody(body)
    .map((part) => ('text' in part ? part.text : `@${names.get(part.mentioned) ?? ''}`))
    .join('');
}
