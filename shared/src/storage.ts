import type { EnquiryView } from '@daybook/contracts/crm/enquiries/enquiry-views';
import type { Language } from '@daybook/contracts/fields';
import type { TaskView } from '@daybook/contracts/tasks/tasks/task-views';

export interface Theme {
  navCollapsed: boolean;
  sideNavTheme: 'light' | 'dark';
  locale: Language;
  navType: 'side' | 'top';
  topNavColor: string;
  headerNavColor: string;
  mobileNav: boolean;
  currentTheme: 'light' | 'dark';
  direction: 'ltr' | 'rtl';
  blankLayout: boolean;
  /** ISO 3166 country whose number and date formats apply; null for those of the language, undefined for those of the firm’s country. */
  region: string | null | undefined;
  /** The last chosen view of the task list. */
  taskView?: TaskView;
  enquiryView?: EnquiryView;
}

export const defaultTheme: Theme = {
  navCollapsed: false,
  sideNavTheme: 'light',
  locale: 'en',
  navType: 'side',
  topNavColor: '#3e82f7',
  headerNavColor: '',
  mobileNav: false,
  currentTheme: 'light',
  direction: 'ltr',
  blankLayout: false,
  region: undefined,
};

/** The storage keys of a session. */
export const keys = {
  token: 'auth_token',
  roles: 'roles',
  halfCheckedRoles: 'half_checked_roles',
  userType: 'user_type',
  userId: 'user_id',
  firmCountry: 'firm_country',
  theme: 'theme',
  /** The person whose display options changed here and are not on the server yet. */
  unsentAppearance: 'theme_unsent',
} as const;

/** The key of a person's display options on this device. */
export const themeKeyOf = (userId: string): string => `${keys.theme}:${userId}`;

/** The lasting part of the display options, without what belongs to the moment. */
export function keptPart(theme: Theme) {
  const { blankLayout: _, mobileNav: __, ...kept } = theme;
  return kept;
}

/** What a session stores; removed at its end. */
export const keysOfPerson = [
  keys.token,
  keys.roles,
  keys.halfCheckedRoles,
  keys.userType,
  keys.userId,
  keys.firmCountry,
];

/** Null without a token. It is stored as empty when a session ends by itself, and deleted at sign-out. */
export const storedToken = (): string | null => localStorage.getItem(keys.token) || null;

export const storedList = (key: string): string[] =>
  JSON.parse(localStorage.getItem(key) ?? '[]') as string[];

export const storedTheme = (key: string): Partial<Theme> =>
  JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Theme>;
