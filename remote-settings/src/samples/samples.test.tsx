import { screen, waitFor, within } from '@testing-library/react';
import { guidedStart } from '@daybook/contracts/guided-start/guided-start';
import { samples, type Sample } from '@daybook/contracts/guided-start/samples';
import { comingBackTo } from '@daybook/shared/return-address';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import Samples from './samples.tsx';
import { texts as own } from '../test/texts.ts';

const texts = { settings: own.en };
const sample = (key: string, kind: Sample['kind'], more: Partial<Sample> = {}): Sample => ({
  key,
  kind,
  name: key,
  isThere: false,
  of: null,
  due: null,
  statutory: false,
  ...more,
});

const ofIndia = [
  sample('Tax', 'department', { isThere: true }),
  sample('Audit', 'department'),
  sample('GST returns', 'service', { of: 'Tax' }),
  sample('GSTR-3B', 'recurring_task_category', {
    of: 'GST returns',
    due: { rrule: 'FREQ=MONTHLY;BYMONTHDAY=20', next: '2026-12-20' },
    statutory: true,
  }),
];

const listed = {
  country: 'IN' as string | null,
  language: 'en' as const,
  countries: ['IN'],
  languages: ['en' as const],
  samples: ofIndia,
};
const shownGuide = { isHidden: false, version: 1, done: null, entityId: null };

it('what is ticked is added, and the page that led here comes back', async () => {
  const server = fakeServer(samples, { list: () => listed, add: () => ({ added: 3 }) }).also(guidedStart, {
    open: () => shownGuide,
  });
  const state = comingBackTo('/app/dashboards/default');
  const { user, address } = await renderScreen(<Samples />, { texts, path: '/app/settings/samples', state });
  const departments = within(await screen.findByRole('region', { name: 'Departments' }));
  expect(departments.getByRole('checkbox', { name: /Tax/ })).toBeDisabled();
  await user.click(departments.getByRole('checkbox', { name: 'Select all' }));
  expect(departments.getByRole('checkbox', { name: 'Audit' })).toBeChecked();
  const again = screen.getByRole('checkbox', { name: /GSTR-3B/ });
  expect(again.closest('label')).toHaveTextContent('GST returns · ');
  expect(again.closest('label')).toHaveTextContent('next 20 Dec 2026 · statutory');
  await user.click(again);
  // The work is billed as its service.
  expect(screen.getByRole('checkbox', { name: /^GST returns/ })).toBeChecked();
  await user.click(screen.getByRole('button', { name: 'Add 3 samples' }));
  await waitFor(() => expect(address()).toBe('/app/dashboards/default'));
  expect(server.requestsTo(samples.add)[0]?.input).toEqual({
    country: 'IN',
    language: 'en',
    ticked: ['Audit', 'GSTR-3B', 'GST returns'],
  });
});

it('without a billing entity, it leads to its form', async () => {
  fakeServer(samples, {
    list: () => ({ ...listed, country: null, countries: [], samples: [] }),
  }).also(guidedStart, { open: () => shownGuide });
  await renderScreen(<Samples />, { texts });
  expect(await screen.findByRole('link', { name: 'New billing entity' })).toHaveAttribute(
    'href',
    '/app/settings/billing_entity/add',
  );
});

it('the hidden guide is shown again from here', async () => {
  const server = fakeServer(samples, { list: () => listed }).also(guidedStart, {
    open: () => ({ ...shownGuide, isHidden: true, version: 4 }),
    save: () => shownGuide,
  });
  const { user } = await renderScreen(<Samples />, { texts });
  await user.click(await screen.findByRole('button', { name: 'Show the setup guide' }));
  await waitFor(() =>
    expect(server.requestsTo(guidedStart.save)[0]).toMatchObject({ input: { isHidden: false }, version: 4 }),
  );
});
