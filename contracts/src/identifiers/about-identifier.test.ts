import { aboutIdentifier } from './about-identifier.ts';

describe('a tax number', () => {
  it('names the state and the PAN of its owner, or the country', () => {
    expect(aboutIdentifier('IN:GSTIN', '27 aapfu0939f1zv')).toEqual({
      verdict: 'ok',
      place: 'IN-MH',
      pan: 'AAPFU0939F',
    });
    expect(aboutIdentifier('EU:VAT', 'DE136695976')).toEqual({ verdict: 'ok', place: 'DE' });
    expect(aboutIdentifier('IN:PAN', 'AAPFU0939F')).toEqual({ verdict: 'ok' });
  });

  it('of another kind names that kind, and one with a wrong check digit none', () => {
    expect(aboutIdentifier('IN:GSTIN', 'AAPFU0939F')).toEqual({ verdict: 'format', fits: 'IN:PAN' });
    expect(aboutIdentifier('IN:GSTIN', '27AAPFU0939F1ZO')).toEqual({ verdict: 'checksum' });
    expect(aboutIdentifier('IN:GSTIN', '27AAP')).toEqual({ verdict: 'format' });
  });
});
