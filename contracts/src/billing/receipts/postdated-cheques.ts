import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { ById, MinorUnits, OwnId, PlainDate, Reference, Uuid, Version, requiredText } from '../../fields.ts';
import { ListTotal, listQuery, several } from '../../lists.ts';
import { createEndpoint, listEndpoints } from '../../usual-endpoints.ts';
import { CurrencyCode } from '../../money/currency.ts';
import { receiptFields } from './receipts.ts';

/** It waits for its day, became a receipt, or was given back before. */
export const postdatedStatuses = ['waiting', 'received', 'withdrawn'] as const;

export const PostdatedCheque = z.object({
  id: Uuid,
  version: Version,
  status: z.enum(postdatedStatuses),
  client: Reference,
  entity: Reference,
  /** The day from which the bank takes it. */
  dueOn: PlainDate,
  currency: z.string(),
  amount: MinorUnits,
  instrumentNo: z.string(),
  instrumentBank: z.string(),
  /** What it became. */
  receipt: Reference.nullable(),
  /** Why it could not be received on its day yet. */
  failure: z.object({ code: z.string(), params: z.record(z.string(), z.string()) }).nullable(),
});
export type PostdatedCheque = z.infer<typeof PostdatedCheque>;

const ListQuery = listQuery(['dueOn', '-dueOn'], {
  status: several(z.enum(postdatedStatuses)),
  clientId: Uuid,
  entityId: Uuid,
  currency: CurrencyCode,
  from: PlainDate,
  to: PlainDate,
});

/** Cheques of a later day: on it the server posts each by the receipt's own command, once. */
export const postdatedCheques = {
  ...listEndpoints('/postdated-cheques', 'receipts.view', {
    query: ListQuery,
    row: PostdatedCheque,
    total: ListTotal,
  }),
  /** What a receipt of that day would be made of; `receiptDate` is within a year. */
  create: createEndpoint('/postdated-cheques', 'receipts.add', {
    input: z.object({ id: OwnId, ...receiptFields }),
    output: PostdatedCheque,
  }),
  /** Given back before its day. */
  withdraw: endpoint({
    method: 'POST',
    path: '/postdated-cheques/:id/withdraw',
    allow: 'receipts.add',
    versioned: true,
    input: ById.extend({ reason: requiredText(500) }),
    output: PostdatedCheque,
  }),
};
