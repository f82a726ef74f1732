import type { Endpoint, InputOf, OutputOf } from '@daybook/contracts/endpoint';
import type { Random } from '../../src/demo/random.ts';
import { requestOf } from '../../src/http/request-of.ts';
import type { Caller, TestApi } from '../test-api.ts';
import type { WorkOfItems } from './realised.ts';

export interface Market {
  entityId: string;
  currency: string;
  /** The first one pays for the second. */
  clientIds: string[];
  serviceIds: string[];
  taxCodeIds: string[];
  /** Whether its invoices bill things other than work, too. */
  billsOthers: boolean;
}

interface Firm {
  api: TestApi;
  admin: Caller;
  workers: readonly Caller[];
  markets: readonly Market[];
  categoryIds: readonly (string | null)[];
}

/** A random command, which may be refused. */
export type Step = (at: WorkingFirm) => Promise<void>;

/** A firm at work, and the work of every item that ever was pending. */
export class WorkingFirm {
  readonly works: WorkOfItems = new Map();
  readonly api: TestApi;
  readonly admin: Caller;
  readonly workers: readonly Caller[];
  readonly markets: readonly Market[];
  readonly categoryIds: readonly (string | null)[];
  readonly random: Random;

  constructor({ api, admin, workers, markets, categoryIds }: Firm, random: Random) {
    this.api = api;
    this.admin = admin;
    this.workers = workers;
    this.markets = markets;
    this.categoryIds = categoryIds;
    this.random = random;
  }

  async attempt<E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    { version, by = this.admin }: { version?: number | undefined; by?: Caller } = {},
  ): Promise<OutputOf<E> | null> {
    const answer = await by.inject(requestOf(endpoint, input, { version }));
    const body = answer.json<{ status: boolean; data: never }>();
    if (answer.statusCode >= 500) throw new Error(`${endpoint.path} answered ${answer.body}`);
    return body.status ? body.data : null;
  }

  /** One row at random. */
  async some<T>(select: string): Promise<T | null> {
    const { rows } = await this.api.ownerPool.query<T & object>(select);
    return rows.length === 0 ? null : this.random.pick(rows);
  }

  day(): string {
    const month = this.random.int(5, 8);
    return `2026-0${month}-${String(this.random.int(1, 30)).padStart(2, '0')}`;
  }

  async do(step: Step): Promise<void> {
    await step(this);
    const { rows } = await this.api.ownerPool.query<{ id: string; taskId: string; billId: string | null }>(
      `select item.id, coalesce(bill.task_id, item.source_id) as "taskId", bill.id as "billId"
       from pending_item item left join time_bill bill on item.source = 'time' and bill.id = item.source_id
       where item.source in ('task', 'time')`,
    );
    for (const { id, ...work } of rows) this.works.set(id, work);
  }
}
