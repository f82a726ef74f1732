import { screen, waitFor, within } from '@testing-library/react';
import { guidedStart, thingsToSetUp } from '@daybook/contracts/guided-start/guided-start';
import type { GuidedStart as Guided, ThingToSetUp } from '@daybook/contracts/guided-start/guided-start';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import personal from '../locales/personal/en.json';
import { GuidedStart } from './guided-start.tsx';

const entityId = '018f2b1c-0000-7000-8000-000000000009';

const guideWith = (...done: ThingToSetUp[]): Guided => ({
  isHidden: false,
  version: 3,
  entityId: done.includes('entity') ? entityId : null,
  done: Object.fromEntries(thingsToSetUp.map((name) => [name, done.includes(name)])) as Guided['done'],
});

const open = (guide: Guided) => {
  const server = fakeServer(guidedStart, {
    open: () => guide,
    save: () => ({ ...guide, isHidden: true, done: null }),
  });
  return renderScreen(<GuidedStart />, { texts: { personal }, path: '/app/dashboards/default' }).then(
    (shown) => ({ ...shown, server }),
  );
};

it('an empty firm begins with its billing entity', async () => {
  await open(guideWith());
  expect(await screen.findByText('0 of 5 required steps done')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Billing entity' })).toHaveAttribute(
    'href',
    '/app/settings/billing_entity/add',
  );
});

it('what is done is ticked, and the first step that is not is the current one', async () => {
  await open(guideWith('entity', 'logo', 'bank', 'departments', 'people'));
  expect(await screen.findByText('2 of 5 required steps done')).toBeVisible();
  expect(within(screen.getByRole('link', { name: /Logo/ })).getByRole('img', { name: 'Done' })).toBeVisible();
  expect(screen.getByRole('link', { name: /Logo/ })).toHaveAttribute(
    'href',
    `/app/settings/billing_entity/edit/${entityId}#logo`,
  );
  expect(screen.getByText(/through your own mail server/)).toBeVisible();
  expect(screen.queryByText(/from a spreadsheet/)).toBeNull();
});

it('what a firm can do without is offered as optional, and does not hold up the steps after it', async () => {
  await open(guideWith('entity', 'bank', 'departments'));
  expect(await screen.findByText('2 of 5 required steps done')).toBeVisible();
  expect(screen.getByRole('link', { name: /Logo/ }).closest('li')).toHaveTextContent('(optional)');
  expect(screen.getByText('Services and work').closest('li')).toHaveAttribute('aria-current', 'step');
  expect(screen.getByText(/through your own mail server/)).toBeVisible();
});

it('is hidden for everyone at the version that was seen', async () => {
  const { user, server } = await open(guideWith('entity'));
  await user.click(await screen.findByRole('button', { name: 'Hide the guide' }));
  await waitFor(() =>
    expect(server.requestsTo(guidedStart.save)[0]).toMatchObject({ input: { isHidden: true }, version: 3 }),
  );
});

it('a hidden guide shows nothing', async () => {
  const { server } = await open({ ...guideWith(), isHidden: true, done: null });
  await waitFor(() => expect(server.requestsTo(guidedStart.open)).not.toEqual([]));
  expect(screen.queryByRole('heading')).toBeNull();
});
