import { listPath } from '@daybook/contracts/entities';
import type { KindWith } from '@daybook/contracts/entities';
import { queryOf } from '@daybook/shared/call';

/** The address of a list with these filters, for a figure that counts its rows: `listLink('task', { status: 'todo' })`. */
export function listLink(kind: KindWith<'list'>, filter: Record<string, unknown> = {}): string {
  const query = queryOf({ filter }).toString();
  return `${listPath(kind)}${query && `?${query}`}`;
}
