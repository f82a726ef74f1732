import { screen, waitFor, within } from '@testing-library/react';
import { Link, Route, Routes } from 'react-router-dom';
import { minor } from '@daybook/contracts/money/money';
import { reminders, type ReminderPreview } from '@daybook/contracts/receivables/reminders/reminders';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import { today } from '@daybook/shared/today';
import { steppingAside } from '../common/step-aside.ts';
import texts from '../test/texts.ts';
import { client, entity, idOf } from '../test/billing-records.ts';
import SendReminders from './send-reminders.tsx';

const due: ReminderPreview = {
  client,
  entity,
  level: { no: 1, name: 'First reminder' },
  channel: 'mail',
  sentTo: ['ada@acme.test'],
  copiedTo: [],
  subject: 'Payment reminder',
  totals: [{ currency: 'EUR', amount: minor(120_000) }],
  why: null,
};
const other = { id: idOf(701), label: 'Beta Works' };
const promised: ReminderPreview = {
  ...due,
  client: other,
  level: null,
  channel: null,
  sentTo: [],
  subject: null,
  totals: [],
  why: 'ROWS_PROMISED',
};
const at = {
  route: '/app/followup/reminders',
  path: '/app/followup/reminders',
  texts: { billing: texts },
};

const rowOf = (name: string) => screen.getByText(name).closest('tr') ?? document.body;

it('shows who gets which reminder and why others get none, and sends those that stay ticked', async () => {
  const third = { ...due, client: { id: idOf(702), label: 'Gamma Trade' } };
  const server = fakeServer(reminders, {
    preview: () => ({ rows: [due, promised, third], canMail: true, isMore: false }),
    start: () => ({ id: idOf(900) }),
  });
  const { user } = await renderScreen(<SendReminders />, at);
  expect(await screen.findByText('Payment is promised')).toBeVisible();
  expect(screen.getAllByText('ada@acme.test')).toHaveLength(2);
  expect(within(rowOf(other.label)).getByRole('checkbox')).toBeDisabled();
  await user.click(within(rowOf('Gamma Trade')).getByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: 'Send 1 reminder' }));
  await waitFor(() => expect(server.requestsTo(reminders.start)).toHaveLength(1));
  expect(server.requestsTo(reminders.start).map(({ input }) => input)).toEqual([
    { items: [{ clientId: client.id, entityId: entity.id }] },
  ]);
});

it('previews and exports the clients of the filter that led there, shows the filter, and lets it change', async () => {
  const server = fakeServer(reminders, {
    preview: () => ({ rows: [due], canMail: true, isMore: false }),
  });
  const filter = { currency: 'EUR', tab: 'to_remind' };
  const { user } = await renderScreen(<SendReminders />, {
    ...at,
    path: `${at.path}?q=acme&filter[currency]=EUR&filter[tab]=to_remind&wider=1`,
  });
  expect(await screen.findByRole('alert')).toHaveTextContent(/^The report shows fewer clients/);
  expect(await screen.findByRole('button', { name: 'Send 1 reminder' })).toBeVisible();
  const asked = () => server.requestsTo(reminders.preview).at(-1)?.input;
  expect(asked()).toEqual({ q: 'acme', filter: { ...filter, today: today() } });
  expect(screen.getByRole('searchbox')).toHaveValue('acme');
  for (const chosen of ['Currency:', 'EUR', 'Reminder due'])
    expect(screen.getAllByText(chosen)[0]).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(asked()).toEqual({ q: 'acme', filter: { tab: 'to_remind', today: today() } }));
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Older than (days)' }));
  await user.type(await screen.findByRole('textbox', { name: 'Older than (days)' }), '60{Enter}');
  await waitFor(() =>
    expect(asked()).toEqual({ q: 'acme', filter: { tab: 'to_remind', overDays: '60', today: today() } }),
  );
});

it('shows a reminder as the client would read it', async () => {
  fakeServer(reminders, {
    preview: () => ({ rows: [due], canMail: false, isMore: false }),
    read: () => ({ ...due, body: 'Dear Ada,\n\nplease pay.', html: '<p>Dear Ada</p>' }),
  });
  const { user } = await renderScreen(<SendReminders />, at);
  expect(await screen.findByText(/No mail server is set up/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: `Preview: Reminder to ${client.label}` }));
  expect(await screen.findByText(/please pay/)).toBeVisible();
});

it('exports what each client would get', async () => {
  const server = fakeServer(reminders, {
    preview: () => ({ rows: [due], canMail: true, isMore: false }),
    exportPreview: () => new Blob(['Client']),
  });
  const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: () => undefined });
  const { user } = await renderScreen(<SendReminders />, {
    ...at,
    path: `${at.path}?clientId=${client.id}`,
  });
  await user.click(await screen.findByRole('button', { name: /Export/ }));
  await user.click(await screen.findByText(/CSV/));
  await waitFor(() =>
    expect(server.requestsTo(reminders.exportPreview).map(({ input }) => input)).toEqual([
      { format: 'csv', filter: { clientId: client.id } },
    ]),
  );
  click.mockRestore();
});

it('shows the amounts before the recipients, who may be too many for the window', async () => {
  fakeServer(reminders, { preview: () => ({ rows: [due], canMail: true, isMore: false }) });
  await renderScreen(<SendReminders />, at);
  const titles = (await screen.findAllByRole('columnheader')).map(({ textContent }) => textContent);
  expect(titles.indexOf('Amount asked for')).toBeLessThan(titles.indexOf('Recipients'));
});

/** The worklist's link to the reminder of a client, whose text is read before it is sent by keyboard. */
const sendAside = async (row: ReminderPreview) => {
  const server = fakeServer(reminders, {
    preview: () => ({ rows: [row], canMail: true, isMore: false }),
    read: () => ({ ...row, body: 'Dear Ada,\n\nplease pay.', html: '<p>Dear Ada</p>' }),
    start: () => ({ id: idOf(900) }),
  });
  const { user, address } = await renderScreen(
    <Routes>
      <Route path={at.path} element={<SendReminders />} />
      <Route
        path="*"
        element={
          <Link to={`${at.path}?clientId=${client.id}`} {...steppingAside}>
            Remind
          </Link>
        }
      />
    </Routes>,
    { ...at, path: '/app/followup', route: '*' },
  );
  await user.click(screen.getByRole('link', { name: 'Remind' }));
  expect(await screen.findByText(/please pay/)).toBeVisible();
  await user.keyboard('{Tab}{Enter}');
  await waitFor(() => expect(server.requestsTo(reminders.start)).toHaveLength(1));
  return address;
};

describe('the reminder of one client, opened from the worklist', () => {
  it('is read and sent by two keys, and leads back to the worklist', async () => {
    const address = await sendAside(due);
    await waitFor(() => expect(address()).toBe('/app/followup'));
  });

  it('leads to the job if it is a letter, which is printed there', async () => {
    const address = await sendAside({ ...due, channel: 'letter', sentTo: [] });
    await waitFor(() => expect(address()).toBe(`/app/jobs/${idOf(900)}`));
  });
});
