import { screen, waitFor, within } from '@testing-library/react';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { contacts } from '@daybook/contracts/crm/contacts/contacts';
import { renderScreen } from '@daybook/shared/test/render-screen';
import en from '../locales/en.json';
import { client, contact, contactRow, idOf, server } from '../test/client-records.ts';
import ClientRecord from './client-record.tsx';
import EditClient from './edit-client.tsx';

const texts = { crm: en };
const atForm = { texts, path: `/app/clients/edit/${idOf(1)}`, route: '/app/clients/edit/:id' };
const ben = { id: idOf(30), version: 4, name: 'Ben', email: 'ben@durand.example', phone: '+33123456789' };
const durand = { id: idOf(2), label: 'Durand' };
const row = (no: number) => within(screen.getByRole('group', { name: `Contact ${no}` }));

beforeEach(() => sessionStorage.clear());

const serve = () => server(client()).also(clients, { edit: () => ({ ...client(), warnings: [] }) });

describe('the contacts on the form of a client', () => {
  it('are added by picking people of other clients, found by what is typed', async () => {
    const found = contactRow({ ...ben, clients: [durand] });
    const api = serve().also(contacts, {
      list: ({ input }) => ({
        rows: input.q === 'ben' ? [found] : [],
        pageSize: 20,
        next: null,
        previous: null,
      }),
      open: ({ input }) =>
        input.id === ben.id ? contact({ ...ben, clients: [], others: 1, visible: 0 }) : contact(),
    });
    const { user } = await renderScreen(<EditClient />, atForm);
    await user.click(await screen.findByRole('combobox', { name: 'Add a contact of another client' }));
    await user.keyboard('ben');
    await user.click(await screen.findByText('Ben · ben@durand.example · Durand'));
    const picked = await screen.findByRole('group', { name: 'Contact 2' });
    expect(within(picked).getByRole('textbox', { name: 'Contact’s name' })).toHaveValue('Ben');
    // Not everybody who has the person as a contact is seen, so the details are fixed until they are copied.
    await waitFor(() => expect(within(picked).getByRole('textbox', { name: 'E-mail' })).toBeDisabled());
    expect(within(picked).getByText('Also a contact of 1 other')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(api.requestsTo(clients.edit)).toHaveLength(1));
    expect(api.requestsTo(clients.edit)[0]?.input).toMatchObject({
      contacts: [
        { id: idOf(20) },
        { id: ben.id, seenVersion: 4, name: 'Ben', email: ben.email, phone: ben.phone },
      ],
    });
  });

  it('are changed for this client only, if others have them too', async () => {
    const api = serve().also(contacts, {
      open: () =>
        contact({ clients: contact().clients.flatMap((link) => [link, { ...link, ...durand }]), others: 2 }),
    });
    const { user } = await renderScreen(<EditClient />, atForm);
    expect(await screen.findByText('Also a contact of Durand and 2 others')).toBeVisible();
    const email = row(1).getByRole('textbox', { name: 'E-mail' });
    expect(email).toBeDisabled();
    await user.click(row(1).getByRole('checkbox', { name: 'Change for this client only' }));
    await waitFor(() => expect(email).toBeEnabled());
    await user.clear(email);
    await user.paste('ada@new.example');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(api.requestsTo(clients.edit)).toHaveLength(1));
    expect(api.requestsTo(clients.edit)[0]?.input).toMatchObject({
      contacts: [{ id: idOf(20), email: 'ada@new.example', asCopy: true }],
    });
  });

  it('propose who is likely the same person, by e-mail or phone', async () => {
    const api = serve().also(contacts, { likely: () => [contactRow({ ...ben, clients: [durand] })] });
    const { user } = await renderScreen(<EditClient />, atForm);
    await user.click(await screen.findByRole('button', { name: /Add a contact$/ }));
    await user.type(row(2).getByRole('textbox', { name: 'E-mail' }), 'ben@durand.example');
    await user.click(await screen.findByRole('button', { name: 'Use the contact Ben' }));
    await waitFor(() => expect(row(2).getByRole('textbox', { name: 'Contact’s name' })).toHaveValue('Ben'));
    expect(api.requestsTo(contacts.likely)[0]?.input).toEqual({ email: 'ben@durand.example' });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(api.requestsTo(clients.edit)).toHaveLength(1));
    expect(api.requestsTo(clients.edit)[0]?.input).toMatchObject({ contacts: [{}, { id: ben.id }] });
  });
});

it('the record of a client shows a refused address, and whose contact the person also is', async () => {
  const refused = { at: '2026-05-03T09:00:00Z', reason: '550', subject: null };
  server(
    client({
      contactFacts: [{ id: idOf(20), version: 1, refused, clients: [durand], others: 0, mayEdit: true }],
    }),
  );
  await renderScreen(<ClientRecord />, {
    texts,
    path: `/app/view-client/${idOf(1)}?tab=contacts`,
    route: '/app/view-client/:id',
  });
  const list = within(await screen.findByRole('list', { name: 'Contacts' }));
  expect(list.getByText('Refused')).toBeVisible();
  expect(list.getByText('Also a contact of Durand')).toBeVisible();
  expect(list.getByRole('link', { name: 'Ada Dupont' })).toHaveAttribute(
    'href',
    `/app/clients/contacts/${idOf(20)}`,
  );
});
