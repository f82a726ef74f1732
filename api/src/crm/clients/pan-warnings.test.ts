import { panWarnings } from './clients.rules.ts';

const gstin = '27AAPFU0939F1ZV';
const registrations = (pan: string) => [
  { scheme: 'IN:GSTIN' as const, value: gstin, region: null, note: null },
  { scheme: 'IN:PAN' as const, value: pan, region: null, note: null },
];

describe('the PAN within a GSTIN', () => {
  it('is the client’s own, for the client’s own kind', () => {
    expect(panWarnings({ kind: 'llp', registrations: registrations('AAPFU0939F') })).toEqual([]);
    expect(panWarnings({ kind: 'other', registrations: registrations('AAPFU0939F') })).toEqual([]);
  });

  it('gives a warning where it is another PAN', () => {
    const found = panWarnings({ kind: 'llp', registrations: registrations('AABFG1234H') });
    expect(found.map(({ code, value }) => [code, value])).toEqual([['PAN_DIFFERS', gstin]]);
  });

  it('gives a warning where its letter means another kind of taxpayer', () => {
    const found = panWarnings({ kind: 'company', registrations: registrations('AAPFU0939F') });
    expect(found.map(({ code, value }) => [code, value])).toEqual([['PAN_KIND', 'AAPFU0939F']]);
  });
});
