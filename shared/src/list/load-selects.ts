import type * as ListSelects from './list-selects.tsx';

export type Selects = typeof ListSelects;

let loaded: Selects | null = null;

/** The selects of lists, if they have loaded. */
export const loadedSelects = (): Selects | null => loaded;

/** They load together when the first of them is wanted (LaterSelect). */
export async function loadSelects(): Promise<Selects> {
  loaded ??= await import('./list-selects.tsx');
  return loaded;
}
