import { z } from 'zod';
import { apiBase, pathParams } from '@daybook/contracts/endpoint';
import { uuidv7 } from 'uuidv7';
import { routes } from '../../src/routes.ts';
import { startTestApi } from '../test-api.ts';
import type { Caller, Refused, TestApi } from '../test-api.ts';

let api: TestApi;
let owner: Caller;
beforeAll(async () => {
  api = await startTestApi();
  owner = await api.as({ userType: 'super_admin' });
});
afterAll(() => api.stop());

/** Fields that only the server sets. */
const protectedFields = [
  'version',
  'status',
  'number',
  'seq',
  'fy',
  'no',
  'docNumber',
  'createdBy',
  'createdAt',
  'updatedBy',
  'updatedAt',
  'deletedAt',
  'postedAt',
  'postedBy',
  'issuedAt',
  'issuedBy',
  'voidedAt',
  'voidedBy',
  'completedAt',
  'completedBy',
  'submittedBy',
  'userType',
  'scope',
  'keys',
  'roles',
  'permVersion',
  'passwordHash',
  'isAdmin',
  'paid',
  'outstanding',
  'allocated',
  'total',
  'tax',
  'net',
  'hash',
  'searchText',
];

const inParts = (fields: string[]): string[][] =>
  Array.from({ length: Math.ceil(fields.length / 10) }, (_, nth) => fields.slice(nth * 10, nth * 10 + 10));

interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  additionalProperties?: unknown;
  [part: string]: unknown;
}

/** Every object in a schema, with its path. */
function objectsIn(schema: unknown, way: string): [string, Schema][] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own: [string, Schema][] = (schema as Schema).properties ? [[way, schema as Schema]] : [];
  return [...own, ...Object.entries(schema).flatMap(([key, part]) => objectsIn(part, `${way}.${key}`))];
}

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' });

/** Parts of a path that are dates, or the name of a list, and not ids. */
const days = new Set(['validFrom', 'day', 'was', 'nominal']);
const partOf = (name: string) => (days.has(name) ? '2026-01-01' : name === 'list' ? 'invoice' : uuidv7());

const writes = routes.filter(({ endpoint }) => endpoint.method !== 'GET');

// docs/rules.md#protected-fields
const events = () => api.ownerPool.query(`select count(*) from audit_event where entity <> 'refusal'`);

describe('a field that only the server sets', () => {
  // An upload has no fields in its body.
  const bodies = writes.filter(({ endpoint }) => !endpoint.upload);
  it.each(bodies.map((route) => [route.action, route.endpoint] as const))(
    'is refused in the body of %s, and nothing is stored',
    async (_action, endpoint) => {
      const { rows: before } = await events();
      const path = pathParams(endpoint.path).reduce(
        (url, name) => url.replace(`:${name}`, partOf(name)),
        endpoint.path,
      );
      const refusedOf = async (fields: string[]): Promise<string[]> => {
        const answer = await owner.inject({
          method: endpoint.method,
          url: apiBase + path,
          headers: endpoint.versioned ? { 'if-match': '1' } : {},
          payload: Object.fromEntries(fields.map((field) => [field, 'x'])),
        });
        expect(answer.statusCode).toBe(400);
        const { errors } = answer.json<Refused>();
        return fields.filter((field) => errors[field]?.[0]?.code === 'UNKNOWN_FIELD');
      };
      const fields = protectedFields.filter((name) => !(name in endpoint.input.shape));
      const refused = new Set(await refusedOf(fields));
      // A refusal names at most twenty fields, the required ones first, so the others are sent again, at last one by one.
      const rest = fields.filter((field) => !refused.has(field));
      for (const part of inParts(rest)) for (const field of await refusedOf(part)) refused.add(field);
      for (const field of rest.filter((one) => !refused.has(one)))
        expect(await refusedOf([field])).toEqual([field]);
      expect((await events()).rows).toEqual(before);
    },
  );

  it('is an input only where permissions of people are set', () => {
    const asked = writes.flatMap(({ action, endpoint }) =>
      protectedFields.filter((name) => name in endpoint.input.shape).map((name) => `${action}: ${name}`),
    );
    const ofStaff = ['managers', 'executives', 'crms', 'admins'].flatMap((kind) =>
      ['create', 'edit'].flatMap((step) => [`${kind}.${step}: userType`, `${kind}.${step}: scope`]),
    );
    // A certificate comes with the number and the year that the client’s tax office gave it.
    const ofCertificate = ['number', 'fy'].map((name) => `withholding_certificates.create: ${name}`);
    // A document of a client comes with the number that its issuer gave it.
    const ofDocument = ['create', 'edit'].map((name) => `client_documents.${name}: number`);
    expect(asked).toEqual([...ofStaff, 'grants.put: keys', ...ofCertificate, ...ofDocument]);
  });

  it('has no way in through a part of an input: every object in every input refuses unknown fields', () => {
    const open = routes.flatMap(({ action, endpoint }) =>
      objectsIn(schemaOf(endpoint.input, 'input'), action)
        .filter(([, schema]) => schema.additionalProperties !== false)
        .map(([way]) => way),
    );
    expect(open).toEqual([]);
  });
});

/** Whether there is a second factor, and when the password was set. */
const aboutSecrets = new Set(['hasTotp', 'withTotp', 'totpRequired', 'passwordChangedAt']);

describe('an internal column', () => {
  it('is a field of no answer', () => {
    const named = routes.flatMap(({ action, endpoint }) =>
      objectsIn(schemaOf(endpoint.output, 'output'), action).flatMap(([, { properties = {} }]) =>
        Object.keys(properties)
          .filter((name) => /password|hash|secret|token|otp|searchText|grams/i.test(name))
          .filter((name) => !aboutSecrets.has(name))
          .map((name) => `${action}: ${name}`),
      ),
    );
    // The token that sign-in returns, the secret for an authenticator app, and the head of the chain of the audit log, which is printed,
    // also with each backup.
    expect(named).toEqual([
      'auth.login: token',
      'auth.setup: token',
      'account.beginTotp: secret',
      'backups.list: auditHash',
      'backups.backUp: auditHash',
      'backups.testRestore: auditHash',
      'audit_chain.open: hash',
    ]);
  });
});
