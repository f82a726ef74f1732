import { clientImports } from '@daybook/contracts/crm/clients/client-imports';
import type { Client } from '@daybook/contracts/crm/clients/clients';
import { clientNotes } from '@daybook/contracts/crm/clients/client-notes';
import { dryRun, openImporter, runWhole } from '../../../../test/fixtures/import-fixture.ts';
import type { Importer } from '../../../../test/fixtures/import-fixture.ts';
import { todayIn } from '../../../../test/fixtures/later-cheques.ts';
import type { Caller } from '../../../../test/test-api.ts';

let { api, admin, made, open, imported, undone } = {} as Importer;
beforeAll(async () => {
  ({ api, admin, made, open, imported, undone } = await openImporter());
});
afterAll(() => api.stop());

const before = '+33612345678';
const after = '+33612345679';

/** Two clients with the codes `A name` and `B name`, of whom one person is a contact. */
async function twoOf(name: string) {
  const person = { name, email: `${name.toLowerCase()}@shared.example`, phone: before };
  const a = await made(`${name} A`, { oldCode: `A ${name}`, contacts: [person] });
  const b = await made(`${name} B`, {
    oldCode: `B ${name}`,
    contacts: [{ ...person, id: a.contacts[0]?.id }],
  });
  return { a, b, email: person.email };
}

const headings = ['Code', 'E-mail', 'Phone', 'Payment terms (days)'];
/** What became of the rows for clients that existed, in their order. */
const outcomesOf = async (id: string) =>
  (
    await api.ownerPool.query<{ outcome: string }>(
      `select coalesce(undo, outcome) as outcome from import_row where import_id = $1 and before is not null or
        import_id = $1 and outcome = 'refused' order by no`,
      [id],
    )
  ).rows.map(({ outcome }) => outcome);
const seen = ({ contacts, paymentTermsDays }: Client) => [contacts[0]?.phone, paymentTermsDays];

describe('an import of clients who share a person', () => {
  it.each([
    ['in one batch', 0],
    ['in batches of their own', 200],
  ])('changes each of them %s, and its undo gives everything back', async (how, between) => {
    const { a, b, email } = await twoOf(between === 0 ? 'Sam' : 'Uma');
    const others = Array.from({ length: between }, (_, n) => ['', `n${n}@new.example`, '', '30']);
    const done = await imported([
      [...headings, 'Name'],
      [a.oldCode ?? '', email, after, '11', ''],
      ...others.map((cells, n) => [...cells, `${how} ${n}`]),
      [b.oldCode ?? '', email, after, '12', ''],
    ]);
    expect(await outcomesOf(done.id)).toEqual(['changed', 'changed']);
    expect([seen(await open(a.id)), seen(await open(b.id))]).toEqual([
      [after, 11],
      [after, 12],
    ]);
    expect(await undone(done.id)).toMatchObject({ undone: 2 + between, kept: 0 });
    expect([seen(await open(a.id)), seen(await open(b.id))]).toEqual([seen(a), seen(b)]);
  });

  it('does not bring the former details of the person back with a row that says nothing of them', async () => {
    const { a, b, email } = await twoOf('Tom');
    const done = await imported([
      headings,
      [a.oldCode ?? '', email, after, '11'],
      [b.oldCode ?? '', '', '', '12'],
    ]);
    expect(await outcomesOf(done.id)).toEqual(['changed', 'changed']);
    expect(seen(await open(b.id))).toEqual([after, 12]);
    await admin.call(clientNotes.add, { id: a.id, body: 'Called them' });
    expect(await undone(done.id)).toMatchObject({ undone: 2 });
    expect([seen(await open(a.id)), seen(await open(b.id))]).toEqual([seen(a), seen(b)]);
  });

  it('refuses a row whose client somebody else has changed, and keeps such a client at its undo', async () => {
    const { a, b, email } = await twoOf('Ida');
    const rows = [headings, [a.oldCode ?? '', '', '', '11'], [b.oldCode ?? '', email, after, '12']];
    const changeB = () =>
      api.ownerPool.query('update client set version = version + 1 where id = $1', [b.id]);
    const checked = await dryRun(admin, rows);
    await changeB();
    expect(await outcomesOf((await runWhole(api, admin, checked, true)).id)).toEqual(['changed', 'refused']);
    const done = await imported(rows.with(1, [a.oldCode ?? '', '', '', '13']));
    await changeB();
    await undone(done.id);
    expect(await outcomesOf(done.id)).toEqual(['undone', 'kept']);
    // The number of the person is from the row that was kept.
    expect(seen(await open(a.id))).toEqual([after, 11]);
  });

  it('links a person again at its undo whom another client still has', async () => {
    const { a, b } = await twoOf('Tam');
    const done = await imported(
      [
        ['Code', 'E-mail', 'Phone'],
        [a.oldCode ?? '', '', ''],
      ],
      { empty: 'clear' },
    );
    expect((await open(a.id)).contacts).toEqual([]);
    expect(await undone(done.id)).toMatchObject({ undone: 1, kept: 0 });
    expect((await open(a.id)).contacts).toEqual(a.contacts);
    expect((await open(a.id)).contactFacts).toMatchObject([{ clients: [{ id: b.id }] }]);
  });

  it('says in the dry run for whom else a person changes, and is refused where the importer does not see them', async () => {
    const { a, b, email } = await twoOf('Wil');
    const rows = [headings, [a.oldCode ?? '', email, after, '11']];
    const saidTo = async (who: Caller) => {
      const { id } = await dryRun(who, rows);
      const [row] = (await who.call(clientImports.rows, { id })).rows;
      return [row?.state, ...(row?.warnings ?? []), ...(row?.faults ?? [])].map((said) =>
        typeof said === 'object' ? said.message : said,
      );
    };
    expect(await saidTo(admin)).toEqual(['changed', 'Wil changes for other clients too: Wil B']);
    const clerk = await api.as({
      userType: 'crm',
      scope: 'own',
      keys: ['clients.import', 'clients.view', 'clients.edit'],
    });
    await api.ownerPool.query('update client set crm_id = $1 where id = $2', [clerk.id, a.id]);
    const [state, why = '', ...others] = await saidTo(clerk);
    expect([state, others]).toEqual(['refused', []]);
    expect(why).toContain('outside your scope (1)');
    expect(why).not.toContain(b.name);
  });
});

it('an import warns of the PAN by the day of the client’s billing entity', async () => {
  const zone =
    ['Pacific/Kiritimati', 'Pacific/Pago_Pago'].find((one) => todayIn(one) !== todayIn('UTC')) ?? 'UTC';
  await api.ownerPool.query('update billing_entity set timezone = $1', [zone]);
  const [validTo = ''] = [todayIn(zone), todayIn('UTC')].toSorted((a, b) => (a < b ? -1 : 1));
  await made('Pan', {
    kind: 'llp',
    oldCode: 'PAN-1',
    registrations: [
      { scheme: 'IN:GSTIN', value: '27AAPFU0939F1ZV' },
      { scheme: 'IN:PAN', value: 'AABFG1234H', validTo },
    ],
  });
  const { counts } = await dryRun(admin, [
    ['Code', 'Payment terms (days)'],
    ['PAN-1', '11'],
  ]);
  expect(counts).toMatchObject({ changed: 1, warned: validTo === todayIn(zone) ? 1 : 0 });
});
