import { lastDayOfMonth } from '../sample.ts';
import type { CountrySamples } from '../sample.ts';

/** For countries whose due dates Daybook does not know: services, and the firm's own monthly work. */
export const anyCountry: CountrySamples = {
  services: [
    {
      key: 'bookkeeping',
      name: { en: 'Bookkeeping', zh: '代理记账', fr: 'Tenue comptable', ja: '記帳代行' },
      department: 'accounting',
    },
    {
      key: 'accounts',
      name: { en: 'Annual accounts', zh: '年度财务报表', fr: 'Comptes annuels', ja: '決算' },
      department: 'accounting',
    },
    {
      key: 'tax',
      name: { en: 'Tax return', zh: '税务申报', fr: 'Déclaration fiscale', ja: '税務申告' },
      department: 'tax',
    },
    {
      key: 'payroll',
      name: { en: 'Payroll', zh: '薪酬核算', fr: 'Paie', ja: '給与計算' },
      department: 'payroll',
    },
    {
      key: 'advisory',
      name: { en: 'Advisory', zh: '咨询', fr: 'Conseil', ja: '顧問' },
      department: 'advisory',
    },
  ],
  once: [
    {
      key: 'letter',
      name: {
        en: 'Reply to the tax office',
        zh: '答复税务机关',
        fr: 'Réponse à l’administration fiscale',
        ja: '税務署への回答',
      },
      of: 'tax',
      slaDays: 14,
    },
  ],
  again: [
    {
      key: 'bookkeeping',
      name: { en: 'Monthly bookkeeping', zh: '月度记账', fr: 'Tenue mensuelle', ja: '月次記帳' },
      token: '{month}',
      of: 'bookkeeping',
      rrule: lastDayOfMonth,
      shift: 'previous',
      leadDays: 10,
      isOfThisPeriod: true,
    },
  ],
};
