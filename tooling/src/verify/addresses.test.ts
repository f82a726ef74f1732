import { handWritten, misplaced } from './addresses.ts';

const screens = [
  { path: 'invoices', allow: ['invoices.view'] },
  { path: 'invoices/view-invoice/:invoiceId', allow: ['invoices.view'] },
  { path: 'clients/add', allow: ['clients.add'] },
];

describe('The paths of an entity', () => {
  const invoice = { list: 'invoices', record: 'invoices/view-invoice/:id', allow: ['invoices.view'] };

  it('pass if screens have them, whatever the id parameter is called', () => {
    expect(misplaced({ invoice }, screens)).toEqual([]);
    expect(misplaced({ invoice: { ...invoice, record: 'invoices?invoice=:id' } }, screens)).toEqual([]);
  });

  it('are found if no screen has them', () => {
    expect(misplaced({ invoice: { ...invoice, add: 'invoices/new' } }, screens)).toEqual([
      'invoice.add: no screen is at invoices/new',
    ]);
  });

  it('are found if the screen has other permissions', () => {
    expect(misplaced({ invoice: { ...invoice, allow: ['clients.view'] } }, screens)).toEqual([
      'invoice.allow: its screen says ["invoices.view"]',
    ]);
  });
});

describe('An address written by hand', () => {
  it.each([
    ["to('/app/invoices')", '/app/invoices'],
    ['<Link to="/app/clients/add?from=1">', '/app/clients/add?from=1'],
    ['const path = `invoices/view-invoice/${invoice.id}`;', 'invoices/view-invoice/${invoice.id}'],
    ['`/app/${list}/add`', '/app/${list}/add'],
    ["perform tell(new.id, 'invoices/view-invoice/' || new.id);", 'invoices/view-invoice/'],
    ["list || '/edit/' || new.id", '/edit/'],
  ])('is found in %s', (code, address) => {
    expect(handWritten(code, screens)).toEqual([address]);
  });

  it.each([
    "recordPath('invoice', id)",
    "path: '/invoices/view-invoice/:id'",
    '`/app/${path}`',
    "import x from './clients/add'",
    "// such as 'invoices/view-invoice/1'",
    "-- 'invoices/view-invoice/1'",
  ])('is not %s', (code) => {
    expect(handWritten(code, screens)).toEqual([]);
  });
});
