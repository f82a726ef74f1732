import { act, screen, waitFor, within } from '@testing-library/react';
import { deletedEnquiries } from '@daybook/contracts/crm/enquiries/deleted-enquiries';
import { enquiryBoard } from '@daybook/contracts/crm/enquiries/enquiry-board';
import { enquiryBulk } from '@daybook/contracts/crm/enquiries/enquiry-bulk';
import { enquiryAttachments } from '@daybook/contracts/crm/enquiries/enquiry-files';
import { enquiries, type Enquiry, type EnquiryRow } from '@daybook/contracts/crm/enquiries/enquiries';
import { enquiryStatuses } from '@daybook/contracts/crm/enquiries/enquiry-machine';
import { history } from '@daybook/contracts/history';
import { lookups } from '@daybook/contracts/lookups';
import { minor } from '@daybook/contracts/money/money';
import { Refusal } from '@daybook/contracts/refusals';
import { enquirySources, lostReasons } from '@daybook/contracts/settings/enquiry-choices/enquiry-choices';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { store, themeAtom } from '@daybook/shared/session';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import { today } from '@daybook/shared/today';
import en from '../locales/en.json';
import { enquiry, idOf, owner, referral, tooDear } from '../test/enquiry-records.ts';
import AddEnquiry from './add-enquiry.tsx';
import DeletedList from './deleted-list.tsx';
import EditEnquiry from './edit-enquiry.tsx';
import EnquiryList from './enquiry-list.tsx';

const texts = { crm: en };
const one = (n: number, patch: Partial<Enquiry> = {}): Enquiry =>
  enquiry({ id: idOf(n), no: `ENQ-25-000${n}`, company: `Company ${n}`, ...patch });
/** The duplicates are requested when typing pauses. */
const patiently = { timeout: 4_000 };

/** A server with these enquiries, which finds them by status and moves them. */
function serve(all: Enquiry[]) {
  const held = new Map(all.map((row) => [row.id, row]));
  const get = (id: string) => held.get(id) ?? one(1);
  const put = (row: Enquiry) => {
    held.set(row.id, row);
    return row;
  };
  const found = (status: unknown): EnquiryRow[] =>
    [...held.values()].filter((row) => status === undefined || [status].flat().includes(row.status));
  return fakeServer(enquiries, {
    list: ({ input }) => ({
      rows: found((input['filter'] as { status?: string } | undefined)?.status),
      pageSize: 20,
      next: null,
      previous: null,
    }),
    total: () => ({ total: held.size, isCapped: false }),
    open: ({ input }) => get(input.id),
    duplicates: () => [],
    move: ({ input }) => put({ ...get(input.id), status: input.to, version: get(input.id).version + 1 }),
  })
    .also(enquiryBoard, {
      columns: () => ({
        columns: enquiryStatuses.map((status) => ({
          status,
          count: found(status).length,
          values: found(status).length > 0 ? [{ currency: 'EUR', amount: minor(250_000) }] : [],
        })),
      }),
    })
    .also(lookups, { find: () => [{ more: {}, ...owner }] })
    .also(enquirySources, { list: () => [referral] })
    .also(lostReasons, { list: () => [tooDear] })
    .also(enquiryAttachments, { list: () => [] })
    .also(tasks, { list: () => ({ rows: [], pageSize: 20, next: null, previous: null }) })
    .also(history, { of: () => ({ events: [], earlier: null }) });
}

type User = Awaited<ReturnType<typeof renderScreen>>['user'];

const pick = async (user: User, box: string, option: string, of = document.body) => {
  await user.click(await within(of).findByRole('combobox', { name: box }));
  await user.click(await screen.findByText(option, { selector: '.ant-select-item-option-content' }));
};

/** Found by its title, because antd gives every element the same id in a test. */
const dialogOf = async (title: string): Promise<HTMLElement> =>
  (await screen.findByText(title)).closest<HTMLElement>('[role=dialog]') as HTMLElement;

beforeEach(() => sessionStorage.clear());

describe('the board of enquiries', () => {
  const board = { texts, path: '/app/enquiries?view=board', route: '/app/enquiries' };

  it('shows count and value of each stage, and moves a card by keyboard', async () => {
    const server = serve([one(1), one(2), one(3, { status: 'qualified' })]);
    const { user, address } = await renderScreen(<EnquiryList />, { ...board, path: '/app/enquiries' });
    await user.click(await screen.findByText('Board'));
    await waitFor(() => expect(address()).toBe('/app/enquiries?filter[open]=true&view=board'));
    // The stages are its columns, the closed ones among them.
    expect(await screen.findByRole('region', { name: /^Won/ })).toBeVisible();
    expect(screen.queryByRole('radio', { name: 'Closed' })).toBeNull();
    for (const { input } of server.requestsTo(enquiryBoard.columns))
      expect(JSON.stringify(input)).not.toContain('open');
    expect(store.get(themeAtom).enquiryView).toBe('board');
    const column = await screen.findByRole('region', { name: 'New 2' });
    expect(within(column).getByLabelText('Expected value')).toHaveTextContent('€2,500.00');
    const card = (await within(column).findByRole('link', { name: 'Company 1' })).closest('li');
    for (const fact of ['Mina Harker', /overdue/, '€2,500.00', 'Asha Rao'])
      expect(within(card as HTMLElement).getByText(fact)).toBeVisible();
    act(() => within(column).getByRole('link', { name: 'Company 1' }).focus());
    await user.keyboard('{ArrowDown}{ArrowRight}');
    expect(screen.getByRole('link', { name: 'Company 3' })).toHaveFocus();
    await user.keyboard('{ArrowLeft}{Tab}{Enter}');
    await user.click(await screen.findByRole('menuitem', { name: 'Contacted' }));
    const contacted = await screen.findByRole('region', { name: /Contacted/ });
    expect(await within(contacted).findByRole('link', { name: 'Company 1' })).toBeVisible();
    expect(server.requestsTo(enquiries.move)[0]).toMatchObject({
      input: { id: idOf(1), to: 'contacted' },
      version: 1,
    });
  });

  it('is remembered, but not by an address with filters', async () => {
    serve([one(1)]);
    const remembered = { texts, route: '/app/enquiries', theme: { enquiryView: 'board' as const } };
    const { unmount } = await renderScreen(<EnquiryList />, { ...remembered, path: '/app/enquiries' });
    expect(await screen.findByRole('region', { name: 'New 1' })).toBeVisible();
    unmount();
    await renderScreen(<EnquiryList />, { ...remembered, path: '/app/enquiries?filter[open]=true' });
    expect(await screen.findByRole('table')).toBeVisible();
  });

  it('asks for the reason before a card moves to the lost ones', async () => {
    const server = serve([one(1)]);
    const { user } = await renderScreen(<EnquiryList />, board);
    await user.click(await screen.findByRole('button', { name: 'Move ENQ-25-0001 to…' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Lost' }));
    const dialog = await dialogOf('Mark ENQ-25-0001 as lost');
    await pick(user, 'Reason it was lost', 'Too dear');
    await user.click(within(dialog).getByRole('button', { name: 'Mark as lost' }));
    await waitFor(() =>
      expect(server.requestsTo(enquiries.move)[0]?.input).toMatchObject({
        to: 'lost',
        lostReasonId: tooDear.id,
      }),
    );
  });

  it('puts a refused card back, with the reason on it', async () => {
    serve([one(1)]).also(enquiries, {
      move: () => {
        throw new Refusal('VERSION_CONFLICT');
      },
    });
    const { user } = await renderScreen(<EnquiryList />, board);
    const column = await screen.findByRole('region', { name: 'New 1' });
    await user.click(await within(column).findByRole('button', { name: 'Move ENQ-25-0001 to…' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Contacted' }));
    expect(await within(column).findByRole('alert')).toHaveTextContent('Someone else has changed');
  });

  it('offers no move to people who may only record enquiries', async () => {
    serve([one(1)]);
    await renderScreen(<EnquiryList />, { ...board, me: { roles: ['enquiries.add'] } });
    expect(await screen.findByRole('link', { name: 'Company 1' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Move ENQ-25-0001 to…' })).not.toBeInTheDocument();
  });
});

describe('a bulk change of enquiries', () => {
  it('shows what was refused, and takes the rest back', async () => {
    const server = serve([one(1), one(2)]).also(enquiryBulk, {
      change: ({ input }) => ({
        results: [
          { id: input.enquiries[0]?.id ?? '', outcome: 'changed' as const, version: 2 },
          {
            id: idOf(2),
            outcome: 'refused' as const,
            refused: { code: 'VERSION_CONFLICT', message: 'Someone else has changed it.' },
          },
        ],
      }),
      undo: () => ({ results: [{ id: idOf(1), outcome: 'changed' as const, version: 3 }] }),
    });
    const { user } = await renderScreen(<EnquiryList />, { texts, path: '/app/enquiries' });
    await screen.findByRole('link', { name: /Company 1/ });
    await user.click(screen.getAllByRole('checkbox')[0] as HTMLElement);
    expect(screen.getByText('2 selected')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Change owner' }));
    const dialog = await dialogOf('Change the owner of 2 enquiries');
    await pick(user, 'Owner', owner.label, dialog);
    await user.click(screen.getByRole('button', { name: 'Change' }));
    const left = await dialogOf('1 enquiry was not changed');
    expect(within(left).getByText('ENQ-25-0002')).toBeVisible();
    expect(server.requestsTo(enquiryBulk.change)[0]?.input).toEqual({
      enquiries: [
        { id: idOf(1), version: 1 },
        { id: idOf(2), version: 1 },
      ],
      change: { ownerId: owner.id },
    });
    await user.click(within(left).getByText('Close'));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('1 enquiry changed back.')).toBeVisible();
    expect(server.requestsTo(enquiryBulk.undo)[0]?.input).toEqual({
      enquiries: [{ id: idOf(1), version: 2 }],
    });
  });
});

it('the bin restores an enquiry', async () => {
  const { id, no, name, company, status } = one(1);
  const at = '2026-01-10T10:00:00Z';
  const row = {
    id,
    no,
    name,
    company,
    status,
    owner,
    version: 4,
    deletedAt: at,
    deletedBy: 'Ada',
    keptUntil: at,
  };
  const server = fakeServer(deletedEnquiries, {
    list: () => ({ rows: [row], pageSize: 20, next: null, previous: null }),
    total: () => ({ total: 1, isCapped: false }),
  }).also(enquiries, { restore: () => one(1) });
  const { user } = await renderScreen(<DeletedList />, { texts, path: '/app/enquiries/deleted' });
  await user.click(await screen.findByRole('button', { name: 'Restore ENQ-25-0001' }));
  expect(await screen.findByText('ENQ-25-0001 restored.')).toBeVisible();
  expect(server.requestsTo(enquiries.restore)[0]).toMatchObject({ input: { id }, version: 4 });
});

describe('an enquiry of a known person', () => {
  it('offers to add the call-back to their open enquiry, with what was typed', async () => {
    const hint = {
      kind: 'enquiry' as const,
      id: idOf(7),
      code: 'ENQ-25-0007',
      label: 'Carfax',
      status: 'contacted',
      by: 'name' as const,
    };
    const server = serve([one(7)]).also(enquiries, { duplicates: () => [hint], callBack: () => one(7) });
    const { user, address } = await renderScreen(<AddEnquiry />, { texts, path: '/app/enquiries/add' });
    await user.click(screen.getByRole('textbox', { name: 'Name' }));
    await user.paste('Mina Harker');
    expect(await screen.findByText('enquiry with a similar name', {}, patiently)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Add to this enquiry' }));
    const dialog = await dialogOf('Add a call-back to ENQ-25-0007');
    expect(within(dialog).getByRole('textbox', { name: 'Note' })).toHaveValue('Mina Harker');
    await user.click(within(dialog).getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(address()).toBe(`/app/enquiries/edit/${idOf(7)}`));
    expect(server.requestsTo(enquiries.callBack)[0]?.input).toEqual({
      id: idOf(7),
      body: 'Mina Harker',
      nextActionOn: today(),
    });
  });

  it('merges another enquiry into this one', async () => {
    const note = { id: idOf(9), body: 'Called', at: '2026-01-05T10:00:00Z', by: 'Asha Rao', form: null };
    const server = serve([one(1), one(2, { version: 5, notes: [note] })]).also(enquiries, {
      merge: () => one(1),
    });
    const at = { texts, path: `/app/enquiries/edit/${idOf(1)}`, route: '/app/enquiries/edit/:id' };
    const { user } = await renderScreen(<EditEnquiry />, at);
    await user.click(await screen.findByRole('button', { name: 'More actions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Merge another enquiry' }));
    const dialog = await dialogOf('Merge another enquiry into ENQ-25-0001');
    await pick(user, 'Enquiry to merge', 'ENQ-25-0002 Company 2 (Mina Harker)');
    // What goes is shown, and its number has to be typed, because there is no way back.
    const goes = await within(dialog).findByRole('region', { name: 'ENQ-25-0002' });
    expect(goes).toHaveTextContent('ENQ-25-0002 Mina Harker New 1 note');
    expect(goes).toHaveTextContent('Company 2');
    const merge = within(dialog).getByRole('button', { name: 'Merge' });
    expect(merge).toBeDisabled();
    await user.type(
      within(dialog).getByRole('textbox', { name: 'Type “ENQ-25-0002” to confirm' }),
      'ENQ-25-0002',
    );
    await user.click(merge);
    expect(await screen.findByText('ENQ-25-0002 was merged into ENQ-25-0001.')).toBeVisible();
    expect(server.requestsTo(enquiries.merge)[0]).toMatchObject({
      input: { id: idOf(1), otherId: idOf(2), otherVersion: 5 },
      version: 1,
    });
  });

  it('offers a task that names it', async () => {
    serve([one(1)]);
    const at = { texts, path: `/app/enquiries/edit/${idOf(1)}`, route: '/app/enquiries/edit/:id' };
    await renderScreen(<EditEnquiry />, at);
    expect(await screen.findByRole('link', { name: 'New task' })).toHaveAttribute(
      'href',
      '/app/tasks/add?about=ENQ-25-0001+Company+1%3A+',
    );
  });

  it('is only read once the client that it became is erased', async () => {
    const erased = one(1, { status: 'won', name: 'ENQ-25-0001', erasedAt: '2026-06-01T10:00:00Z' });
    serve([erased]);
    const at = { texts, path: `/app/enquiries/edit/${idOf(1)}`, route: '/app/enquiries/edit/:id' };
    await renderScreen(<EditEnquiry />, at);
    expect(await screen.findByText('Progress')).toBeVisible();
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'More actions' })).toBeNull();
  });

  it('opens the enquiry into which it was merged', async () => {
    serve([one(1)]).also(enquiries, { open: () => one(1) });
    const at = { texts, path: `/app/enquiries/edit/${idOf(9)}`, route: '/app/enquiries/edit/:id' };
    const { address } = await renderScreen(<EditEnquiry />, at);
    await waitFor(() => expect(address()).toBe(`/app/enquiries/edit/${idOf(1)}`));
  });
});
