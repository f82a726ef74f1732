import { z } from 'zod';
import type { Permission, UserType } from './permissions.ts';

/** Additive changes raise the minor number; every reply carries it and an older host offers a reload. */
export const contractVersion = '2.0.0';
export const apiBase = '/api/v1';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** Who may call (docs/rules.md#who-may-call). There is no default: an endpoint without it does not compile. */
export type Allow =
  | Permission
  | 'signedIn'
  | 'public'
  | { anyOf: readonly Permission[] }
  | { userType: readonly UserType[] }
  /** The key, or whoever the record itself names: the server asks the record. */
  | { key: Permission; or: 'assignee' | 'claimant' | 'owner' };

export const anyOf = (...keys: Permission[]): Allow => ({ anyOf: keys });
export const userTypeOf = (...types: UserType[]): Allow => ({ userType: types });

/** Any leaf of a group reads it, or its `view` leaf where it has one (docs/rules.md#reading-a-group). */
export interface Endpoint<In extends z.ZodObject = z.ZodObject, Out extends z.ZodType = z.ZodType> {
  method: Method;
  /** Below `apiBase`; `:name` parts are fields of `input`. */
  path: string;
  allow: Allow;
  /** Path parameters, query (GET) or body (others) in one strict object. */
  input: In;
  output: Out;
  /** The call names the version it changes in If-Match (docs/rules.md#versions). */
  versioned: boolean;
  /** The answer is a file, not an envelope. */
  file: boolean;
  /** The body is the bytes of a file, streamed; the input comes in path and query. */
  upload: boolean;
  /**
   * A POST that computes and stores nothing (previews), or whose secrets no stored reply may keep (login, two factors): no
   * idempotency key, no write transaction.
   */
  reads: boolean;
  /** What a person may still call who has to change their password or set up two factors first (docs/rules.md#required-steps). */
  duringRequiredStep: boolean;
  /** Called by an open tab and not by a person: the session's idle hour goes on (docs/rules.md#live-updates). */
  passive: boolean;
  /** Fields of the answer that are shown this once, such as a link that lets someone in: a replay has null in their place. */
  shownOnce: readonly string[];
}

type Given<In extends z.ZodObject, Out extends z.ZodType> = Pick<
  Endpoint<In, Out>,
  'method' | 'path' | 'allow' | 'input' | 'output'
> &
  Partial<
    Pick<Endpoint, 'versioned' | 'file' | 'upload' | 'reads' | 'duringRequiredStep' | 'passive' | 'shownOnce'>
  >;

export function endpoint<In extends z.ZodObject, Out extends z.ZodType>(
  given: Given<In, Out>,
): Endpoint<In, Out> {
  return {
    versioned: false,
    file: false,
    upload: false,
    duringRequiredStep: false,
    passive: false,
    reads: given.method === 'GET',
    shownOnce: [],
    ...given,
    input: given.input.strict() as unknown as In,
  };
}

export type Endpoints = Record<string, Endpoint>;
export type InputOf<E extends Endpoint> = z.input<E['input']>;
export type ParsedInputOf<E extends Endpoint> = z.output<E['input']>;
export type OutputOf<E extends Endpoint> = z.output<E['output']>;
/** What a reply is in JSON, before the output schema has parsed it. */
export type ReplyOf<E extends Endpoint> = z.input<E['output']>;

export const pathParams = (path: string): string[] =>
  [...path.matchAll(/:([a-zA-Z]+)/g)].map((match) => match[1] ?? '');

/** A file answer has no JSON body to check. */
export const fileOutput = z.any();
