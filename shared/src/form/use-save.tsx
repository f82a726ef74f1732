import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { pathParams, type Endpoint, type InputOf, type OutputOf } from '@daybook/contracts/endpoint';
import { call, isRefusal } from '@daybook/shared/call';
import type { Attempt } from '@daybook/shared/drafts';
import { queryClient } from '@daybook/shared/query-client';

/** Where an unanswered write is remembered: in memory, or in the form's draft, which survives a reload. */
export interface AttemptKeeper {
  read: () => Attempt | null;
  keep: (attempt: Attempt | null) => void;
}

export interface Save<E extends Endpoint> {
  /** Throws the refusal. `version` is sent as If-Match. */
  save: (input: InputOf<E>, version?: number) => Promise<OutputOf<E>>;
  isSaving: boolean;
}

const inMemory = (): AttemptKeeper => {
  let attempt: Attempt | null = null;
  return {
    read: () => attempt,
    keep: (next) => {
      attempt = next;
    },
  };
};

/** Writes to the API. An unanswered write is sent again with the same key, so that it has effect only once. */
export function useSave<E extends Endpoint>(endpoint: E, given?: AttemptKeeper): Save<E> {
  const [own] = useState(inMemory);
  const attempts = given ?? own;
  const mutation = useMutation(
    {
      mutationFn: async ({ input, version }: { input: InputOf<E>; version?: number }) =>
        send(endpoint, input, version, attempts),
      // True if the call deletes a whole record and not a part of it.
      meta: { removes: endpoint.method === 'DELETE' && pathParams(endpoint.path).join() === 'id' },
    },
    queryClient,
  );
  return {
    save: async (input, version) =>
      mutation.mutateAsync({ input, ...(version !== undefined && { version }) }),
    isSaving: mutation.isPending,
  };
}

async function send<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  version: number | undefined,
  attempts: AttemptKeeper,
): Promise<OutputOf<E>> {
  const body = JSON.stringify([endpoint.path, input, version]);
  const before = attempts.read();
  const attempt = before?.body === body ? before : { key: crypto.randomUUID(), body };
  attempts.keep(attempt);
  try {
    const options = { idempotencyKey: attempt.key, ...(version !== undefined && { version }) };
    const saved = await patiently(async () => call(endpoint, input, options));
    attempts.keep(null);
    return saved;
  } catch (error) {
    if (!isUnanswered(error)) attempts.keep(null);
    throw error;
  }
}

/** Whether the outcome is unknown, so that the same key must be sent again. */
const isUnanswered = (error: unknown): boolean =>
  isRefusal(error) && ['NETWORK', 'UNAVAILABLE', 'IDEMPOTENCY_IN_FLIGHT'].includes(error.code);

const pausesMs = [300, 700, 1500];

/** The first attempt may still be running on the server, so its answer may be available a moment later. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (const pause of pausesMs) {
    try {
      return await work();
    } catch (error) {
      if (!isRefusal(error) || error.code !== 'IDEMPOTENCY_IN_FLIGHT') throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return work();
}
