import { panWarnings } from './clients.rules.ts';

const gstin = '27AAPFU0939F1ZV';
const today = '2026-01-01';
const valid = { region: null, note: null, validFrom: null, validTo: null };
const registrations = (pan: string, validTo: string | null = null) => [
  { scheme: 'IN:GSTIN' as const, value: gstin, ...valid },
  { scheme: 'IN:PAN' as const, value: pan, ...valid, validTo },
];

describe('the PAN within a GSTIN', () => {
  it('is the client’s own, for the client’s own kind', () => {
    expect(panWarnings({ kind: 'llp', registrations: registrations('AAPFU0939F') }, today)).toEqual([]);
    expect(panWarnings({ kind: 'other', registrations: registrations('AAPFU0939F') }, today)).toEqual([]);
  });

  it('gives a warning where it is another PAN', () => {
    const found = panWarnings({ kind: 'llp', registrations: registrations('AABFG1234H') }, today);
    expect(found.map(({ code, value }) => [code, value])).toEqual([['PAN_DIFFERS', gstin]]);
  });

  it('is not compared with a PAN that has ended', () => {
    const ended = registrations('AABFG1234H', '2025-12-31');
    expect(panWarnings({ kind: 'llp', registrations: ended }, today)).toEqual([]);
    const ending = registrations('AABFG1234H', today);
    expect(panWarnings({ kind: 'llp', registrations: ending }, today)).toHaveLength(1);
  });

  it('gives a warning where its letter means another kind of taxpayer', () => {
    const found = panWarnings({ kind: 'company', registrations: registrations('AAPFU0939F') }, today);
    expect(found.map(({ code, value }) => [code, value])).toEqual([['PAN_KIND', 'AAPFU0939F']]);
  });
});
