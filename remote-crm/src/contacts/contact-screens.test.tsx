import { screen, waitFor, within } from '@testing-library/react';
import { contacts } from '@daybook/contracts/crm/contacts/contacts';
import { languages } from '@daybook/contracts/fields';
import { history } from '@daybook/contracts/history';
import { Refusal } from '@daybook/contracts/refusals';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import en from '../locales/en.json';
import fr from '../locales/fr.json';
import ja from '../locales/ja.json';
import zh from '../locales/zh.json';
import { contact, contactRow, idOf } from '../test/client-records.ts';
import ContactList from './contact-list.tsx';
import ContactRecord from './contact-record.tsx';
import EditContact from './edit-contact.tsx';

const texts = { crm: en };
const refused = { at: '2026-05-03T09:00:00Z', reason: '550 5.1.1', subject: 'Invoice 42' };
const atRecord = { texts, path: `/app/clients/contacts/${idOf(20)}`, route: '/app/clients/contacts/:id' };
const atForm = {
  texts,
  path: `/app/clients/contacts/edit/${idOf(20)}`,
  route: '/app/clients/contacts/edit/:id',
};
const serve = (handlers: Parameters<typeof fakeServer<typeof contacts>>[1]) =>
  fakeServer(contacts, handlers).also(history, { of: () => ({ events: [], earlier: null }) });

beforeEach(() => sessionStorage.clear());

describe('the list of contacts', () => {
  it.each(languages)('shows people with their clients and a refused address, in %s', async (language) => {
    const crm = { en, fr, ja, zh }[language];
    serve({
      list: () => ({
        rows: [contactRow({ refused, visible: 4, others: 2 })],
        pageSize: 20,
        next: null,
        previous: null,
      }),
      total: () => ({ total: 1, isCapped: false }),
    });
    await renderScreen(<ContactList />, { language, texts: { crm } });
    expect(await screen.findByRole('link', { name: 'Ada Dupont' })).toHaveAttribute(
      'href',
      `/app/clients/contacts/${idOf(20)}`,
    );
    expect(screen.getByText('Dupont & Fils')).toBeVisible();
    expect(screen.getByText('ada@dupont.example')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(crm.contact.list);
    const mark = { en: 'Refused', fr: 'Refusée', ja: '受信拒否', zh: '被拒收' }[language];
    expect(screen.getByText(mark)).toBeVisible();
  });
});

describe('the page of a contact', () => {
  it('shows the clients that the reader sees with roles and sends, and the number of the others', async () => {
    const [link] = contact().clients;
    if (!link) throw new Error('the contact has no client');
    serve({
      open: () =>
        contact({
          refused,
          visible: 2,
          others: 3,
          clients: [
            link,
            { ...link, id: idOf(2), label: 'Durand', position: 'Director', sendReminders: 'none' },
          ],
        }),
    });
    await renderScreen(<ContactRecord />, atRecord);
    expect(await screen.findByRole('heading', { name: 'Ada Dupont' })).toBeVisible();
    const list = within(screen.getByRole('list', { name: 'Clients' }));
    expect(list.getByRole('link', { name: 'C-0001 Durand' })).toHaveAttribute(
      'href',
      `/app/view-client/${idOf(2)}`,
    );
    expect(list.getByText('Director · Billing')).toBeVisible();
    expect(list.getByText('Reminders by e-mail: Not at all')).toBeVisible();
    expect(screen.getByText(/^3 clients that you cannot see\./)).toBeVisible();
    expect(screen.getByText(/by the mail server on .+ \(550 5\.1\.1\)/)).toHaveTextContent('Invoice 42');
    // Whoever does not see all its clients changes the contact for one client, on its form.
    expect(screen.queryByRole('link', { name: 'Edit' })).not.toBeInTheDocument();
  });

  it('leads to the form of the person', async () => {
    serve({ open: () => contact() });
    await renderScreen(<ContactRecord />, atRecord);
    expect(await screen.findByRole('link', { name: 'Edit' })).toHaveAttribute('href', atForm.path);
  });
});

describe('the form of a contact', () => {
  it('changes the person for all clients', async () => {
    const server = serve({ open: () => contact(), edit: () => contact({ version: 2 }) });
    const { user, address } = await renderScreen(<EditContact />, atForm);
    const email = await screen.findByRole('textbox', { name: 'E-mail' });
    await user.clear(email);
    await user.paste('ada@new.example');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(address()).toBe(atRecord.path));
    expect(server.requestsTo(contacts.edit)[0]).toMatchObject({
      version: 1,
      input: { id: idOf(20), name: 'Ada Dupont', email: 'ada@new.example', phone: null },
    });
  });

  it('shows on the field why the person cannot be changed, if somebody shared it meanwhile', async () => {
    serve({
      open: () => contact(),
      edit: () => {
        throw new Refusal(
          'CONTACT_SHARED',
          { others: 1 },
          { email: [{ code: 'CONTACT_SHARED', params: { others: 1 } }] },
        );
      },
    });
    const { user } = await renderScreen(<EditContact />, atForm);
    await user.type(await screen.findByRole('textbox', { name: 'E-mail' }), 'x');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(
      (await screen.findAllByText(/^This person also has clients outside your scope \(1\)/)).length,
    ).toBeGreaterThan(0);
  });
});
