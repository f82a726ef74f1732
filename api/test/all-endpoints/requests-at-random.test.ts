import fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import type { LightMyRequestResponse } from 'fastify';
import { z } from 'zod';
import { pathParams } from '@daybook/contracts/endpoint';
import type { Endpoint } from '@daybook/contracts/endpoint';
import { billingEntities } from '@daybook/contracts/settings/billing-entities/billing-entities';
import { refusals } from '@daybook/contracts/refusals';
import type { Route } from '../../src/http/implement.ts';
import { requestOf } from '../../src/http/request-of.ts';
import { routes } from '../../src/routes.ts';
import { openBillingFixture } from '../fixtures/billing-fixture.ts';
import { makeTaxCode } from '../fixtures/masters.ts';
import { watchAuditedWrites } from '../audited-writes.ts';
import type { AuditedWrites } from '../audited-writes.ts';
import { effort } from '../effort.ts';
import { dutch } from '../entity-inputs.ts';
import { goodInputs } from '../good-inputs.ts';
import { invalidInputs, validInputs } from '../inputs-of.ts';
import type { IdsFor } from '../inputs-of.ts';
import { startDemoApi } from '../demo-firm.ts';
import type { Caller, TestApi } from '../test-api.ts';

// A write may change nothing, and one of each has to.
const runs = { reads: effort(1, 200), writes: effort(2, 200), invalid: effort(1, 200) };
// CI sends the same requests in every run; `pnpm nightly` looks for new ones.
const seed = process.env.DAYBOOK_NIGHTLY === '1' ? Date.now() : 20_260_615;
jest.setTimeout(180_000 * effort(1, 5));

let api: TestApi;
let owner: Caller;
let ids: Map<string, string[]>;
let good: Record<string, Record<string, unknown>>;
let written: AuditedWrites;

beforeAll(async () => {
  api = await startDemoApi();
  owner = await api.as({ userType: 'super_admin' });
  written = watchAuditedWrites(api.ownerPool, owner.id);
  const { id } = await owner.call(billingEntities.create, dutch());
  const { entityId, clientId } = await openBillingFixture(api, owner, { entityId: id });
  const taxCodeId = await makeTaxCode(api.db, { code: 'V20', rate: '20' });
  ids = await readIds();
  const departmentId = ids.get('department')?.[0];
  const categoryId = ids.get('expense_category')?.[0];
  const recurringCategoryId = ids.get('recurring_task_category')?.[0];
  const masters = { entityId, clientId, taxCodeId, departmentId, categoryId, recurringCategoryId };
  good = goodInputs({ ...masters, personId: owner.id });
});
// If a random request required two factors of the owner, nothing else could be called.
afterEach(() => api.ownerPool.query(`update sign_in_policy set totp_required = '{}'`));
afterAll(() => api.stop());

async function readIds(): Promise<Map<string, string[]>> {
  const { rows } = await api.ownerPool.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'id' and data_type = 'uuid'`,
  );
  const found = new Map<string, string[]>();
  for (const { name } of rows) {
    const records = await api.ownerPool.query<{ id: string }>(
      `select id from "${name}" order by id desc limit 200`,
    );
    found.set(
      name,
      records.rows.map(({ id }) => id),
    );
  }
  return found;
}

/** Fields whose names do not name their table. */
const tableOf: Record<string, string> = {
  entityId: 'billing_entity',
  billingEntityId: 'billing_entity',
  defaultEntityId: 'billing_entity',
  referrerClientId: 'client',
  payerClientId: 'client',
  memberId: 'client',
  groupId: 'client_group',
  categoryId: 'expense_category',
  accountId: 'ledger_account',
  itemId: 'task_checklist_item',
  exceptId: 'enquiry',
};
const people = new Set([
  'crmId',
  'managerId',
  'executiveId',
  'assigneeId',
  'reviewerId',
  'ownerId',
  'receivedBy',
  'claimantId',
  'toId',
]);
const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const tableOfPath = ({ path }: Endpoint): string =>
  (path.split('/')[1] ?? '')
    .replace(/ies$/, 'y')
    .replace(/s$/, '')
    .replaceAll('-', '_')
    .replace('pending_invoice', 'pending_item')
    .replace(/^recurring_(task|invoice)$/, 'series')
    .replace(/^(user|manager|executive|crm|admin)$/, 'app_user');

/** `id` is of the records that the endpoint’s path names: `/tax-codes/:id` → tax_code. */
const idsOf =
  (endpoint: Endpoint): IdsFor =>
  (field) => {
    // The id of a new record is new.
    if (field === 'id' && !endpoint.path.includes(':id')) return [];
    const table = people.has(field) ? 'app_user' : (tableOf[field] ?? snake(field.replace(/Id$/, '')));
    return ids.get(field === 'id' ? tableOfPath(endpoint) : table) ?? [];
  };

async function versionOf(endpoint: Endpoint, id: unknown): Promise<number> {
  const table = tableOfPath(endpoint);
  if (!endpoint.versioned || !ids.has(table) || typeof id !== 'string') return 1;
  const { rows } = await api.ownerPool.query<{ version: number }>(
    `select version from "${table}" where id::text = $1`,
    [id.toWellFormed().replaceAll('\0', '')],
  );
  return rows[0]?.version ?? 1;
}

const Refused = z.strictObject({
  status: z.literal(false),
  message: z.string().min(1),
  code: z.enum(Object.keys(refusals)),
  errors: z.record(
    z.string(),
    z
      .array(z.strictObject({ code: z.string(), params: z.record(z.string(), z.unknown()).optional() }))
      .min(1),
  ),
  params: z.record(z.string(), z.unknown()).optional(),
  data: z.unknown().optional(),
  traceId: z.uuid(),
});

/** What is wrong with an answer; null if it keeps the contract. */
function faultOf(endpoint: Endpoint, answer: LightMyRequestResponse): string | null {
  if (answer.statusCode >= 500) return `${answer.statusCode}`;
  if (answer.statusCode !== 200) {
    const refused = Refused.safeParse(answer.json());
    if (!refused.success) return `refusal: ${refused.error.message}`;
    const expected = refusals[refused.data.code as keyof typeof refusals];
    return expected === answer.statusCode ? null : `${refused.data.code} with ${answer.statusCode}`;
  }
  if (endpoint.file) return answer.rawPayload.length > 0 ? null : 'empty file';
  const { status, data, ...rest } = answer.json<{ status: boolean; data: unknown }>();
  if (!status || Object.keys(rest).length > 0) return 'envelope';
  const parsed = endpoint.output.safeParse(data);
  if (!parsed.success) return `reply: ${parsed.error.message}`;
  return isDeepStrictEqual(JSON.parse(JSON.stringify(parsed.data)), data)
    ? null
    : 'reply has more than it declares';
}

/** Other tests cover what is uploaded; here only its name matters. */
const anyPaper = Buffer.from('%PDF-1.4\n');

/** An address can hold only text; a body holds anything. */
const inAddress = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? JSON.stringify(value)
    : typeof value === 'string'
      ? value.toWellFormed()
      : value;

function addressable(endpoint: Endpoint, input: Record<string, unknown>): Record<string, unknown> {
  const inPath = pathParams(endpoint.path);
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => {
      const isFilter =
        name === 'filter' && typeof value === 'object' && value !== null && !Array.isArray(value);
      const isAddress = endpoint.method === 'GET' || endpoint.upload;
      const isText = inPath.includes(name) || (isAddress && !isFilter);
      if (isText) return [name, inAddress(value)];
      if (!isAddress) return [name, value];
      const filters = Object.entries(value as object).map(([key, one]): [string, unknown] => [
        key,
        Array.isArray(one) ? one.map(inAddress) : inAddress(one),
      ]);
      return [name, Object.fromEntries(filters)];
    }),
  );
}

async function expectAnswered({ action, endpoint }: Route, input: Record<string, unknown>, version: number) {
  const options = requestOf(endpoint, addressable(endpoint, input), {
    file: anyPaper,
    ...(endpoint.versioned ? { version } : {}),
  });
  const answer = await owner.inject(options);
  const fault = faultOf(endpoint, answer);
  if (fault !== null) throw new Error(`${fault}\n${JSON.stringify(options)}\n${answer.body.slice(0, 2_000)}`);
  if (answer.statusCode === 200 && !endpoint.reads) await written.look(action, answer);
  return answer.statusCode;
}

// Sign-in is slow on purpose, and signing out would end the walk.
const walked = routes.filter(({ action }) => action !== 'auth.logout' && action !== 'auth.login');

describe('a random request', () => {
  // docs/rules.md#answers-as-declared
  it.each(walked.map((route) => [route.action, route] as const))(
    '%s is answered as the contract says',
    async (_action, route) => {
      const idsFor = idsOf(route.endpoint);
      const known = good[route.action];
      const { reads } = route.endpoint;
      for (const [inputs, numRuns] of [
        [validInputs(route.endpoint, idsFor, known), reads ? runs.reads : runs.writes],
        [invalidInputs(route.endpoint, idsFor, known), runs.invalid],
      ] as const) {
        await fc.assert(
          fc.asyncProperty(inputs, fc.nat({ max: 4 }), async (input, stale) => {
            const version = stale === 0 ? 99 : await versionOf(route.endpoint, input.id);
            await expectAnswered(route, input, version);
          }),
          { numRuns, seed, endOnFailure: true },
        );
      }
    },
  );

  // docs/rules.md#audit-log
  it('that writes is in the audit log, with who sent it and what it changed', () => {
    expect(written.count()).toBeGreaterThan(60);
    expect(written.withoutActor()).toEqual([]);
    expect(written.silent()).toEqual([]);
  });
});
