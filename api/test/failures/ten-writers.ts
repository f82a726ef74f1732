import { setTimeout as pause } from 'node:timers/promises';
import { uuidv7 } from 'uuidv7';
import type { Db } from '../../src/db/database.ts';
import { makeClient, makeEntity, makeTaxCode } from '../fixtures/masters.ts';
import { eventually } from '../installation.ts';
import { signIn } from '../people.ts';
import { send } from '../web-client.ts';
import type { Answer } from '../web-client.ts';

/** What the server acknowledged: the ids of tasks, and of documents with the number in the answer; and what else it answered. */
export interface Acknowledged {
  invoices: Map<string, string>;
  receipts: Map<string, string>;
  tasks: Set<string>;
  refused: Answer[];
}

export interface Writers {
  done: Acknowledged;
  token: string;
  taxCodeId: string;
  /** Resolves once each kind was acknowledged once more. */
  awaitMore(withinMs?: number): Promise<void>;
  /** Ten people write through the server at `url`, until each kind was acknowledged once more and while `disaster` happens. */
  writeThrough(url: string, disaster: () => Promise<void>): Promise<void>;
}

const day = '2026-01-15';

/** Ten people who issue invoices and take receipts in the same series of numbers, and add tasks. */
export async function hireWriters(db: Db): Promise<Writers> {
  const { id: crmId, token } = await signIn(db, { userType: 'super_admin' });
  const entityId = await makeEntity(db);
  const clientId = await makeClient(db, { entityId, crmId });
  const taxCodeId = await makeTaxCode(db, { code: 'V20', rate: '20' });
  const done: Acknowledged = { invoices: new Map(), receipts: new Map(), tasks: new Set(), refused: [] };
  const document = { entityId, clientId, currency: 'EUR' };

  const round = async (url: string): Promise<void> => {
    const post = async (path: string, body: object, version?: number): Promise<Answer> => {
      const request = { method: 'POST', path, body, ...(version === undefined ? {} : { version }) } as const;
      const answer = await send(url, token, request);
      if (answer.status !== 200) done.refused.push(answer);
      return answer;
    };
    const [invoiceId, receiptId, taskId] = [uuidv7(), uuidv7(), uuidv7()];
    const lines = [{ description: 'Audit', qty: '1', unitPrice: '99.99', taxCodeId }];
    const dates = { issueDate: day, dueDate: '2026-02-14', docLocale: 'en' };
    const drafted = await post('/invoices', { id: invoiceId, ...document, ...dates, lines });
    if (drafted.status === 200) {
      const issued = await post(`/invoices/${invoiceId}/issue`, {}, 1);
      if (issued.status === 200) done.invoices.set(invoiceId, (issued.data as { number: string }).number);
    }
    // Half of it is allocated, and the other half is an advance.
    const allocations = done.invoices.has(invoiceId) ? [{ invoiceId, amount: 50_00 }] : [];
    const money = { receiptDate: day, mode: 'bank', amount: 100_00, allocations };
    const taken = await post('/receipts', { id: receiptId, ...document, ...money });
    if (taken.status === 200) done.receipts.set(receiptId, (taken.data as { number: string }).number);
    const task = { id: taskId, title: 'Annual accounts', internal: true, dueOn: day };
    if ((await post('/tasks', task)).status === 200) done.tasks.add(taskId);
  };

  const counts = () => [done.invoices.size, done.receipts.size, done.tasks.size];
  const awaitMore = (withinMs?: number): Promise<void> => {
    const before = counts();
    return eventually(
      async () => expect(counts().every((count, kind) => count > (before[kind] ?? 0))).toBe(true),
      withinMs,
    );
  };

  return {
    done,
    token,
    taxCodeId,
    awaitMore,
    async writeThrough(url, disaster) {
      const over = new AbortController();
      const people = Array.from({ length: 10 }, async () => {
        while (!over.signal.aborted) {
          await round(url);
          // A server that is down refuses a connection at once.
          await pause(10);
        }
      });
      try {
        await awaitMore();
        await disaster();
      } finally {
        over.abort();
        await Promise.all(people);
      }
    },
  };
}
