import { screen, waitFor, within } from '@testing-library/react';
import { enquiries, type Duplicate, type Enquiry } from '@daybook/contracts/crm/enquiries/enquiries';
import { enquirySources, lostReasons } from '@daybook/contracts/settings/enquiry-choices/enquiry-choices';
import { languages } from '@daybook/contracts/fields';
import { enquiryAttachments } from '@daybook/contracts/crm/enquiries/enquiry-files';
import { history } from '@daybook/contracts/history';
import { lookups } from '@daybook/contracts/lookups';
import { minor } from '@daybook/contracts/money/money';
import { Refusal } from '@daybook/contracts/refusals';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import en from '../locales/en.json';
import fr from '../locales/fr.json';
import ja from '../locales/ja.json';
import zh from '../locales/zh.json';
import { enquiry, idOf, referral, tooDear } from '../test/enquiry-records.ts';
import AddEnquiry from './add-enquiry.tsx';
import EditEnquiry from './edit-enquiry.tsx';
import EnquiryList from './enquiry-list.tsx';

const texts = { crm: en };

const known: Duplicate = {
  kind: 'client',
  id: idOf(70),
  code: 'C-0007',
  label: 'Carfax Ltd',
  status: 'active',
  by: 'email',
};

const server = (shown: () => Enquiry, duplicates: Duplicate[] = []) =>
  fakeServer(enquiries, {
    list: () => ({ rows: [shown()], pageSize: 20, next: null, previous: null }),
    total: () => ({ total: 1, isCapped: false }),
    open: () => shown(),
    duplicates: () => duplicates,
  })
    .also(tasks, { list: () => ({ rows: [], pageSize: 20, next: null, previous: null }) })
    .also(enquiryAttachments, { list: () => [] })
    .also(history, { of: () => ({ events: [], earlier: null }) })
    .also(lookups, { find: () => [] })
    .also(enquirySources, { list: () => [referral] })
    .also(lostReasons, { list: () => [tooDear] });

const atEdit = { texts, path: `/app/enquiries/edit/${idOf(1)}`, route: '/app/enquiries/edit/:id' };
/** The duplicates are requested when typing pauses. */
const patiently = { timeout: 4_000 };

beforeEach(() => sessionStorage.clear());

type User = Awaited<ReturnType<typeof renderScreen>>['user'];

const fill = async (user: User, box: string, text: string) => {
  await user.click(screen.getByRole('textbox', { name: box }));
  await user.paste(text);
};
const pick = async (user: User, box: string, option: string) => {
  await user.click(screen.getByRole('combobox', { name: box }));
  await user.click(await screen.findByText(option, { selector: '.ant-select-item-option-content' }));
};

describe('the list of enquiries', () => {
  it.each(
    languages.flatMap((language) => (['ltr', 'rtl'] as const).map((direction) => ({ language, direction }))),
  )('shows status and next action, in $language, $direction', async ({ language, direction }) => {
    server(() => enquiry());
    const words = { en, fr, ja, zh }[language];
    await renderScreen(<EnquiryList />, { texts: { crm: words }, language, theme: { direction } });
    const row = (await screen.findByRole('link', { name: /Carfax/ })).closest('tr') as HTMLElement;
    expect(within(row).getByText(words.enquiryStatus.new)).toBeVisible();
    expect(within(row).getByText(new RegExp(words.enquiry.overdue))).toBeVisible();
    expect(within(row).getByRole('button', { name: words.move.contacted })).toBeVisible();
  });

  it('opens with those in progress; the closed ones, and all, are one click away', async () => {
    const api = server(() => enquiry());
    const { user, address } = await renderScreen(<EnquiryList />, { texts, path: '/app/enquiries' });
    const filters = () => api.requestsTo(enquiries.list).map(({ input }) => input.filter ?? {});
    await screen.findByRole('link', { name: /Carfax/ });
    expect(address()).toBe('/app/enquiries?filter[open]=true');
    expect(filters()).not.toContainEqual({});
    expect(filters().at(-1)).toEqual({ open: 'true' });
    await user.click(screen.getByRole('radio', { name: 'Closed' }));
    await waitFor(() => expect(filters().at(-1)).toEqual({ open: 'false' }));
    await user.click(screen.getByRole('radio', { name: 'All' }));
    await waitFor(() => expect(filters().at(-1)).toEqual({}));
    expect(address()).toBe('/app/enquiries');
  });

  it('finds closed ones as soon as a filter asks for them', async () => {
    const api = server(() => enquiry());
    const path = '/app/enquiries?filter[open]=true';
    const { user, address } = await renderScreen(<EnquiryList />, { texts, path });
    await screen.findByRole('link', { name: /Carfax/ });
    await pick(user, 'Stage', 'Lost');
    await waitFor(() => expect(address()).toBe('/app/enquiries?filter[status]=lost'));
    expect(api.requestsTo(enquiries.list).at(-1)?.input.filter).toEqual({ status: 'lost' });
  });

  it('offers the first step where none is in progress', async () => {
    server(() => enquiry()).also(enquiries, {
      list: () => ({ rows: [], pageSize: 20, next: null, previous: null }),
    });
    await renderScreen(<EnquiryList />, { texts, path: '/app/enquiries' });
    expect(await screen.findByText('No enquiry is in progress.')).toBeVisible();
    expect(screen.getAllByRole('link', { name: 'New enquiry' })).toHaveLength(2);
  });

  it('moves an enquiry on from its row', async () => {
    let shown = enquiry();
    const api = server(() => shown).also(enquiries, {
      move: ({ input }) => (shown = enquiry({ status: input.to, version: 2 })),
    });
    const { user } = await renderScreen(<EnquiryList />, { texts });
    await user.click(await screen.findByRole('button', { name: 'Mark as contacted' }));
    expect(await screen.findByText('ENQ-25-0001: Contacted.')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Mark as qualified' })).toBeVisible();
    expect(api.requestsTo(enquiries.move)[0]).toMatchObject({ version: 1, input: { to: 'contacted' } });
  });

  it('asks in the row’s menu for the reason of a loss', async () => {
    const api = server(() => enquiry()).also(enquiries, { move: () => enquiry({ status: 'lost' }) });
    const { user } = await renderScreen(<EnquiryList />, { texts });
    await user.click(await screen.findByRole('button', { name: 'More for ENQ-25-0001' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Mark as lost' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText('Mark ENQ-25-0001 as lost')).toBeVisible();
    await pick(user, 'Reason it was lost', 'Too dear');
    await user.type(within(dialog).getByRole('textbox', { name: 'Note on the loss' }), 'Half elsewhere');
    await user.click(within(dialog).getByRole('button', { name: 'Mark as lost' }));
    await waitFor(() =>
      expect(api.requestsTo(enquiries.move)[0]?.input).toMatchObject({
        to: 'lost',
        lostReasonId: tooDear.id,
        lostNote: 'Half elsewhere',
      }),
    );
  });

  it('offers no step to people who may only read', async () => {
    server(() => enquiry());
    await renderScreen(<EnquiryList />, { texts, me: { roles: ['enquiries.add'] } });
    await screen.findByRole('link', { name: /Carfax/ });
    expect(screen.queryByRole('button', { name: 'Mark as contacted' })).not.toBeInTheDocument();
  });
});

describe('a new enquiry', () => {
  it('shows others with the same contact, and can be saved all the same', async () => {
    const api = server(() => enquiry(), [known]).also(enquiries, { create: () => enquiry() });
    const { user, address } = await renderScreen(<AddEnquiry />, { texts, path: '/app/enquiries/add' });
    await fill(user, 'Name', 'Mina Harker');
    await fill(user, 'E-mail', 'mina@carfax.example');
    const hint = await screen.findByRole('link', { name: 'C-0007 Carfax Ltd' }, patiently);
    expect(hint).toHaveAttribute('href', `/app/view-client/${known.id}`);
    await pick(user, 'Source', 'Referral');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(address()).toBe(`/app/enquiries/edit/${idOf(1)}`));
    expect(api.requestsTo(enquiries.create)[0]?.input).toMatchObject({
      name: 'Mina Harker',
      email: 'mina@carfax.example',
      sourceId: referral.id,
    });
  });
});

describe('an incomplete new enquiry', () => {
  it('shows all its errors at once, and each once', async () => {
    const api = server(() => enquiry()).also(enquiries, { create: () => enquiry() });
    const { user } = await renderScreen(<AddEnquiry />, { texts, path: '/app/enquiries/add' });
    await user.click(await screen.findByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Enter an e-mail address or a phone number')).toBeVisible();
    expect(screen.getAllByText('This is required')).toHaveLength(2);
    expect(screen.getByText('Choose a currency first.')).toBeVisible();
    await fill(user, 'Phone', '12');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(screen.queryByText('Enter an e-mail address or a phone number')).not.toBeInTheDocument(),
    );
    expect(screen.getAllByText('Enter the number with its country code, such as +33123456789')).toHaveLength(
      1,
    );
    expect(api.requestsTo(enquiries.create)).toEqual([]);
  });
});

describe('the page of an enquiry', () => {
  it('collects notes', async () => {
    let shown = enquiry();
    server(() => shown).also(enquiries, {
      addNote: ({ input }) =>
        (shown = enquiry({
          notes: [
            { id: idOf(9), body: input.body, at: '2026-01-05T10:00:00Z', by: shown.owner.label, form: null },
          ],
        })),
    });
    const { user } = await renderScreen(<EditEnquiry />, atEdit);
    await user.type(await screen.findByRole('textbox', { name: 'Write a note' }), 'Wants a quote');
    await user.click(screen.getByRole('button', { name: 'Add note' }));
    const notes = screen.getByRole('list', { name: 'Notes' });
    expect(await within(notes).findByText('Wants a quote')).toBeVisible();
    expect(within(notes).getByText('Asha Rao')).toBeVisible();
  });

  it('keeps a note that is being typed through a step, saves it once, and stays open', async () => {
    let shown = enquiry();
    const api = server(() => shown).also(enquiries, {
      move: ({ input, version }) => (shown = { ...shown, status: input.to, version: version + 1 }),
      edit: ({ input, version }) => {
        if (version !== shown.version) throw new Refusal('VERSION_CONFLICT', { current: shown });
        return (shown = enquiry({ ...shown, name: input.name ?? '', version: version + 1 }));
      },
    });
    const { user, address } = await renderScreen(<EditEnquiry />, atEdit);
    const name = await screen.findByRole('textbox', { name: 'Name' });
    await user.clear(name);
    await user.type(name, 'Wilhelmina');
    await user.click(screen.getByRole('button', { name: 'Mark as contacted' }));
    const next = await screen.findByRole('button', { name: 'Mark as qualified' });
    await waitFor(() => expect(next).toHaveFocus());
    expect(name).toHaveValue('Wilhelmina');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Saved.')).toBeVisible();
    expect(address()).toBe(atEdit.path);
    await user.type(name, ' Harker');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(shown.name).toBe('Wilhelmina Harker'));
    expect(api.requestsTo(enquiries.edit).map(({ version }) => version)).toEqual([2, 3]);
    expect(screen.queryByText('Someone else has changed this record meanwhile')).not.toBeInTheDocument();
  });

  it('keeps an amount in yen as it is', async () => {
    let shown = enquiry({ currency: 'JPY', expectedValue: minor(240_000) });
    const api = server(() => shown).also(enquiries, {
      edit: ({ input }) => (shown = { ...shown, name: input.name, version: 2 }),
    });
    const { user } = await renderScreen(<EditEnquiry />, atEdit);
    expect(await screen.findByRole('textbox', { name: 'Expected value' })).toHaveValue('240,000');
    await fill(user, 'Company', ' Ltd');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(api.requestsTo(enquiries.edit)).toHaveLength(1));
    expect(api.requestsTo(enquiries.edit)[0]?.input).toMatchObject({
      expectedValue: 240_000,
      currency: 'JPY',
    });
  });

  it('shows what the enquiry form sent in the reader’s language, with the form as the author', async () => {
    const form = {
      language: 'fr' as const,
      name: 'Mina Harker',
      company: 'Carfax Estates',
      email: null,
      phone: '+33123456789',
      services: [],
      consent: null,
    };
    const at = '2026-01-05T10:00:00Z';
    server(() => enquiry({ notes: [{ id: idOf(9), body: 'Payroll, please.', at, by: null, form }] }));
    const words = { ...atEdit, texts: { crm: ja }, language: 'ja' as const };
    await renderScreen(<EditEnquiry />, words);
    const note = (await screen.findByText('Payroll, please.')).closest('li') as HTMLElement;
    expect(note).toHaveTextContent('Mina Harker, Carfax Estates, +33123456789');
    expect(note).toHaveTextContent('ページの言語：フランス語');
    expect(note).toHaveTextContent('問い合わせフォーム ·');
  });

  it('shows its client and no further step once it is won', async () => {
    server(() =>
      enquiry({ status: 'won', nextActionOn: null, convertedClient: { id: idOf(50), label: 'Carfax' } }),
    );
    await renderScreen(<EditEnquiry />, { ...atEdit, me: { roles: ['enquiries.convert', 'clients.view'] } });
    expect(await screen.findByRole('link', { name: 'Carfax' })).toHaveAttribute(
      'href',
      `/app/view-client/${idOf(50)}`,
    );
    expect(screen.queryByRole('button', { name: 'Convert to client' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument();
  });
});
