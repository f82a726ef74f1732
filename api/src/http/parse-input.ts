import { pathParams } from '@daybook/contracts/endpoint';
import type { Endpoint } from '@daybook/contracts/endpoint';
import { fieldRefusals } from '@daybook/contracts/field-issues';
import { Refusal, refusals } from '@daybook/contracts/refusals';
import type { FieldRefusals, RefusalCode } from '@daybook/contracts/refusals';
import type { FastifyRequest } from 'fastify';

/** `filter[status]=draft&filter[status]=issued` → `{ filter: { status: ['draft', 'issued'] } }`. */
function unfoldFilters(query: Record<string, unknown>): Record<string, unknown> {
  const unfolded: Record<string, unknown> = {};
  const filter: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(query)) {
    const name = /^filter\[([a-zA-Z]+)\]$/.exec(key)?.[1];
    if (name) filter[name] = value;
    else unfolded[key] = value;
  }
  return Object.keys(filter).length > 0 ? { ...unfolded, filter } : unfolded;
}

/** Far more than any input has as names of an object or items of a list. */
const mostNames = 100;
export const mostItems = 5_000;

/**
 * Refuses an object with far too many names before it is parsed, because copying and comparing it would cost more than any
 * request. A schema refuses a list that is too long without reading its items.
 */
function assertNarrow(given: unknown): void {
  const left = [given];
  while (left.length > 0) {
    const one = left.pop();
    if (typeof one !== 'object' || one === null) continue;
    const isList = Array.isArray(one);
    const inside: unknown[] = isList ? one : Object.values(one);
    if (!isList && inside.length > mostNames) {
      throw new Refusal('INPUT_INVALID', {}, { '': [{ code: 'TOO_MANY', params: { maximum: mostNames } }] });
    }
    if (inside.length <= mostItems) for (const each of inside) left.push(each);
  }
}

/** Input that breaks only one rule of the domain is refused with that rule’s own code (TAX_ID_CHECKSUM, NUMBER_FORMAT_TOO_LONG). */
function codeOf(fields: FieldRefusals): RefusalCode {
  const [code, ...others] = new Set(
    Object.values(fields)
      .flat()
      .map((refusal) => refusal.code),
  );
  return others.length === 0 && code !== undefined && Object.hasOwn(refusals, code)
    ? (code as RefusalCode)
    : 'INPUT_INVALID';
}

/**
 * Path parameters with query or body as one object, by the endpoint's own schema. Refuses INPUT_INVALID with every
 * field. An impossible path parameter is NOT_FOUND, because that address has no record.
 */
export function parseInput(endpoint: Endpoint, request: FastifyRequest): never {
  const params = pathParams(endpoint.path);
  const isQuery = endpoint.method === 'GET' || endpoint.upload;
  const sent = ((isQuery ? request.query : request.body) ?? {}) as Record<string, unknown>;
  assertNarrow(sent);
  const given = isQuery ? unfoldFilters(sent) : sent;
  if (typeof given !== 'object' || Array.isArray(given)) {
    throw new Refusal('INPUT_INVALID', {}, { '': [{ code: 'WRONG_TYPE' }] });
  }
  const doubled = params.filter((name) => Object.hasOwn(given, name));
  if (doubled.length > 0) {
    throw new Refusal(
      'INPUT_INVALID',
      {},
      Object.fromEntries(doubled.map((name) => [name, [{ code: 'UNKNOWN_FIELD' }]])),
    );
  }
  const input = { ...given, ...(request.params as object) };
  const parsed = endpoint.input.safeParse(input);
  if (parsed.success) return parsed.data as never;
  if (parsed.error.issues.some((issue) => params.includes(String(issue.path[0]))))
    throw new Refusal('NOT_FOUND');
  const fields = fieldRefusals(parsed.error, input);
  throw new Refusal(codeOf(fields), {}, fields);
}
