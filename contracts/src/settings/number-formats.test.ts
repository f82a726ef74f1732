import { sameNumbers } from './number-formats.ts';

const invoice = { docKind: 'tax_invoice', prefix: 'INV', format: '{PFX}/{FY:25}/{SEQ:4}' } as const;

describe('two kinds of document', () => {
  it.each([
    ['written out', '', 'INV/{FY:25}/{SEQ:4}', true],
    ['of another width, once the sequence has grown past it', 'INV', '{PFX}/{FY:25}/{SEQ:5}', true],
    ['under another prefix', 'CN', '{PFX}/{FY:25}/{SEQ:4}', false],
  ])('have the same numbers or not: %s', (_what, prefix, format, isSame) => {
    const note = { docKind: 'credit_note', prefix, format } as const;
    expect(sameNumbers(note, [invoice, note])).toEqual(isSame ? ['tax_invoice'] : []);
  });
});
