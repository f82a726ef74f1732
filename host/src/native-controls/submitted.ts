import type { FormEvent } from 'react';

/** The values of the named fields exactly as typed, because spaces count in passwords. */
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
