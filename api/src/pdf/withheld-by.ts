import type { WithheldBy } from '@daybook/contracts/billing/invoices/invoice-record';
import type { SheetContext } from './sheet.ts';

/** "194J · 10% of ₹1,000.00": the section, the rate and the base of the tax withheld. */
export const withheldByText = ({ section, rate, base }: WithheldBy, { say, formats }: SheetContext): string =>
  [section, say('rateOf', { rate: formats.percent(rate), base: formats.money(base) })]
    .filter(Boolean)
    .join(' · ');
