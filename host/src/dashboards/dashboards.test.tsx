import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import type { Me } from '@daybook/contracts/auth/session';
import type { RemoteRelease } from '@daybook/contracts/remotes';
import type { Widget } from '@daybook/contracts/screens';
import { addTexts } from '@daybook/shared/i18n';
import { profileAtom, store } from '@daybook/shared/session';
import en from '../locales/en.json';
import { SiteContext, type SiteContextValue } from '../routing/site-context.ts';
import DashboardPage from './dashboard-page.tsx';
import { dashboardsOf, firstOf, widgetsOf } from './which-dashboards.ts';

addTexts('host', 'en', en);

const widget = (id: string, more: Partial<Widget> = {}): Widget => ({
  id,
  label: { en: id, zh: id, fr: id, ja: id },
  allow: 'signedIn',
  size: 'half',
  dashboards: ['personal', 'firm'],
  order: 10,
  ...more,
});
const release = (name: string, ...widgets: Widget[]): RemoteRelease => ({
  name,
  version: '1',
  entry: `/mf/${name}/1/mf-manifest.json`,
  contract: '^2.0.0',
  screens: [],
  widgets,
});

describe('the dashboards of a person', () => {
  it('are their own, the firm’s with its permission, and the installation’s for the super admin', () => {
    const none = { isSuperAdmin: false, holds: () => false };
    expect(dashboardsOf(none)).toEqual(['personal']);
    expect(dashboardsOf({ ...none, holds: (key) => key === 'dashboard.admin' })).toEqual([
      'personal',
      'firm',
    ]);
    expect(dashboardsOf({ isSuperAdmin: true, holds: () => true })).toEqual(['personal', 'firm', 'system']);
    expect([firstOf(['personal']), firstOf(['personal', 'firm'])]).toEqual(['personal', 'firm']);
  });

  it('hold the cards they may see, in order, of the remotes that are on', () => {
    const releases = [
      release('tasks', widget('late', { order: 20 }), widget('firm only', { dashboards: ['firm'] })),
      release('billing', widget('money', { allow: ['invoices.view'] }), widget('first', { order: 1 })),
      { ...release('crm', widget('off')), disabled: true },
    ];
    const shown = widgetsOf(releases, 'personal', (allow) => allow === 'signedIn');
    expect(shown.map((one) => one.widget.id)).toEqual(['first', 'late']);
  });
});

const loadScreen = async () => ({ default: () => null });

const twoCards = [release('tasks', widget('Work')), release('billing', widget('Money'))];

function open(loadWidget: SiteContextValue['loadWidget'], roles: string[] = [], releases = twoCards) {
  const user = { name: 'Asha', userType: 'executive' } as Me;
  store.set(profileAtom, { user, roles, halfCheckedRoles: [] });
  return render(
    <MemoryRouter initialEntries={['/app/dashboards/default']}>
      <SiteContext value={{ releases, loadScreen, loadWidget }}>
        <Routes>
          <Route path="/app/dashboards/:name" element={<DashboardPage />} />
        </Routes>
      </SiteContext>
    </MemoryRouter>,
  );
}

describe('the dashboard page', () => {
  it('contains the failure of one card, which Retry repeats', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    let isBroken = true;
    open(async (remote) => {
      if (remote === 'billing' && isBroken) throw new Error('billing is down');
      return { default: () => <p>figures of {remote}</p> };
    });
    expect(await screen.findByText('figures of tasks')).toBeTruthy();
    expect(await screen.findByRole('alert')).toBeTruthy();
    isBroken = false;
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('figures of billing')).toBeTruthy();
    jest.restoreAllMocks();
  });

  it('passes each card the dashboard that it is on, and lets a card change it', async () => {
    open(async () => ({ default: ({ dashboard }) => <p>for {dashboard}</p> }), ['dashboard.admin']);
    expect(await screen.findAllByText('for firm')).toHaveLength(2);
    await userEvent.click(screen.getByRole('link', { name: 'My work' }));
    expect(await screen.findAllByText('for personal')).toHaveLength(2);
  });

  it('draws the first two cards, then the others, even if one of the first does not answer', async () => {
    const asked: string[] = [];
    const { promise: isLate, resolve: answer } = Promise.withResolvers<void>();
    const cards = ['first', 'second', 'third'].map((id) => widget(id));
    const opened = open(
      async (_remote, id) => {
        asked.push(id);
        await isLate;
        return { default: () => <p>figures of {id}</p> };
      },
      [],
      [release('tasks', ...cards)],
    );
    await waitFor(() => expect(asked).toEqual(['first', 'second']));
    expect(screen.getByRole('heading', { name: 'third' })).toBeVisible();
    answer();
    expect(await screen.findByText('figures of third')).toBeVisible();
    opened.unmount();

    open(
      async (_remote, id) =>
        id === 'first' ? new Promise(() => undefined) : { default: () => <p>{id} is there</p> },
      [],
      [release('tasks', ...cards)],
    );
    expect(await screen.findByText('third is there', {}, { timeout: 30_000 })).toBeVisible();
  });
});
