import { minor } from '@daybook/contracts/money/money';
import { pdfPages, withoutSpace } from '../../test/files/pdf-pages.ts';
import { frenchIssuer } from '../../test/files/printed-issuers.ts';
import { client } from '../../test/files/printed-samples.ts';
import { statementOf } from '../../test/fixtures/statement-of.ts';
import { statementPdf, type PrintedStatement } from './statement-pdf.ts';
import { endPrinting } from './print-pdf.ts';

afterAll(endPrinting);

const statement: PrintedStatement = {
  docLocale: 'fr',
  currency: 'EUR',
  issuer: frenchIssuer,
  client: client('Société Générale de Café 山田', 'FR', ['75002 Paris']),
  from: '2026-10-01',
  asOf: '2026-11-30',
  opening: minor(50000),
  debit: minor(437924),
  credit: minor(450000),
  closing: minor(37924),
  lines: [
    {
      date: '2026-10-01',
      kind: 'invoice',
      document: 'F2026-0118',
      dueDate: '2026-10-31',
      debit: minor(437924),
      credit: minor(0),
      balance: minor(487924),
    },
    {
      date: '2026-11-05',
      kind: 'receipt',
      document: 'R2026-0031',
      dueDate: null,
      debit: minor(0),
      credit: minor(430000),
      balance: minor(57924),
    },
    {
      date: '2026-11-05',
      kind: 'withheld',
      document: 'R2026-0031',
      dueDate: null,
      debit: minor(0),
      credit: minor(20000),
      balance: minor(37924),
    },
  ],
};

const textOf = async (one: PrintedStatement): Promise<string> =>
  pdfPages(await statementPdf(one))[0]?.text ?? '';

describe('a statement of account', () => {
  test('runs from the opening to the closing balance', async () => {
    const text = await textOf(statement);
    const steps = [
      'Relevé de compte',
      'Solde initial',
      '500,00',
      'Facture F2026-0118',
      '4 879,24',
      'Solde final',
      '379,24 €',
    ];
    for (const step of steps) expect(text).toContain(withoutSpace(step));
  });

  test('shows a credit balance under its own label, without a sign', async () => {
    expect(await textOf(statement)).toContain(withoutSpace('Crédit 4 500,00 €'));
  });

  test('tells clients that they have paid too much', async () => {
    const text = await textOf({ ...statement, closing: minor(-12076) });
    expect(text).toContain(withoutSpace('En votre faveur 120,76 €'));
  });

  test('says how old the debt is, where to pay, and what to return with the payment', async () => {
    const text = await textOf({
      ...statement,
      reference: 'C-0001',
      ageing: {
        bounds: [30, 60],
        amounts: [minor(7924), minor(20000), minor(0), minor(15000)],
        unapplied: minor(-5000),
      },
      owed: [
        { document: 'F2026-0118', dueDate: '2026-10-31', open: minor(27924) },
        { document: 'F2026-0050', dueDate: '2026-08-31', open: minor(15000) },
      ],
    });
    for (const said of [
      'Jours de retard',
      'Non échu 1–30 31–60 plus de 60 Crédit non imputé',
      '79,24 200,00 0,00 150,00 -50,00',
      'Scannez pour payer',
      'Talon de paiement',
      'F2026-0050',
      'C-0001',
    ])
      expect(text).toContain(withoutSpace(said));
  });

  test('of open items lists what is left of each document, and a client in credit is asked for nothing', async () => {
    const openItems = [
      {
        date: '2026-10-01',
        kind: 'invoice',
        document: 'F2026-0118',
        dueDate: '2026-10-31',
        open: minor(10000),
      },
      { date: '2026-11-05', kind: 'receipt', document: 'R2026-0031', dueDate: null, open: minor(-22076) },
    ] as const;
    const text = await textOf({
      ...statement,
      closing: minor(-12076),
      openItems,
      reference: 'C-0001',
      owed: [{ document: 'F2026-0118', dueDate: '2026-10-31', open: minor(10000) }],
    });
    for (const said of ['Restant dû', 'Facture F2026-0118', '100,00', 'En votre faveur 120,76 €'])
      expect(text).toContain(withoutSpace(said));
    expect(text).not.toContain(withoutSpace('Talon de paiement'));
    expect(text).not.toContain(withoutSpace('Solde initial'));
  });

  test('can be printed without lines, and with a thousand', async () => {
    expect(await textOf({ ...statement, from: null, lines: [] })).toContain(
      withoutSpace('Jusqu’au 30 novembre 2026'),
    );
    expect(pdfPages(await statementPdf(statementOf(1000))).length).toBeGreaterThan(20);
  });
});
