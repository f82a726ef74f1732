// Only types of zod: the page calls endpoints before it has loaded the library.
import type { z } from 'zod';
import type { Permission, UserType } from './permissions.ts';

/** Additive changes raise the minor number. Each reply carries the version, and an older host offers a reload. */
export const contractVersion = '2.1.0';
export const apiBase = '/api/v1';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** Who may call the endpoint (docs/rules.md#who-may-call). There is no default: an endpoint without `allow` does not compile. */
export type Allow =
  | Permission
  | 'signedIn'
  | 'public'
  | { anyOf: readonly Permission[] }
  | { allOf: readonly Permission[] }
  | { userType: readonly UserType[] }
  /** The permission, or the caller's role on the record: the server checks the record. */
  | { key: Permission; or: 'assignee' | 'claimant' | 'owner' };

export const anyOf = (...keys: Permission[]): Allow => ({ anyOf: keys });
export const allOf = (...keys: Permission[]): Allow => ({ allOf: keys });
export const userTypeOf = (...types: UserType[]): Allow => ({ userType: types });
/** The people who run the firm. */
export const forAdmins: Allow = userTypeOf('super_admin', 'admin');

/**
 * An endpoint. To read a group, `allow` is the group's `view` permission, or any of its permissions if it has none
 * (docs/rules.md#reading-a-group).
 */
export interface Endpoint<In extends z.ZodObject = z.ZodObject, Out extends z.ZodType = z.ZodType> {
  method: Method;
  /** Relative to `apiBase`; its `:name` parts are fields of `input`. */
  path: string;
  allow: Allow;
  /** Path parameters, query (GET) or body (others) in one strict object. */
  input: In;
  output: Out;
  /** True if the call sends the version of the record that it changes in If-Match (docs/rules.md#versions). */
  versioned: boolean;
  /** True if the answer is a file and not an envelope. */
  file: boolean;
  /** True if the body is a streamed file. The input then comes in the path and the query. */
  upload: boolean;
  /**
   * True for a POST that stores nothing (a preview), or whose reply contains secrets and must not be stored (sign-in,
   * two factors). It has no idempotency key and no write transaction.
   */
  reads: boolean;
  /**
   * True if it may be called before the caller has done a required step, such as changing the password or setting up two factors
   * (docs/rules.md#required-steps).
   */
  duringRequiredStep: boolean;
  /** True if an open tab calls it instead of a person. The call then does not count as activity of the session (docs/rules.md#live-updates). */
  passive: boolean;
  /**
   * True if the answer takes data of many clients out of Daybook, such as an export or a statement. Each download is in the
   * audit log before its first byte leaves (docs/rules.md#audit-log).
   */
  recorded: boolean;
  /**
   * True if the answer sums up many records, and may come from a replica that is some seconds behind. It then says as of when it is
   * (docs/rules.md#reports-from-a-replica).
   */
  report: boolean;
  /** Fields of the answer that are shown only once, such as a sign-in link. In a replayed answer they are null. */
  shownOnce: readonly string[];
}

type Given<In extends z.ZodObject, Out extends z.ZodType> = Pick<
  Endpoint<In, Out>,
  'method' | 'path' | 'allow' | 'input' | 'output'
> &
  Partial<
    Pick<
      Endpoint,
      | 'versioned'
      | 'file'
      | 'upload'
      | 'reads'
      | 'duringRequiredStep'
      | 'passive'
      | 'recorded'
      | 'report'
      | 'shownOnce'
    >
  >;

/** What is known of an endpoint without its schemas. It is all that a call needs. */
export const plainEndpoint = <Plain extends Pick<Endpoint, 'method' | 'path' | 'allow'>>(given: Plain) => ({
  versioned: false,
  file: false,
  upload: false,
  duringRequiredStep: false,
  passive: false,
  reads: given.method === 'GET',
  recorded: given.path.endsWith('/export'),
  report: false,
  shownOnce: [],
  ...given,
});

/** The header in which a report says as of when its figures are. */
export const asOfHeader = 'X-Figures-As-Of';

export const endpoint = <In extends z.ZodObject, Out extends z.ZodType>(
  given: Given<In, Out>,
): Endpoint<In, Out> => ({ ...plainEndpoint(given), input: given.input.strict() as unknown as In });

/** The same endpoints, all of which read a report. */
export const asReports = <Es extends Record<string, Endpoint>>(endpoints: Es): Es => {
  const reports = Object.entries(endpoints).map(([name, one]) => [name, { ...one, report: true }]);
  return Object.fromEntries(reports) as Es;
};

export type Endpoints = Record<string, Endpoint>;
export type InputOf<E extends Endpoint> = z.input<E['input']>;
export type ParsedInputOf<E extends Endpoint> = z.output<E['input']>;
export type OutputOf<E extends Endpoint> = z.output<E['output']>;
/** The JSON form of a reply, before the output schema parses it. */
export type ReplyOf<E extends Endpoint> = z.input<E['output']>;

export const pathParams = (path: string): string[] =>
  [...path.matchAll(/:([a-zA-Z]+)/g)].map((match) => match[1] ?? '');
