import type { Language } from '@daybook/contracts/fields';
import { compilePreset } from '@daybook/contracts/recurrence/presets';

/** English, and the languages of the country. */
export type Names = { en: string } & Partial<Record<Language, string>>;

export type DepartmentKey = keyof typeof departmentNames;

export interface SampleService {
  key: string;
  name: Names;
  department: DepartmentKey;
  /** India's service accounting code. */
  sac?: string;
}

/** Work that is done once: the key of its service, and the days that it usually takes. */
export interface OnceSample {
  key: string;
  name: Names;
  of: string;
  slaDays: number;
}

/** Recurring work: the key of its service, and when it falls due. */
export interface AgainSample {
  key: string;
  name: Names;
  /** The period in the title of each task. */
  token: '{month}' | '{quarter} {fy}' | '{period}' | '{fy}' | '{year}';
  of: string;
  rrule: string;
  /** What happens if the due date is a day off. */
  shift: 'none' | 'next' | 'previous';
  leadDays: number;
  /** The work is about the period before its due date, unless it is about the period of its due date itself. */
  isOfThisPeriod?: true;
  /** The law counts by the calendar, whatever the fiscal year of the firm. */
  calendarYear?: true;
  /** The law that sets the due date; absent for work that the firm has agreed on. */
  law?: string;
}

export interface CountrySamples {
  services: readonly SampleService[];
  once: readonly OnceSample[];
  again: readonly AgainSample[];
}

export const departmentNames = {
  accounting: { en: 'Accounting', zh: '会计核算', fr: 'Comptabilité', ja: '会計' },
  tax: { en: 'Tax', zh: '税务', fr: 'Fiscalité', ja: '税務' },
  payroll: { en: 'Payroll', zh: '薪酬', fr: 'Social et paie', ja: '給与・労務' },
  audit: { en: 'Audit', zh: '审计', fr: 'Audit', ja: '監査' },
  advisory: { en: 'Advisory', zh: '咨询', fr: 'Conseil', ja: 'コンサルティング' },
} satisfies Record<string, Names>;

export const monthlyOn = (day: number): string =>
  compilePreset({ kind: 'day_of_month', every: 1, day, shortMonths: 'clamp' });

/** The same day of the named months. */
export const dayOfMonths = (day: number, ...months: number[]): string =>
  compilePreset({ kind: 'months_of_year', months, day, shortMonths: 'clamp' });

export const yearlyOn = (month: number, day: number): string =>
  compilePreset({ kind: 'yearly', every: 1, month, day, shortMonths: 'clamp' });

/** The firm's own work of each month, which no law dates. */
export const monthlyBookkeeping: AgainSample = {
  key: 'bookkeeping',
  name: { en: 'Monthly bookkeeping', zh: '月度记账', fr: 'Tenue mensuelle', ja: '月次記帳' },
  token: '{month}',
  of: 'bookkeeping',
  rrule: compilePreset({ kind: 'last_day', every: 1 }),
  shift: 'previous',
  leadDays: 10,
  isOfThisPeriod: true,
};

/** Services that firms of every country sell, without the country's own facts. */
export const usualServices = {
  bookkeeping: {
    key: 'bookkeeping',
    name: { en: 'Bookkeeping', zh: '代理记账', fr: 'Tenue comptable', ja: '記帳代行' },
    department: 'accounting',
  },
  accounts: {
    key: 'accounts',
    name: { en: 'Annual accounts', zh: '年度财务报表', fr: 'Comptes annuels', ja: '決算' },
    department: 'accounting',
  },
  payroll: {
    key: 'payroll',
    name: { en: 'Payroll', zh: '薪酬核算', fr: 'Paie', ja: '給与計算' },
    department: 'payroll',
  },
} satisfies Record<string, SampleService>;
