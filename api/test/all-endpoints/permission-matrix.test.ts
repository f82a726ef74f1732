import { apiBase, pathParams } from '@daybook/contracts/endpoint';
import type { Allow, Endpoint } from '@daybook/contracts/endpoint';
import { permissions, presets, userTypes } from '@daybook/contracts/permissions';
import type { Permission, UserType } from '@daybook/contracts/permissions';
import { uuidv7 } from 'uuidv7';
import { routes } from '../../src/routes.ts';
import { effort } from '../effort.ts';
import { startTestApi } from '../test-api.ts';
import type { Caller, TestApi } from '../test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.stop());

interface Actor {
  name: string;
  userType: UserType;
  keys: readonly Permission[];
  isOfType?: boolean;
  lacks?: Permission;
}

/** The six types with their presets, one person for each single permission, and one for all permissions except each. */
const actors: Actor[] = [
  ...userTypes.map((userType) => ({
    name: userType,
    userType,
    keys: presets[userType].keys,
    isOfType: true,
  })),
  ...permissions.map((key) => ({ name: `only ${key}`, userType: 'manager' as const, keys: [key] })),
  ...permissions.map((key) => ({
    name: `all but ${key}`,
    userType: 'manager' as const,
    lacks: key,
    keys: permissions.filter((other) => other !== key),
  })),
];

/** Independent of the server’s own check, so that the two can disagree. */
function isAllowed(allow: Allow, { userType, keys }: Actor): boolean {
  if (allow === 'public' || allow === 'signedIn') return true;
  const isOwner = userType === 'super_admin';
  if (typeof allow === 'object' && 'userType' in allow) return allow.userType.includes(userType);
  if (typeof allow === 'object' && 'key' in allow) return true;
  if (typeof allow === 'object' && 'allOf' in allow)
    return isOwner || allow.allOf.every((key) => keys.includes(key));
  const wanted = typeof allow === 'string' ? [allow] : allow.anyOf;
  return isOwner || wanted.some((key) => keys.includes(key));
}

/** A picker answers everybody who is signed in. A history asks for the permissions of its record, so this one names no kind. */
const kindIn = (path: string) => (path.startsWith('/lookups/') ? 'client' : 'none');

const requestOf = ({ method, path, versioned }: Endpoint) => ({
  method,
  url:
    apiBase +
    pathParams(path).reduce(
      (url, name) => url.replace(`:${name}`, name === 'kind' ? kindIn(path) : uuidv7()),
      path,
    ),
  headers: versioned ? { 'if-match': '1' } : {},
  ...(method === 'GET' ? {} : { payload: { '': 0 } }),
});

// Signing out would end the walk.
const walked = routes.filter(({ action }) => action !== 'auth.logout');
/** Endpoints for which permissions matter; the others are called by one person of each type. */
const guarded = walked.filter(({ endpoint: { allow } }) => allow !== 'public' && allow !== 'signedIn');

const keysOf = (allow: Allow): readonly string[] => {
  if (typeof allow === 'string') return [allow];
  if ('key' in allow) return [allow.key];
  if ('allOf' in allow) return allow.allOf;
  return 'anyOf' in allow ? allow.anyOf : [];
};

const names = (allow: Allow, key: Permission): boolean => keysOf(allow).includes(key);

/** In CI one in 96 endpoints that a permission does not open, other ones for each permission; `pnpm nightly` calls all of them. */
const spread = effort(96, 1);
/** In CI a person of each type calls every sixth endpoint, the others are called by the next types; in `pnpm nightly` everybody calls all. */
const spreadOfTypes = effort(6, 1);

/** `every-endpoint` calls the endpoints that name one permission only as somebody who lacks just that one. In CI they are not called again here. */
const isCalledWithout = (allow: Allow, key: Permission): boolean =>
  names(allow, key) && keysOf(allow).length >= effort(2, 1);

/**
 * The holder of a single permission calls the endpoints that name it and others that do not, which shows that no endpoint needs
 * a second permission. Whoever lacks one permission therefore calls only the endpoints that name it.
 */
function askedOf({ isOfType, lacks, keys }: Actor, at: number): typeof routes {
  if (isOfType) return walked.filter((_route, index) => (index + at) % spreadOfTypes === 0);
  return guarded.filter(({ endpoint: { allow } }, index) =>
    lacks
      ? isCalledWithout(allow, lacks)
      : keys.some((key) => names(allow, key)) || (index + at) % spread === 0,
  );
}

const statusesOf = async (caller: Caller, asked: typeof routes): Promise<Record<string, number>> => {
  const found: Record<string, number> = {};
  for (const { action, endpoint } of asked)
    found[action] = (await caller.inject(requestOf(endpoint))).statusCode;
  return found;
};

const walks = actors
  .map((actor, at) => ({ name: actor.name, actor, asked: askedOf(actor, at) }))
  .filter(({ asked }) => asked.length > 0);

describe('the permission matrix', () => {
  it.each(walks)('is as each endpoint declares it, for $name', async ({ actor, asked }) => {
    const statuses = await statusesOf(await api.as(actor), asked);
    expect(Object.keys(statuses)).toHaveLength(asked.length);
    const wrong = asked.filter(({ action, endpoint }) => {
      const status = statuses[action] ?? 500;
      return isAllowed(endpoint.allow, actor)
        ? status === 401 || status === 403 || status >= 500
        : status !== 403;
    });
    expect(wrong.map(({ action }) => [action, statuses[action]])).toEqual([]);
  });

  it('lets nobody write after a refusal, and checks every permission of a group', async () => {
    const groups = await api.as({
      userType: 'manager',
      keys: ['invoices', 'billing', 'invoices.everything'] as never[],
    });
    const { rows: before } = await api.ownerPool.query(
      `select count(*) from audit_event where entity <> 'refusal'`,
    );
    const byKey = guarded
      .filter(({ endpoint: { allow } }) => !(typeof allow === 'object' && 'key' in allow))
      .filter((_route, index) => index % spreadOfTypes === 0);
    const statuses = await statusesOf(groups, byKey);
    expect(byKey.filter(({ action }) => statuses[action] !== 403).map(({ action }) => action)).toEqual([]);
    expect(
      (await api.ownerPool.query(`select count(*) from audit_event where entity <> 'refusal'`)).rows,
    ).toEqual(before);
  });
});
