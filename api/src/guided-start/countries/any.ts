import { monthlyBookkeeping, usualServices } from '../sample.ts';
import type { CountrySamples } from '../sample.ts';

/** For countries whose due dates Daybook does not know: services, and the firm's own monthly work. */
export const anyCountry: CountrySamples = {
  services: [
    usualServices.bookkeeping,
    usualServices.accounts,
    {
      key: 'tax',
      name: { en: 'Tax return', zh: '税务申报', fr: 'Déclaration fiscale', ja: '税務申告' },
      department: 'tax',
    },
    usualServices.payroll,
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
  again: [monthlyBookkeeping],
};
