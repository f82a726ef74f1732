import type { FormEvent } from 'react';

/** What was typed into the named fields; passwords keep their spaces. */
export function submitted<Name extends string>(
  event: FormEvent<HTMLFormElement>,
  names: readonly Name[],
): Record<Name, string> {
  event.preventDefault();
  const form = new FormData(event.currentTarget);
  const textOf = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  return Object.fromEntries(names.map((name) => [name, textOf(name)])) as Record<Name, string>;
}
