import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { ById, MinorUnits, OwnId, PlainDate, Reference, Uuid, Version, requiredText } from '../../fields.ts';
import { ListTotal, listQuery, several } from '../../lists.ts';
import { createEndpoint, listEndpoints } from '../../usual-endpoints.ts';
import { CurrencyCode } from '../../money/currency.ts';
import { receiptFields } from './receipts.ts';

/** The cheque is waiting for its day, became a receipt, or was returned before its day. */
export const postdatedStatuses = ['waiting', 'received', 'withdrawn'] as const;

export const PostdatedCheque = z.object({
  id: Uuid,
  version: Version,
  status: z.enum(postdatedStatuses),
  client: Reference,
  entity: Reference,
  /** The day from which the bank accepts the cheque. */
  dueOn: PlainDate,
  currency: z.string(),
  amount: MinorUnits,
  instrumentNo: z.string(),
  instrumentBank: z.string(),
  /** The receipt that the cheque became. */
  receipt: Reference.nullable(),
  /** Why the receipt could not be posted on its day. */
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

/** Post-dated cheques. On its day the server posts each cheque once, with the same command as a receipt. */
export const postdatedCheques = {
  ...listEndpoints('/postdated-cheques', 'receipts.view', {
    query: ListQuery,
    row: PostdatedCheque,
    total: ListTotal,
  }),
  /** The input of the receipt to post on that day. `receiptDate` must be within a year. */
  create: createEndpoint('/postdated-cheques', 'receipts.add', {
    input: z.object({ id: OwnId, ...receiptFields }),
    output: PostdatedCheque,
  }),
  /** Returns the cheque before its day. */
  withdraw: endpoint({
    method: 'POST',
    path: '/postdated-cheques/:id/withdraw',
    allow: 'receipts.add',
    versioned: true,
    input: ById.extend({ reason: requiredText(500) }),
    output: PostdatedCheque,
  }),
};
