import { screen, waitFor, within } from '@testing-library/react';
import type { Conversion, FirstTask, MatchingClient } from '@daybook/contracts/crm/enquiries/conversion';
import { enquiries } from '@daybook/contracts/crm/enquiries/enquiries';
import { lookups, type LookupKind } from '@daybook/contracts/lookups';
import type { Permission } from '@daybook/contracts/permissions';
import { Refusal } from '@daybook/contracts/refusals';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import en from '../locales/en.json';
import { enquiry, idOf } from '../test/enquiry-records.ts';
import { preview } from '../test/subscription-previews.ts';
import { ConvertDialog } from './convert-dialog.tsx';

const texts = { crm: en };
const crm = { id: idOf(800), label: 'Rose Manager' };
const entity = { id: idOf(500), label: 'Paris office' };

const shown = enquiry();

const known = { id: idOf(70), code: 'C-0007', label: 'Carfax Ltd' };

const proposed: Conversion = {
  client: {
    name: 'Carfax Estates',
    kind: 'company',
    crmId: crm.id,
    departmentIds: [],
    defaultEntityId: null,
  },
  contact: { name: 'Mina Harker', email: 'mina@carfax.example', phone: null },
  taxId: null,
  taxScheme: null,
  nextAction: null,
  tasks: [{ categoryId: idOf(90), title: 'Set up the books', dueOn: '2026-02-01', assigneeIds: [idOf(3)] }],
};

const head = { id: idOf(71), label: 'Max Head', more: { departmentIds: [idOf(80)] } };
const found: Partial<Record<LookupKind, { id: string; label: string; more?: Record<string, unknown> }>> = {
  crm: crm,
  manager: head,
  department: { id: idOf(80), label: 'Tax' },
  billing_entity: entity,
  client: { id: known.id, label: known.label },
  package: { id: idOf(60), label: 'Small firm' },
};
const find = ({ input }: { input: { kind: LookupKind } }) => {
  const row = found[input.kind];
  return row ? [{ more: {}, ...row }] : [];
};

const server = (matching: MatchingClient[] = []) =>
  fakeServer(enquiries, {
    conversion: () => proposed,
    matchingClients: () => matching,
  }).also(lookups, { find });

/** Shows the dialog to somebody with these permissions; by default, with all. */
const open = (me: { roles?: Permission[] } = {}) =>
  renderScreen(<ConvertDialog enquiry={shown} onClose={() => undefined} />, { texts, me });

/** Matching clients are requested when typing pauses. */
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

describe('the conversion of an enquiry', () => {
  it('becomes a client: proposed, refused on a field, changed, then open on the client’s page', async () => {
    let isFirst = true;
    const api = server().also(enquiries, {
      convert: () => {
        if (isFirst) {
          isFirst = false;
          throw new Refusal(
            'REFERENCE_UNKNOWN',
            {},
            { 'tasks.0.assigneeIds': [{ code: 'REFERENCE_UNKNOWN' }] },
          );
        }
        return { client: { id: idOf(50), code: 'C-0050', label: 'Carfax Estates' } };
      },
    });
    const { user, address } = await open();
    const dialog = await screen.findByRole('dialog', { name: 'Convert ENQ-25-0001 to a client' });
    expect(within(dialog).getByRole('textbox', { name: 'Name' })).toHaveValue('Carfax Estates');
    expect(within(dialog).getByRole('textbox', { name: 'Contact’s name' })).toHaveValue('Mina Harker');
    const task = within(dialog).getByRole('group', { name: 'Task 1' });
    expect(within(task).getByRole('textbox', { name: 'Title' })).toHaveValue('Set up the books');
    await pick(user, 'Billing entity', 'Paris office');
    await pick(user, 'Manager', 'Max Head');
    await pick(user, 'Tax treatment', 'Registered');
    await fill(user, 'Title', ', and the bank');
    const convert = within(dialog).getByRole('button', { name: 'Convert to client' });
    await user.click(convert);
    expect(await within(task).findByText(/This choice does not exist/)).toBeVisible();
    await user.click(convert);
    await waitFor(() => expect(address()).toBe(`/app/view-client/${idOf(50)}`));
    expect(api.requestsTo(enquiries.convert)[1]).toMatchObject({
      version: 1,
      input: {
        clientId: null,
        client: {
          name: 'Carfax Estates',
          kind: 'company',
          crmId: crm.id,
          defaultEntityId: entity.id,
          taxTreatment: 'registered',
          // The manager's department, so that it can see the client.
          managerId: head.id,
          departmentIds: [idOf(80)],
        },
        contact: proposed.contact,
        tasks: [{ ...proposed.tasks[0], title: 'Set up the books, and the bank' }],
      },
    });
  });

  it('offers the client that it may be from, and becomes that one', async () => {
    const found = { ...known, by: ['name' as const, 'taxId' as const] };
    const api = server([found]).also(enquiries, {
      convert: () => ({ client: known }),
    });
    const { user, address } = await open();
    await screen.findByRole('dialog');
    await fill(user, 'Tax number', 'FR 40 303 265 045');
    const matches = await screen.findByRole('list', { name: 'It may already be a client' });
    expect(matches).toHaveTextContent('similar name · same tax number');
    await waitFor(
      () =>
        expect(api.requestsTo(enquiries.matchingClients).at(-1)?.input).toMatchObject({
          name: 'Carfax Estates',
          taxId: 'FR 40 303 265 045',
        }),
      patiently,
    );
    await user.click(screen.getByRole('button', { name: 'Use client C-0007' }));
    expect(screen.getByRole('radio', { name: 'An existing client' })).toBeChecked();
    const dialog = screen.getByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Convert to client' }));
    await waitFor(() => expect(address()).toBe(`/app/view-client/${known.id}`));
    expect(api.requestsTo(enquiries.convert)[0]?.input).toMatchObject({ clientId: known.id, client: null });
  });

  it('hands on the tax number and the next action', async () => {
    const api = server().also(enquiries, {
      conversion: () => ({
        ...proposed,
        taxId: 'AAPFU0939F',
        nextAction: { dueOn: '2026-02-03', assigneeIds: [idOf(3)] },
      }),
      convert: () => ({ client: known }),
    });
    const { user } = await open();
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByRole('textbox', { name: 'Tax number' })).toHaveValue('AAPFU0939F');
    // Its kind follows from the number.
    expect(await within(dialog).findByText('PAN (India)', {}, patiently)).toBeVisible();
    const first = within(dialog).getByRole('group', { name: 'Task 1' });
    expect(within(first).getByRole('textbox', { name: 'Title' })).toHaveValue('Next action of ENQ-25-0001');
    await user.click(screen.getByRole('radio', { name: 'An existing client' }));
    await pick(user, 'Client', 'Carfax Ltd');
    await user.click(within(dialog).getByRole('button', { name: 'Convert to client' }));
    await waitFor(() => expect(api.requestsTo(enquiries.convert)).toHaveLength(1));
    expect(api.requestsTo(enquiries.convert)[0]?.input).toMatchObject({
      taxId: 'AAPFU0939F',
      taxScheme: 'IN:PAN',
      tasks: [{ categoryId: null, dueOn: '2026-02-03', assigneeIds: [idOf(3)] }, proposed.tasks[0]],
    });
  });

  it('says at once that an existing client is to be chosen', async () => {
    const api = server();
    const { user } = await open();
    await user.click(await screen.findByRole('radio', { name: 'An existing client' }));
    const dialog = screen.getByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Convert to client' }));
    expect(await within(dialog).findByText('This is required')).toBeVisible();
    expect(api.requestsTo(enquiries.convert)).toEqual([]);
  });

  it('asks for no tasks from people who may not create them', async () => {
    const api = server().also(enquiries, {
      conversion: () => ({
        ...proposed,
        nextAction: { dueOn: '2026-02-03', assigneeIds: [] },
        tasks: [],
      }),
      convert: () => ({ client: known }),
    });
    const { user } = await open({ roles: ['enquiries.convert'] });
    await user.click(await screen.findByRole('radio', { name: 'An existing client' }));
    expect(screen.queryByRole('button', { name: 'Add a task' })).not.toBeInTheDocument();
    expect(screen.getByText(/^The next action ends/)).toHaveTextContent('3 Feb 2026');
    await pick(user, 'Client', 'Carfax Ltd');
    const dialog = screen.getByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Convert to client' }));
    await waitFor(() => expect(api.requestsTo(enquiries.convert)[0]?.input).not.toHaveProperty('tasks'));
  });

  it('previews a package for the client as it is entered, and hands it on', async () => {
    const notIncluded = [{ id: idOf(61), label: 'Payroll' }];
    const [task] = preview().tasks;
    let isFirst = true;
    const api = server().also(enquiries, {
      conversion: () => ({
        ...proposed,
        client: { ...proposed.client, defaultEntityId: entity.id },
        tasks: [{ ...proposed.tasks[0], categoryId: task?.category.id ?? null } as FirstTask],
      }),
      previewPackage: () => ({ subscription: preview(), notIncluded }),
      convert: () => {
        if (!isFirst) return { client: known };
        isFirst = false;
        const why = [{ code: 'NOT_SOLD_THEN' }];
        throw new Refusal('INPUT_INVALID', {}, { 'package.startsOn': why });
      },
    });
    const { user, address } = await open();
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.queryByRole('combobox', { name: 'Package' })).not.toBeInTheDocument();
    await user.click(dialog.getByRole('checkbox', { name: 'Apply a package to the client' }));
    expect(dialog.getByText('Enter the client, and choose a package and a first day')).toBeVisible();
    await pick(user, 'Tax treatment', 'Registered');
    await pick(user, 'Package', 'Small firm');
    await user.type(dialog.getByRole('textbox', { name: 'Starts on' }), '2027-01-15{Tab}');
    const first = await dialog.findByRole('list', { name: 'First invoice' }, patiently);
    expect(first).toHaveTextContent('Bookkeeping');
    expect(dialog.getByRole('list', { name: 'Tasks' })).toHaveTextContent('Set up the books');
    expect(dialog.getByText(/services that this package does not include: Payroll$/)).toBeVisible();
    expect(dialog.getByText(/^The package creates this task too: Kick-off/)).toBeVisible();
    const sold = { packageId: idOf(60), startsOn: '2027-01-15', billing: 'pre', mode: 'draft' };
    // The preview follows what is typed after a pause.
    await waitFor(
      () =>
        expect(api.requestsTo(enquiries.previewPackage).at(-1)?.input).toMatchObject({
          id: shown.id,
          client: { name: 'Carfax Estates', defaultEntityId: entity.id },
          package: sold,
        }),
      patiently,
    );
    const convert = dialog.getByRole('button', { name: 'Convert to client' });
    await user.click(convert);
    expect(await dialog.findByText('The package is not sold on this date')).toBeVisible();
    await user.click(convert);
    await waitFor(() => expect(address()).toBe(`/app/view-client/${known.id}`));
    expect(api.requestsTo(enquiries.convert)[1]?.input).toMatchObject({ package: sold });
  });

  it('hands on no package that was not chosen, or was chosen and then not', async () => {
    const api = server().also(enquiries, { convert: () => ({ client: known }) });
    const { user } = await open();
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('radio', { name: 'An existing client' }));
    await pick(user, 'Client', 'Carfax Ltd');
    const choice = dialog.getByRole('checkbox', { name: 'Apply a package to the client' });
    await user.click(choice);
    await pick(user, 'Package', 'Small firm');
    await user.click(choice);
    await user.click(dialog.getByRole('button', { name: 'Convert to client' }));
    await waitFor(() => expect(api.requestsTo(enquiries.convert)).toHaveLength(1));
    expect(api.requestsTo(enquiries.convert)[0]?.input).toMatchObject({ package: null });
  });

  it.each(['recurring_invoices.add', 'recurring_tasks.create'] as const)(
    'offers no package to people with only %s',
    async (key) => {
      server();
      await open({ roles: ['enquiries.convert', key] });
      expect(await screen.findByRole('button', { name: 'Convert to client' })).toBeVisible();
      expect(
        screen.queryByRole('checkbox', { name: 'Apply a package to the client' }),
      ).not.toBeInTheDocument();
    },
  );
});
