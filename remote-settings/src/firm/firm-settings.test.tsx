import { screen, waitFor } from '@testing-library/react';
import { session } from '@daybook/contracts/auth/session';
import { firm } from '@daybook/contracts/settings/firm/firm';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen, someone } from '@daybook/shared/test/render-screen';
import en from '../locales/en.json';
import more from '../locales/later/en.json';
import FirmSettingsScreen from './firm-settings.tsx';

it('the shell shows the name of the firm once it is saved, and the logo at once', async () => {
  const hours = { proposesHours: false, billsApprovedWeeks: false };
  let now = { version: 1, name: null as string | null, logo: null as number | null, ...hours };
  const api = fakeServer(firm, {
    open: () => now,
    save: ({ input }) => (now = { ...now, version: 2, ...hours, ...input, name: input.name ?? null }),
    putLogo: ({ input }) => (now = { ...now, logo: input.image === null ? null : 5 }),
  }).also(session, { me: () => someone });
  const { user } = await renderScreen(<FirmSettingsScreen />, {
    texts: { settings: { ...en, ...more } },
    path: '/app/settings/firm',
    route: '/app/settings/firm',
  });
  await user.type(await screen.findByLabelText('Name of the firm'), 'Rao & Partners');
  await user.click(screen.getByRole('switch', { name: 'Propose hours at the end of each month' }));
  await user.click(screen.getByRole('switch', { name: 'Bill hours only once their week is approved' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(api.requestsTo(firm.save)).toHaveLength(1));
  expect(api.requestsTo(firm.save)[0]).toMatchObject({
    version: 1,
    input: { name: 'Rao & Partners', proposesHours: true, billsApprovedWeeks: true },
  });
  await waitFor(() => expect(api.requestsTo(session.me)).not.toHaveLength(0));

  const file = new File([new Uint8Array([0x89, 0x50])], 'logo.png', { type: 'image/png' });
  const input = document.querySelector('input[type="file"]');
  await user.upload(input as HTMLInputElement, file);
  expect(await screen.findByRole('img', { name: 'Logo' })).toHaveAttribute('src', '/api/v1/firm/logo?v=5');
  await user.click(screen.getByRole('button', { name: 'Remove the logo' }));
  await waitFor(() => expect(screen.queryByRole('img', { name: 'Logo' })).not.toBeInTheDocument());
});
