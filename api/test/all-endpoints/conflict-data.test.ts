import { z } from 'zod';
import { endpoint } from '@daybook/contracts/endpoint';
import { ById } from '@daybook/contracts/fields';
import { Refusal } from '@daybook/contracts/refusals';
import { uuidv7 } from 'uuidv7';
import { implement } from '../../src/http/implement.ts';
import { startTestApi } from '../test-api.ts';
import type { Caller, TestApi } from '../test-api.ts';

const Thing = z.object({ id: z.string(), version: z.int(), name: z.string() });
const onThing = { path: '/things/:id', allow: 'public', input: ById } as const;
const things = {
  open: endpoint({ ...onThing, method: 'GET', output: Thing }),
  edit: endpoint({ ...onThing, method: 'PATCH', versioned: true, output: Thing }),
  remove: endpoint({ ...onThing, method: 'DELETE', versioned: true, output: z.object({}) }),
  step: endpoint({
    ...onThing,
    method: 'POST',
    versioned: true,
    output: z.object({ version: z.int() }),
  }),
};

let api: TestApi;
let admin: Caller;
/** The current record that the handlers report. */
let current: unknown;

const conflict = async () => {
  throw new Refusal('VERSION_CONFLICT', { current });
};

beforeAll(async () => {
  const handlers = { open: conflict, edit: conflict, remove: conflict, step: conflict };
  api = await startTestApi(implement('things', things)(handlers));
  admin = await api.as({ userType: 'super_admin' });
});
afterAll(() => api.stop());

const dataOf = async (one: keyof typeof things) =>
  (await admin.refused(things[one], { id: uuidv7() }, { version: 1 })).data;

describe('the data of a VERSION_CONFLICT', () => {
  it('is the record as its endpoints declare it, and no other column', async () => {
    const record = { id: 'a', version: 2, name: 'Rent' };
    current = { ...record, passwordHash: 'secret' };
    for (const one of ['edit', 'remove', 'step'] as const) expect(await dataOf(one)).toEqual(record);
  });

  it('is the declared answer where the command has no record of its own, or nothing', async () => {
    current = { version: 2, passwordHash: 'secret' };
    expect(await dataOf('step')).toEqual({ version: 2 });
    expect(await dataOf('edit')).toBeUndefined();
  });
});
