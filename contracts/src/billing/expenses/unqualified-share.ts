/**
 * How much of the tax on a purchase without a qualified invoice a buyer in Japan may deduct, in per cent, by the date of the
 * purchase: the transitional measures of the invoice system (平成28年改正法附則 52, 53) with the schedule of the tax reform of
 * 2026. [K]
 */
const shares: readonly { from: string; pct: string }[] = [
  { from: '2031-10-01', pct: '0' },
  { from: '2030-10-01', pct: '30' },
  { from: '2028-10-01', pct: '50' },
  { from: '2026-10-01', pct: '70' },
  { from: '2023-10-01', pct: '80' },
];

/** What a form proposes; a person may enter another share. Before the invoice system all of the tax could be deducted. */
export const unqualifiedShare = (date: string): string =>
  shares.find(({ from }) => from <= date)?.pct ?? '100';
