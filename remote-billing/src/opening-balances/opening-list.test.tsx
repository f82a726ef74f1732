import { screen, waitFor, within } from '@testing-library/react';
import { openingBalances } from '@daybook/contracts/billing/opening-balances/opening-balances';
import type {
  OpeningDocument,
  ReadOpening,
} from '@daybook/contracts/billing/opening-balances/opening-balances';
import { minor } from '@daybook/contracts/money/money';
import { Refusal } from '@daybook/contracts/refusals';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import en from '../test/texts.ts';
import OpeningScreen from './opening-list.tsx';
import { openingRows } from './read-rows.ts';

const id = (n: number) => `018f2b1c-0000-7000-8000-00000000000${n}`;
const lyon = { id: id(1), label: 'Lyon' };
const acme = { id: id(2), label: 'Acme' };
const document: OpeningDocument = {
  id: id(3),
  kind: 'invoice',
  client: acme,
  number: 'OLD-1',
  date: '2026-01-15',
  dueDate: '2026-02-14',
  currency: 'EUR',
  amount: minor(12_000),
  fxRate: '1',
  section: null,
  isSettled: false,
  isLocked: false,
};
const fine: ReadOpening = { outcome: 'new', client: acme, document, before: null, faults: {} };
const wrong: ReadOpening = {
  outcome: 'wrong',
  client: null,
  document: null,
  before: null,
  faults: { client: [{ code: 'REFERENCE_UNKNOWN' }] },
};
const at = {
  path: `/app/settings/opening_balances?filter[entityId]=${lyon.id}`,
  route: '/app/settings/opening_balances',
  texts: { billing: en },
};

const serve = (rows: OpeningDocument[] = [document]) =>
  fakeServer(openingBalances, {
    entities: () => ({
      rows: [
        {
          entity: lyon,
          baseCurrency: 'EUR',
          today: '2026-11-22',
          cutOverOn: '2026-03-31',
          hasDocuments: true,
        },
      ],
    }),
    list: () => ({ rows, pageSize: 20, next: null, previous: null }),
    total: () => ({ total: rows.length, isCapped: false }),
    preview: ({ input }) => ({ rows: input.rows.map(({ client }) => (client === 'Acme' ? fine : wrong)) }),
    bring: () => ({ created: 1, changed: 0, same: 0, left: 1 }),
    takeBack: () => ({}),
    lock: () => ({ locked: 1 }),
  });

const readColumn = (amounts: string[], figures: string) =>
  openingRows(
    [['Customer', 'Amount due', 'Due date'], ...amounts.map((amount) => ['Acme', amount, '03/04/2026'])],
    'en-GB',
    figures,
  ).map(({ amount, dueDate }) => [amount, dueDate]);

describe('the opening balances', () => {
  it('show their heading to people without the permission as well', async () => {
    fakeServer(openingBalances, {
      entities: () => {
        throw new Refusal('PERM_DENIED');
      },
    });
    await renderScreen(<OpeningScreen />, at);
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Opening balances', level: 1 })).toBeVisible();
  });

  it('explain their purpose while the list is empty', async () => {
    serve([]);
    await renderScreen(<OpeningScreen />, at);
    expect(await screen.findByText(/^No opening balances yet/)).toBeVisible();
  });

  it('can be pasted from a spreadsheet, previewed, and imported without the wrong rows', async () => {
    const server = serve();
    const { user } = await renderScreen(<OpeningScreen />, at);
    await user.click(await screen.findByRole('button', { name: 'Import' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('textbox', { name: 'Or paste rows from a spreadsheet' }));
    await user.paste(
      'Client\tNo\tDate\tAmount\nAcme\tOLD-1\t15/01/2026\t120.00\nNobody\tOLD-2\t15/01/2026\t5',
    );
    const table = await within(dialog).findByRole('table', { name: 'Preview of the import' });
    expect(await within(table).findByText('This choice does not exist, or you may not use it')).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Import the 1 valid row' }));
    await waitFor(() => expect(server.requestsTo(openingBalances.bring)).toHaveLength(1));
    const sent = server.requestsTo(openingBalances.bring)[0]?.input;
    expect(sent).toMatchObject({
      entityId: lyon.id,
      onlyValid: true,
      rows: [{ client: 'Acme', number: 'OLD-1', amount: '120' }, { client: 'Nobody' }],
    });
  });

  it('can be reversed with a reason, and locked', async () => {
    const server = serve();
    const { user } = await renderScreen(<OpeningScreen />, at);
    await user.click(await screen.findByRole('button', { name: 'Reverse' }));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByRole('textbox'), 'Paid before');
    await user.click(within(dialog).getByRole('button', { name: 'Reverse' }));
    await waitFor(() =>
      expect(server.requestsTo(openingBalances.takeBack)[0]?.input).toEqual({
        id: document.id,
        reason: 'Paid before',
      }),
    );
  });

  it('that are tax withheld open their entry of the withholding register', async () => {
    serve([{ ...document, id: id(5), kind: 'withheld', number: 'R-7', section: '194J', isSettled: true }]);
    await renderScreen(<OpeningScreen />, at);
    expect(await screen.findByText('Tax withheld · 194J')).toBeVisible();
    expect(screen.getByText('Certified or written off')).toBeVisible();
    expect(screen.getByRole('link', { name: 'R-7' })).toHaveAttribute(
      'href',
      `/app/reports/withholding_register?entry=${id(5)}`,
    );
  });

  it('of a locked client can be unlocked by an admin only, and settled ones by nobody', async () => {
    serve([
      { ...document, isLocked: true },
      { ...document, id: id(4), number: 'OLD-2', isSettled: true },
    ]);
    await renderScreen(<OpeningScreen />, at);
    expect(await screen.findByText('Partly settled')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Reverse' })).toBeNull();
  });
});

describe('pasted rows', () => {
  it('are recognised by their headings in any order and language, or by their position', () => {
    const named = [
      ['Montant', 'Échéance', 'Client', 'Facture n°', 'Date'],
      ['1 234,50', '31/03/2026', 'Acme', 'A-1', '1/2/2026'],
    ];
    expect(openingRows(named, 'fr', 'fr-FR')).toEqual([
      {
        client: 'Acme',
        number: 'A-1',
        date: '2026-02-01',
        dueDate: '2026-03-31',
        currency: '',
        amount: '1234.5',
        fxRate: '',
        kind: '',
        section: '',
      },
    ]);
    const placed = [
      ['Acme', 'A-1', new Date('2026-02-01T00:00:00Z'), null, 'USD', 0.1 + 0.2, '0.9'],
      [null, '', null],
    ];
    expect(openingRows(placed, 'en', 'en-GB')).toMatchObject([
      { client: 'Acme', date: '2026-02-01', dueDate: '', currency: 'USD', amount: '0.3', fxRate: '0.9' },
    ]);
  });

  it('read all figures of a column alike, and distinguish "Amount due" from a due date', () => {
    const inEnglish = [
      ['12000', '2026-04-03'],
      ['1250', '2026-04-03'],
    ];
    expect(readColumn(['12,000', '1,250.00'], 'fr-FR')).toEqual(inEnglish);
    expect(readColumn(['12,000', '1,250.00'], 'en-GB')).toEqual(inEnglish);
    expect(readColumn(['12.000', '1.250,00'], 'en-GB')).toEqual(inEnglish);
    expect(readColumn(['12,000', '7,5'], 'fr-FR').map(([amount]) => amount)).toEqual(['12', '7.5']);
  });

  it('read dates in the reader’s format', () => {
    const row = [['Acme', 'A-1', '03/04/2026', '', '', '1']];
    expect(openingRows(row, 'en-US', 'en-US')[0]?.date).toBe('2026-03-04');
    expect(openingRows(row, 'en-IN', 'en-IN')[0]?.date).toBe('2026-04-03');
  });

  it('name tax withheld in any language; what the sign tells apart needs no kind', () => {
    const kinds = [
      ['Client', 'Amount', 'Kind', 'Section'],
      ['Acme', '10', 'TDS', '194J'],
      ['Acme', '11', 'Retenue à la source', ''],
      ['Acme', '12', '源泉徴収', ''],
      ['Acme', '13', '代扣税款', ''],
      ['Acme', '-14', 'Advance', ''],
      ['Acme', '15', 'salary', ''],
    ];
    expect(openingRows(kinds, 'en', 'en-GB').map(({ kind }) => kind)).toEqual([
      'withheld',
      'withheld',
      'withheld',
      'withheld',
      '',
      'salary',
    ]);
  });

  it('stay as typed when unreadable, and the server refuses them', () => {
    expect(openingRows([['Acme', 'A-1', 'soon', '', '', 'lots']], 'en', 'en-GB')).toMatchObject([
      { date: 'soon', amount: 'lots' },
    ]);
  });
});
