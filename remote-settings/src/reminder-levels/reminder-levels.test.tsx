import { screen, waitFor, within } from '@testing-library/react';
import { lookups } from '@daybook/contracts/lookups';
import { minor } from '@daybook/contracts/money/money';
import {
  reminderLevels,
  type ReminderLevel,
  type ReminderSettings,
} from '@daybook/contracts/receivables/reminders/reminder-levels';
import { Refusal } from '@daybook/contracts/refusals';
import { billingEntities } from '@daybook/contracts/settings/billing-entities/billing-entities';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import texts from '../locales/en.json';
import { mumbaiOffice } from '../test/mumbai-office.ts';
import EditLevels from './edit-levels.tsx';
import RemindingEntities from './reminding-entities.tsx';

const id = '018f2b1c-0000-7000-8000-000000000701';
const calendar = { id: '018f2b1c-0000-7000-8000-000000000702', label: 'Holidays of Utrecht' };

/** What the list shows of a billing entity. */
const entityRow = {
  ...mumbaiOffice,
  id,
  name: 'Daybook Utrecht',
  baseCurrency: 'EUR',
  timezone: 'Europe/Amsterdam',
};

const inAll = (text: string): ReminderLevel['usualTemplates'] => {
  const template = { subject: `${text} of {{entity}}`, body: `Dear {{contact}}, ${text}` };
  return { en: template, zh: template, fr: template, ja: template };
};
const level = (no: number, offsetDays: number, name: string): ReminderLevel => ({
  no,
  name,
  offsetDays,
  channel: 'mail',
  minDays: 7,
  attachStatement: false,
  attachInvoices: false,
  fee: null,
  templates: { en: null, zh: null, fr: null, ja: null },
  usualTemplates: inAll(name),
});
const settings: ReminderSettings = {
  version: 4,
  entity: { id, label: 'Daybook Utrecht' },
  currency: 'EUR',
  timezone: 'Europe/Amsterdam',
  mode: 'off',
  hour: 9,
  calendar,
  remindFrom: null,
  writeOffLimit: minor(500),
  feeTaxCode: null,
  levels: [level(0, -3, 'Note'), level(1, 7, 'First')],
  usual: {
    note: inAll('usual note'),
    first: inAll('usual first'),
    second: inAll('usual second'),
    last: inAll('usual last'),
  },
};

const at = {
  path: `/app/settings/reminder_levels/edit/${id}`,
  route: '/app/settings/reminder_levels/edit/:id',
  texts: { settings: texts },
};
const serve = (edit: () => ReminderSettings = () => settings) =>
  fakeServer(
    { ...reminderLevels, ...lookups },
    {
      open: () => settings,
      edit,
      preview: ({ input }) => ({
        subject: input.template.subject.replace('{{entity}}', 'Daybook Utrecht'),
        body: 'Dear Example Ltd,',
        html: '<p>Dear Example Ltd,</p>',
      }),
      find: () => [{ ...calendar, more: {} }],
    },
  );

const levelNamed = async (name: string) => screen.findByRole('group', { name });
const field = (label: string, level: HTMLElement) =>
  within(level).getByLabelText(label, { selector: 'input, textarea' });

beforeEach(() => sessionStorage.clear());

it('leads from each billing entity to its levels', async () => {
  fakeServer(billingEntities, {
    list: () => ({ rows: [entityRow], pageSize: 20, next: null, previous: null }),
    total: () => ({ total: 1, isCapped: false }),
  });
  await renderScreen(<RemindingEntities />, { texts: at.texts });
  expect(await screen.findByRole('link', { name: 'Daybook Utrecht' })).toHaveAttribute('href', at.path);
});

it('saves how a billing entity reminds, with a level that was added and put in its place', async () => {
  const server = serve();
  const { user } = await renderScreen(<EditLevels />, at);
  await user.click(await screen.findByLabelText('Reminders', { selector: 'input' }));
  await user.click(await screen.findByTitle('Propose'));
  await user.click(screen.getByRole('button', { name: /Add a level/ }));
  const added = await levelNamed('Level 2');
  await user.click(field('Name', added));
  await user.paste('Earlier');
  await user.click(field('Days after the due date', added));
  await user.paste('3');
  await user.click(screen.getByText('Save', { selector: 'button span' }));
  expect(await screen.findByText('Must be later than the level before')).toBeVisible();
  expect(server.requestsTo(reminderLevels.edit)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Move up: Level 2' }));
  await user.click(screen.getByText('Save', { selector: 'button span' }));
  await waitFor(() => expect(server.requestsTo(reminderLevels.edit)).toHaveLength(1));
  const [sent] = server.requestsTo(reminderLevels.edit);
  expect(sent?.input).toMatchObject({ id, mode: 'propose', hour: 9, calendarId: calendar.id });
  expect(sent?.input['levels']).toMatchObject([
    { name: 'Note', offsetDays: -3 },
    { name: 'Earlier', offsetDays: 3 },
    { name: 'First', offsetDays: 7 },
  ]);
});

it('shows an unknown placeholder at its text, in the language that has it, and sends nothing', async () => {
  const server = serve();
  const { user } = await renderScreen(<EditLevels />, at);
  const first = await levelNamed('Level 1');
  await user.click(within(first).getByText('French'));
  await user.click(within(first).getByRole('button', { name: 'Change this text' }));
  await user.click(field('Subject', first));
  await user.paste(' {{amount}}');
  await user.click(within(first).getByText('English'));
  expect(await within(first).findByText('usual first of {{entity}}')).toBeVisible();
  await user.click(screen.getByText('Save', { selector: 'button span' }));
  expect(await within(first).findByText('“amount” is not a placeholder')).toBeVisible();
  expect(field('Subject', first)).toHaveValue('usual first of {{entity}} {{amount}}');
  expect(server.requestsTo(reminderLevels.edit)).toEqual([]);
  await user.click(within(first).getByRole('button', { name: 'Use the usual text' }));
  await user.click(screen.getByText('Save', { selector: 'button span' }));
  await waitFor(() => expect(server.requestsTo(reminderLevels.edit)).toHaveLength(1));
  expect(server.requestsTo(reminderLevels.edit)[0]?.input['levels']).toMatchObject([
    {},
    { templates: { fr: null } },
  ]);
});

it('previews a text as it is typed', async () => {
  const server = serve();
  const { user } = await renderScreen(<EditLevels />, at);
  const note = await levelNamed('Note before the due date');
  await user.click(within(note).getByRole('button', { name: 'Preview' }));
  expect(await screen.findByText('usual note of Daybook Utrecht')).toBeVisible();
  expect(screen.getByText('Dear Example Ltd,')).toBeVisible();
  expect(server.requestsTo(reminderLevels.preview)[0]?.input).toMatchObject({
    id,
    language: 'en',
    levelName: 'Note',
  });
});

it('asks for the tax code of a fee, and shows a refusal of the server at its field', async () => {
  const server = serve(() => {
    throw new Refusal('REFERENCE_UNKNOWN', {}, { calendarId: [{ code: 'REFERENCE_UNKNOWN' }] });
  });
  const { user } = await renderScreen(<EditLevels />, at);
  const first = await levelNamed('Level 1');
  await user.click(field('Fee', first));
  await user.paste('10');
  await user.click(screen.getByText('Save', { selector: 'button span' }));
  const tax = await screen.findByLabelText('Tax code of fees', { selector: 'input' });
  await waitFor(() => expect(tax).toHaveAccessibleDescription(/Required/));
  await user.clear(field('Fee', first));
  await user.click(screen.getByText('Save', { selector: 'button span' }));
  await waitFor(() => expect(server.requestsTo(reminderLevels.edit)).toHaveLength(1));
  await waitFor(() => expect(screen.getByLabelText('Holiday calendar', { selector: 'input' })).toBeInvalid());
});
