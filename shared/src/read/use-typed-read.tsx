import { keepPreviousData, useQuery } from '@tanstack/react-query';
import Form from 'antd/es/form';
import type { Endpoint, InputOf, OutputOf } from '@daybook/contracts/endpoint';
import { call } from '@daybook/shared/call';
import { queryClient } from '@daybook/shared/query-client';
import { usePause } from '../inputs/use-pause.tsx';
import { shownOf } from './use-read.tsx';

export interface TypedRead<Data> {
  /** The previous answer stays until the next one arrives. */
  data: Data | undefined;
  /** Why there is no answer. */
  error: Error | null;
}

const isEmpty = (value: unknown): boolean => value === '' || value === null;

/** What an endpoint answers to the current values of a form, as soon as they are valid. `instead` replaces some of the values. */
export function useTypedRead<E extends Endpoint>(
  endpoint: E,
  instead: (typed: Readonly<Record<string, unknown>>) => Partial<InputOf<E>>,
): TypedRead<OutputOf<E>> {
  const form = Form.useFormInstance();
  const typed = (Form.useWatch([], { form, preserve: true }) ?? {}) as Record<string, unknown>;
  const known = Object.entries(typed).filter(([name]) => name in endpoint.input.shape);
  const values = { ...Object.fromEntries(known), ...instead(typed) };
  const asked = usePause(
    JSON.stringify(values, (_name, value: unknown) => (isEmpty(value) ? undefined : value)),
  );
  const input = JSON.parse(asked) as InputOf<E>;
  const isWhole = endpoint.input.safeParse(input).success;
  const query = useQuery(
    {
      queryKey: [endpoint.method, endpoint.path, input],
      queryFn: async ({ signal }) => call(endpoint, input, { signal }),
      enabled: isWhole,
      placeholderData: keepPreviousData,
    },
    queryClient,
  );
  return isWhole ? shownOf(query) : { data: undefined, error: null };
}
