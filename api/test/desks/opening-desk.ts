import { clientLedgers } from '@daybook/contracts/billing/client-ledgers/client-ledgers';
import { openingBalances } from '@daybook/contracts/billing/opening-balances/opening-balances';
import type { OpeningInput } from '@daybook/contracts/billing/opening-balances/opening-balances';
import { clients } from '@daybook/contracts/crm/clients/clients';
import type { Caller, TestApi } from '../test-api.ts';
import { openDesk } from './billing-desk.ts';

export const cutOverOn = '2026-03-31';

export type OpeningDesk = Awaited<ReturnType<typeof openOpeningDesk>>;

/** A client of a billing entity whose books begin with what was open on the cut-over date. */
export async function openOpeningDesk(api: TestApi, admin: Caller) {
  const desk = await openDesk(api, admin);
  const { code } = await admin.call(clients.open, { id: desk.clientId });
  await admin.call(openingBalances.cutOver, { id: desk.entityId, cutOverOn });
  const standing = async () =>
    (await admin.call(openingBalances.list, { filter: { entityId: desk.entityId } })).rows;
  return {
    desk,
    code,
    row: (number: string, amount: string, more: Partial<OpeningInput> = {}): Partial<OpeningInput> => ({
      client: code,
      number,
      date: '2026-01-15',
      dueDate: '2026-02-14',
      amount,
      ...more,
    }),
    bring: (rows: Partial<OpeningInput>[], more: object = {}, caller = admin) =>
      caller.call(openingBalances.bring, { entityId: desk.entityId, rows, ...more }),
    refused: (rows: Partial<OpeningInput>[], caller = admin) =>
      caller.refused(openingBalances.bring, { entityId: desk.entityId, rows }),
    /** The number that a statement counts in the database. */
    count: async (statement: string, ...values: unknown[]): Promise<number> =>
      Number((await api.ownerPool.query<{ count: string }>(statement, values)).rows[0]?.count),
    standing,
    idOf: async (number: string): Promise<string> =>
      (await standing()).find((one) => one.number === number)?.id ?? '',
    ledger: () =>
      admin.call(clientLedgers.open, {
        clientId: desk.clientId,
        entityId: desk.entityId,
        currency: 'EUR',
        asOf: '2199-12-31',
      }),
  };
}
