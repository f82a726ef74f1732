import { lookups, type LookupRow } from '@daybook/contracts/lookups';
import { queryClient } from '@daybook/shared/query-client';
import type { Values } from './form-values.ts';

/** What people recognise the values of a form by: the client or the name. Empty if the form has neither yet. */
export function draftAbout(values: Values): string {
  const { clientId, name, title, description } = values;
  const texts = [labelOfClient(clientId), name, title, description];
  return texts.find((one): one is string => typeof one === 'string' && one.trim() !== '') ?? '';
}

/** The label is in the cache, because the client's picker has already read it. */
function labelOfClient(clientId: unknown): string | undefined {
  const read = queryClient.getQueriesData<LookupRow[]>({ queryKey: ['GET', lookups.find.path, 'client'] });
  return read.flatMap(([, rows]) => rows ?? []).find(({ id }) => id === clientId)?.label;
}
