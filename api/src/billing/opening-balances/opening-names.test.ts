import { clientMerge } from '@daybook/contracts/crm/clients/client-merge';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { openOpeningFixture } from '../../../test/fixtures/opening-fixture.ts';
import type { OpeningFixture } from '../../../test/fixtures/opening-fixture.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let admin: Caller;
let books: OpeningFixture;
beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({ userType: 'super_admin' });
  books = await openOpeningFixture(api, admin);
});
afterAll(() => api.stop());

/** The client that a row names. */
const found = (client: string) =>
  books
    .bring([books.row(`N-${client.length}`, '10', { client })])
    .then(({ created, same }) => created + same);

describe('the client of an opening balance', () => {
  it.each([
    ['in capital Greek letters', 'ΑΦΟΙ ΠΑΠΑΔΟΠΟΥΛΟΣ', 'ΑΦΟΙ ΠΑΠΑΔΟΠΟΥΛΟΣ'],
    ['with a dotted capital I', 'İstanbul Ltd', 'İstanbul Ltd'],
    ['with accents as a Mac composes them', 'Café Société', 'Cafe\u0301 Socie\u0301te\u0301'],
    ['with a space that does not break', 'Dupont & Fils', 'Dupont\u00A0& Fils'],
    ['in other case', 'Müller GmbH', 'MÜLLER GMBH'],
    ['with two spaces, as it is stored', 'Two  spaces', 'Two  spaces'],
  ])('is found by a name %s', async (_how, stored, cell) => {
    await api.ownerPool.query('update client set name = $2 where id = $1', [books.fixture.clientId, stored]);
    expect(await found(cell)).toBe(1);
  });

  it('is told from another one whose name differs by an accent', async () => {
    await api.ownerPool.query('update client set name = $2 where id = $1', [
      books.fixture.clientId,
      'Muller',
    ]);
    const { errors } = await books.refused([books.row('N-9', '10', { client: 'Müller' })]);
    expect(errors).toEqual({ 'rows.0.client': [{ code: 'REFERENCE_UNKNOWN' }] });
  });

  it('is found by the code of a client that was merged into it', async () => {
    const kept = await admin.call(clients.open, { id: books.fixture.clientId });
    const { kind, taxTreatment, currency } = kept;
    const merged = await admin.call(clients.create, {
      name: 'Doublet',
      kind,
      taxTreatment,
      currency,
      crmId: kept.crm.id,
      defaultEntityId: books.fixture.entityId,
    });
    await admin.call(
      clientMerge.merge,
      { id: kept.id, otherId: merged.id, otherVersion: merged.version },
      { version: kept.version },
    );
    expect(await found(merged.code.toLowerCase())).toBe(1);
    expect(new Set((await books.standing()).map(({ client }) => client.id))).toEqual(new Set([kept.id]));
  });
});
