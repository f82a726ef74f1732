import { queryOf } from '@daybook/shared/call';

/** The address of a list cut by these filters, for a figure that counts just its rows: `listLink('tasks', { status: 'todo' })`. */
export function listLink(path: string, filter: Record<string, unknown> = {}): string {
  const query = queryOf({ filter }).toString();
  return `/app/${path}${query && `?${query}`}`;
}
