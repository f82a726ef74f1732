import { screen, within } from '@testing-library/react';
import { permissions, presets, userTypes } from '@daybook/contracts/permissions';
import type { Permission, UserType } from '@daybook/contracts/permissions';
import { languages } from '@daybook/contracts/fields';
import { renderScreen } from '@daybook/shared/test/render-screen';
import { screens } from '../screens.ts';
import { cardGroups } from './cards.ts';
import SettingsHome from './settings-home.tsx';
import { texts as every } from '../test/texts.ts';

const { en, fr, ja, zh } = every;

const own = { en, zh, fr, ja };
const texts = { settings: en };
const named = () => screen.queryAllByRole('link').map((link) => link.getAttribute('href') ?? '');
const paths = (...ends: string[]) => ends.map((end) => `/app/${end}`);

/** Written by hand from the permission tree, so that a card shown to the wrong people is noticed. */
const byKey: Partial<Record<Permission, string[]>> = {
  'billing_entity.add': paths('settings/billing_entity'),
  'billing_entity.edit': paths('settings/billing_entity', 'settings/reminder_levels'),
  'billing_entity.delete': paths('settings/billing_entity'),
  departments: paths('settings/departments'),
  setting: paths(
    'settings/holiday_calendars',
    'settings/exchange_rates',
    'settings/enquiry_choices',
    'settings/enquiry_form',
    'settings/notifications',
  ),
  services: paths(
    'settings/services',
    'settings/services/tax_codes',
    'settings/services/withholding',
    'settings/charge_rates',
  ),
  packages: paths('settings/packages'),
  task_categories: paths('settings/task_categories'),
  'recurring_task_categories.add': paths('settings/recurring_task_categories'),
  'recurring_task_categories.edit': paths('settings/recurring_task_categories'),
  'recurring_task_categories.delete': paths('settings/recurring_task_categories'),
  'clients.import': paths('settings/opening_balances'),
  'managers.add': paths('managers'),
  'managers.edit': paths('managers'),
  'managers.delete': paths('managers'),
  'executives.add': paths('executives'),
  'executives.edit': paths('executives'),
  'executives.delete': paths('executives'),
  'crms.add': paths('crms'),
  'crms.edit': paths('crms'),
  'crms.delete': paths('crms'),
  'dashboard.admin': paths('settings/app_health'),
};
const ofAdmins = paths(
  'settings/accounts',
  'settings/firm',
  'settings/mail',
  'settings/cost_rates',
  'settings/period_locks',
  'settings/book_checks',
  'settings/audit_log',
  'settings/backups',
  'settings/samples',
);
const everybody = paths('jobs');

function expected(userType: UserType, keys: readonly Permission[]): string[] {
  const held = userType === 'super_admin' ? permissions : keys;
  return [
    ...new Set([
      ...everybody,
      ...held.flatMap((key) => byKey[key] ?? []),
      ...(['admin', 'super_admin'].includes(userType) ? ofAdmins : []),
      ...(userType === 'super_admin' ? paths('admins', 'settings/security') : []),
    ]),
  ].toSorted();
}

describe('the settings page', () => {
  it.each(userTypes.filter((type) => type !== 'client'))(
    'shows a new %s what they may open, and nothing else',
    async (userType) => {
      const { keys } = presets[userType];
      await renderScreen(<SettingsHome />, { texts, me: { userType, roles: [...keys] } });
      expect(named().toSorted()).toEqual(expected(userType, keys));
    },
  );

  it.each(permissions)('shows a person with %s alone what it opens', async (key) => {
    await renderScreen(<SettingsHome />, { texts, me: { userType: 'manager', roles: [key] } });
    expect(named().toSorted()).toEqual(expected('manager', [key]));
  });

  it('has a card for every screen of settings and people in the menu, once', () => {
    const inMenu = screens.filter(
      (one) => 'menu' in one && one.menu !== undefined && one.id !== 'settings-home',
    );
    const cards = cardGroups.flatMap((group) => group.cards.map(({ to }) => to));
    expect(new Set(cards).size).toBe(cards.length);
    expect(inMenu.map(({ path }) => `/app/${path}`).filter((path) => !cards.includes(path))).toEqual([]);
  });

  it('is grouped, with one sentence on each card', async () => {
    await renderScreen(<SettingsHome />, { texts, me: { userType: 'super_admin' } });
    const firm = screen.getByRole('region', { name: 'The firm' });
    expect(within(firm).getByRole('link', { name: /Departments/ })).toHaveTextContent(
      'DepartmentsThe departments of the firm and who heads them.',
    );
  });

  it.each(languages)('has a sentence and search words for every card in %s', (language) => {
    const { about, words } = own[language].home;
    const ids = cardGroups.flatMap(({ cards }) => cards.map(({ id }) => id)).toSorted();
    expect(Object.keys(about).toSorted()).toEqual(ids);
    expect(Object.keys(words).toSorted()).toEqual(ids);
    for (const text of Object.values(about)) expect(text).toMatch(/[.。]$/);
  });
});

describe('the search of settings', () => {
  it.each([
    ['name', 'holiday cal', ['/app/settings/holiday_calendars']],
    ['a word of the sentence', 'thresholds', ['/app/settings/services/withholding']],
    ['what people also call it', 'dunning', ['/app/settings/reminder_levels']],
    ['two words in any order', 'codes withholding', ['/app/settings/services/withholding']],
    ['its name in Japanese', '監査', ['/app/settings/audit_log']],
    ['its name in French, without accents', 'jours feries', ['/app/settings/holiday_calendars']],
  ])('finds by %s', async (_how, typed, found) => {
    const { user } = await renderScreen(<SettingsHome />, { texts, me: { userType: 'super_admin' } });
    const box = screen.getByRole('searchbox', { name: 'Search settings' });
    expect(box).toHaveFocus();
    await user.type(box, typed);
    expect(named()).toEqual(found);
    await user.tab();
  });

  it('says that nothing was found, and finds nothing that the person may not open', async () => {
    const { user } = await renderScreen(<SettingsHome />, {
      texts,
      me: { userType: 'manager', roles: ['setting'] },
    });
    await user.type(screen.getByRole('searchbox'), 'audit log');
    expect(named()).toEqual([]);
    expect(screen.getByText('No setting matches “audit log”.')).toBeVisible();
  });

  it.each([
    ['zh', zh, '汇率', '/app/settings/exchange_rates'],
    ['fr', fr, 'impayés', '/app/settings/reminder_levels'],
    ['ja', ja, '祝日', '/app/settings/holiday_calendars'],
  ] as const)('works in %s', async (language, words, typed, found) => {
    const { user } = await renderScreen(<SettingsHome />, {
      language,
      texts: { settings: words },
      me: { userType: 'super_admin' },
    });
    await user.type(screen.getByRole('searchbox'), typed);
    expect(named()).toEqual([found]);
  });
});
