import { lookups, type LookupRow } from '@daybook/contracts/lookups';
import { queryClient } from '@daybook/shared/query-client';
import type { Values } from './form-values.ts';

/** By what the values of a form are known again: its client, or its name. Empty where it has neither yet. */
export function draftAbout(values: Values): string {
  const { clientId, name, title, description } = values;
  const texts = [labelOfClient(clientId), name, title, description];
  return texts.find((one): one is string => typeof one === 'string' && one.trim() !== '') ?? '';
}

/** The picker that shows a client has read its label. */
function labelOfClient(clientId: unknown): string | undefined {
  const read = queryClient.getQueriesData<LookupRow[]>({ queryKey: ['GET', lookups.find.path, 'client'] });
  return read.flatMap(([, rows]) => rows ?? []).find(({ id }) => id === clientId)?.label;
}
