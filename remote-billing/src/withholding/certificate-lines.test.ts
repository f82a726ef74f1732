import { certificateLines } from './certificate-lines.ts';

/** A column of amounts and one of days. */
const readColumns = (amounts: string[], dates: string, figures: string) =>
  certificateLines(
    [['Number', 'Amount', 'Date'], ...amounts.map((amount) => ['A-1', amount, '03/04/2026'])],
    dates,
    figures,
  ).map(({ amount, deductedOn }) => [amount, deductedOn]);

describe('a file of certificates', () => {
  it('is recognised by its headings in any language, or by their position', () => {
    const named = [
      ['Montant', 'Nom', 'Article', 'Attestation n°', 'Date', 'Numéro SIREN'],
      ['1 234,50', 'Acme', '182 A', 'A-1', '1/2/2026', '732829320'],
    ];
    expect(certificateLines(named, 'fr', 'fr-FR')).toMatchObject([
      { client: 'Acme', section: '182 A', number: 'A-1', deductedOn: '2026-02-01', amount: '1234.5' },
    ]);
    expect(
      certificateLines([['T', 'Acme', '194J', '2026-06-30', 'A-1', '2026-08-01', 5]], 'en', 'en-GB'),
    ).toEqual([
      {
        taxId: 'T',
        client: 'Acme',
        section: '194J',
        deductedOn: '2026-06-30',
        number: 'A-1',
        certificateDate: '2026-08-01',
        amount: '5',
      },
    ]);
  });

  it('is read with all figures of a column alike, and dates in the reader’s format', () => {
    const inEnglish = [
      ['12000', '2026-04-03'],
      ['1250', '2026-04-03'],
    ];
    expect(readColumns(['12,000', '1,250.00'], 'en-GB', 'fr-FR')).toEqual(inEnglish);
    expect(readColumns(['12.000', '1.250,00'], 'en-GB', 'en-GB')).toEqual(inEnglish);
    expect(readColumns(['12,000', '7,5'], 'en-US', 'fr-FR')).toEqual([
      ['12', '2026-03-04'],
      ['7.5', '2026-03-04'],
    ]);
  });

  it('stays as typed where it cannot be read, and the server refuses it', () => {
    expect(certificateLines([['T', 'Acme', '', 'soon', 'A-1', null, 'lots']], 'en', 'en-GB')).toMatchObject([
      { deductedOn: 'soon', certificateDate: '', amount: 'lots' },
    ]);
    const typed = ['T', 'Acme', '', new Date('2026-02-01T00:00:00Z'), 'A-1', null, 0.1 + 0.2];
    expect(certificateLines([typed], 'en', 'en-GB')).toMatchObject([
      { deductedOn: '2026-02-01', amount: '0.3' },
    ]);
  });
});
