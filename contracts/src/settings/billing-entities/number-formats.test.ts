import { formatNumber } from '../../money/numbering.ts';
import { sameNumbers } from './number-formats.ts';

const invoice = { docKind: 'tax_invoice', prefix: 'INV', format: '{PFX}/{FY:25}/{SEQ:4}' } as const;

const sameAs = (
  prefix: string,
  format: string,
  fyStart: string,
  other: Parameters<typeof sameNumbers>[0],
) => {
  const note = { docKind: 'credit_note', prefix, format } as const;
  return sameNumbers(note, [other, note], fyStart).length > 0;
};

describe('two number formats', () => {
  it.each([
    ['with the prefix written out', '', 'INV/{FY:25}/{SEQ:4}', true],
    ['with another width, because the sequence can outgrow it', 'INV', '{PFX}/{FY:25}/{SEQ:5}', true],
    ['with another prefix', 'CN', '{PFX}/{FY:25}/{SEQ:4}', false],
    ['with the year in four digits', 'INV', '{PFX}/{FY:2025}/{SEQ:4}', false],
  ])('give the same numbers or not: %s', (_what, prefix, format, isSame) => {
    expect(sameAs(prefix, format, '04-01', invoice)).toBe(isSame);
  });

  it.each([
    ['01-01', true],
    ['04-01', false],
    // A year that begins one day later ends in the next year, and again has two names.
    ['01-02', false],
  ])('with 25 and 25-26 as the year are equal or not: fiscal year from %s', (fyStart, isSame) => {
    expect(sameAs('INV', '{PFX}/{FY:25-26}/{SEQ:4}', fyStart, invoice)).toBe(isSame);
    const [one, two] = ['{PFX}/{FY:25-26}/{SEQ:4}', invoice.format].map((format) =>
      formatNumber(format, { prefix: 'INV', issueDate: '2026-03-01', fyStart, seq: 7 }),
    );
    expect(one === two).toBe(isSame);
  });

  it('give the same numbers even if one has the century in its prefix', () => {
    const long = { ...invoice, format: '{PFX}/{FY:2025}/{SEQ:4}' } as const;
    expect(sameAs('INV/20', '{PFX}{FY:25}/{SEQ:4}', '04-01', long)).toBe(true);
  });
});
