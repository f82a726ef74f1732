import type { Language } from '@daybook/contracts/fields';
import { listPath } from '@daybook/contracts/entities';
import type { Screen } from '@daybook/contracts/screens';
import { normalForm } from '@daybook/shared/normal-form';
import { screens } from '../screens.ts';

/** A screen on the settings page. Its id names its sentence and its search words among the texts. */
export interface Card {
  id: string;
  to: string;
  label: Screen['label'];
  allow: Screen['allow'];
}

type ScreenId = (typeof screens)[number]['id'];

const card = (id: ScreenId): Card => {
  const screen = screens.find((one) => one.id === id);
  if (screen === undefined) throw new Error(`there is no screen ${id}`);
  return { id, to: `/app/${screen.path}`, label: screen.label, allow: screen.allow };
};

/** A screen of the billing remote. */
const openingBalances: Card = {
  id: 'opening-balances',
  to: listPath('opening_balance'),
  label: { en: 'Opening balances', zh: '期初余额', fr: 'Soldes d’ouverture', ja: '期首残高' },
  allow: ['clients.import'],
};

/** All that can be set, in the order of setting up a firm. */
export const cardGroups = [
  {
    group: 'firm',
    cards: (
      ['firm', 'billing-entities', 'departments', 'holiday-calendars', 'exchange-rates', 'mail'] as const
    ).map(card),
  },
  {
    group: 'services',
    cards: (
      [
        'samples',
        'services',
        'packages',
        'charge-rates',
        'cost-rates',
        'tax-codes',
        'withholding-codes',
        'task-categories',
        'recurring-task-categories',
      ] as const
    ).map(card),
  },
  {
    group: 'clients',
    cards: [...(['enquiry-choices', 'enquiry-form', 'reminder-levels'] as const).map(card), openingBalances],
  },
  {
    group: 'people',
    cards: (['managers', 'executives', 'crms', 'admins', 'security', 'notifications'] as const).map(card),
  },
  {
    group: 'books',
    cards: (
      ['accounts', 'period-locks', 'book-checks', 'audit-log', 'backups', 'jobs', 'app-health'] as const
    ).map(card),
  },
] as const satisfies readonly { group: string; cards: readonly Card[] }[];

export type CardGroup = (typeof cardGroups)[number]['group'];

interface CardWords {
  about: string;
  /** What people also call it, in all languages. */
  words: string;
}

/** Whether a card has every typed word in its name (in any language), its sentence or its search words. */
export function fits({ label }: Card, { about, words }: CardWords, typed: string): boolean {
  const names = (Object.keys(label) as Language[]).map((language) => label[language]);
  const text = normalForm([...names, about, words].join(' '));
  return normalForm(typed)
    .split(/\s+/)
    .every((word) => text.includes(word));
}
