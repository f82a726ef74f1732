import { expenseCategories } from '@daybook/contracts/billing/expenses/expense-categories';
import { expenses } from '@daybook/contracts/billing/expenses/expenses';
import type { ExpenseStatus, PaidBy } from '@daybook/contracts/billing/expenses/expense-machine';
import { lookups } from '@daybook/contracts/lookups';
import { toDecimal } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import { addDays } from '@daybook/contracts/plain-date';
import type { DemoClient, Team } from './clients.ts';
import { earliest, workday } from './days.ts';
import type { Demo, Person } from './demo.ts';
import type { Country, DemoEntity } from './entities.ts';
import { paperOf } from './paper.ts';
import { spread } from './random.ts';
import type { Random } from './random.ts';
import { standardTax } from './services.ts';

/** The account to which each category posts. */
const categoryAccounts = {
  travel: '5410',
  office: '5420',
  post: '5430',
  software: '5440',
  fees: '5460',
} as const;
type Category = keyof typeof categoryAccounts;
const categories = Object.keys(categoryAccounts) as Category[];

/** What each office calls its categories, in its own language. */
const categoryNames: Readonly<Record<Country, Readonly<Record<Category, string>>>> = {
  IN: {
    travel: 'Travel',
    office: 'Office supplies',
    post: 'Courier',
    software: 'Software',
    fees: 'Government fees',
  },
  FR: {
    travel: 'Déplacements',
    office: 'Fournitures de bureau',
    post: 'Affranchissements',
    software: 'Logiciels',
    fees: 'Droits et frais de greffe',
  },
  JP: {
    travel: '旅費交通費',
    office: '事務用品費',
    post: '通信費',
    software: 'ソフトウェア利用料',
    fees: '登録免許税・印紙代',
  },
};

interface Purchase {
  category: Category;
  what: string;
  supplier: string;
  /** Minor units of the country’s currency, including tax. */
  price: number;
  taxPct: number;
  /** A supplier abroad, which leaves the tax to the firm. */
  abroad?: { country: string; taxId: string; rate: string };
  /** Only in Japan: the supplier issues no qualified invoices, so that a part of the tax is cost. */
  isUnqualified?: boolean;
}

/** What the staff of a tax firm spend money on. The last of each country is a disbursement for a client. */
const purchases: Readonly<Record<Country, readonly Purchase[]>> = {
  IN: [
    { category: 'travel', what: 'Taxi to the client', supplier: 'Meru Cabs', price: 84_000, taxPct: 5 },
    {
      category: 'office',
      what: 'Paper and files',
      supplier: 'Sapna Stationers',
      price: 236_000,
      taxPct: 18,
    },
    { category: 'post', what: 'Courier of papers', supplier: 'Blue Dart', price: 47_200, taxPct: 18 },
    { category: 'software', what: 'Digital signature', supplier: 'eMudhra', price: 177_000, taxPct: 18 },
    {
      category: 'fees',
      what: 'Filing fee, form AOC-4',
      supplier: 'MCA',
      price: 60_000,
      taxPct: 0,
    },
  ],
  FR: [
    { category: 'travel', what: 'Train Lyon – Paris', supplier: 'SNCF', price: 8_900, taxPct: 10 },
    { category: 'office', what: 'Papeterie', supplier: 'Bureau Vallée', price: 6_480, taxPct: 20 },
    { category: 'post', what: 'Lettre recommandée', supplier: 'La Poste', price: 770, taxPct: 0 },
    {
      category: 'software',
      what: 'Abonnement de signature',
      supplier: 'Signaturwerk GmbH',
      price: 2_500,
      taxPct: 0,
      abroad: { country: 'DE', taxId: 'DE136695976', rate: '20' },
    },
    {
      category: 'fees',
      what: 'Frais de greffe',
      supplier: 'Greffe de Lyon',
      price: 4_535,
      taxPct: 0,
    },
  ],
  JP: [
    { category: 'travel', what: '新幹線 東京–名古屋', supplier: 'JR東海', price: 11_300, taxPct: 10 },
    { category: 'office', what: '事務用品', supplier: 'アスクル', price: 5_280, taxPct: 10 },
    {
      category: 'post',
      what: '書類の宅配便',
      supplier: '赤帽 大森便',
      price: 1_320,
      taxPct: 10,
      isUnqualified: true,
    },
    { category: 'software', what: '電子署名の利用料', supplier: 'クラウドサイン', price: 11_000, taxPct: 10 },
    { category: 'fees', what: '登記の印紙代', supplier: '法務局', price: 15_000, taxPct: 0 },
  ],
};

interface Planned {
  entity: DemoEntity;
  client: DemoClient | null;
  claimant: Person;
  purchase: Purchase;
  gross: number;
  expenseDate: string;
  paidBy: PaidBy;
  fate: ExpenseStatus;
}

type Categories = Readonly<Record<Country, ReadonlyMap<Category, string>>>;

async function makeCategories(admin: Person): Promise<Categories> {
  const accounts = await admin.call(lookups.find, { kind: 'expense_account' });
  const ofCountry = async (country: Country) => {
    const made = new Map<Category, string>();
    for (const category of categories) {
      const accountId = accounts.find(({ label }) => label.startsWith(categoryAccounts[category]))?.id ?? '';
      const name = categoryNames[country][category];
      made.set(category, (await admin.call(expenseCategories.create, { name, accountId })).id);
    }
    return made;
  };
  return { IN: await ofCountry('IN'), FR: await ofCountry('FR'), JP: await ofCountry('JP') };
}

function plan(
  random: Random,
  today: string,
  fate: ExpenseStatus,
  from: { clients: readonly DemoClient[]; team: Team },
): Planned {
  const client = random.pick(from.clients);
  const { entity } = client;
  const offers = purchases[entity.country];
  const purchase = random.pick(offers);
  const isFor = purchase === offers.at(-1) || (client.fxRate === '1' && random.chance(0.25));
  const picked =
    fate === 'reimbursed' ? 'person' : random.pick(['person', 'person', 'bank', 'cash'] as const);
  // No client of the French office pays in cash, so that office has none to spend.
  const paidBy = picked === 'cash' && entity.country === 'FR' ? 'bank' : picked;
  return {
    entity,
    client: isFor ? client : null,
    claimant: random.pick([...from.team.executives, ...from.team.managers]),
    purchase,
    gross: Math.round(purchase.price * (1 + random.int(0, 12) / 4)),
    expenseDate: earliest(workday(addDays(today, -random.int(2, 75))), today),
    paidBy,
    fate,
  };
}

/** Plans the disbursements for clients in the year before, some of which have been invoiced since. */
function planLaidOut(
  random: Random,
  today: string,
  from: { clients: readonly DemoClient[]; team: Team },
): Planned {
  const client = random.pick(from.clients.filter(({ fxRate }) => fxRate === '1'));
  const { entity } = client;
  const purchase = purchases[entity.country].at(-1);
  if (!purchase) throw new Error(`${entity.country} has no disbursement`);
  return {
    entity,
    client,
    claimant: random.pick(from.team.executives),
    purchase,
    gross: Math.round(purchase.price * (1 + random.int(0, 12) / 4)),
    expenseDate: workday(addDays(today, -random.int(80, 330))),
    paidBy: 'bank',
    fate: 'approved',
  };
}

async function attach(person: Person, { purchase, gross, expenseDate, entity }: Planned): Promise<string> {
  const { baseCurrency } = entity.record;
  const file = paperOf([
    expenseDate,
    '',
    'RECEIPT',
    '',
    `${toDecimal(gross as Minor, baseCurrency)} ${baseCurrency}`,
    purchase.taxPct > 0 ? `incl. tax ${purchase.taxPct} %` : 'no tax',
  ]);
  return (await person.send(expenses.upload, { name: `receipt-${expenseDate}.pdf` }, file)).id;
}

/** Enters and submits an expense as its claimant, and decides on it as somebody else, as far as its status requires. */
async function make(planned: Planned, categoryId: string, admin: Person, today: string): Promise<void> {
  const { client, claimant, purchase, gross, expenseDate, fate } = planned;
  const { abroad } = purchase;
  const isLaidOut = client !== null && purchase.taxPct === 0 && abroad === undefined;
  // An expense for a client must be entered by somebody who sees the client.
  const enters = client === null ? claimant : admin;
  const made = await enters.call(expenses.create, {
    entityId: planned.entity.record.id,
    expenseDate,
    categoryId,
    description: purchase.what,
    supplier: purchase.supplier,
    ...(abroad && {
      supplierCountry: abroad.country,
      supplierTaxId: abroad.taxId,
      reverseCharge: true,
      inputTax: [{ rate: abroad.rate }],
    }),
    ...(purchase.isUnqualified === true && { qualifiedIssuer: false }),
    gross,
    taxAmount: Math.round((gross * purchase.taxPct) / (100 + purchase.taxPct)),
    paidBy: planned.paidBy,
    claimantId: claimant.id,
    clientId: client?.id ?? null,
    billable: client !== null,
    pureAgent: isLaidOut,
    taxCodeId:
      client === null || isLaidOut ? null : planned.entity.taxCodes.get(standardTax[planned.entity.country]),
    attachmentId: await attach(enters, planned),
  });
  if (fate === 'draft') return;
  const { id } = made;
  const submitted = await enters.call(expenses.submit, { id }, made.version);
  if (fate === 'submitted') return;
  if (fate === 'rejected') {
    await admin.call(expenses.reject, { id, reason: 'The receipt cannot be read' }, submitted.version);
    return;
  }
  const after = (days: number) => earliest(addDays(expenseDate, days), today);
  const approved = await admin.call(expenses.approve, { id, date: after(4) }, submitted.version);
  if (fate === 'reimbursed') await admin.call(expenses.reimburse, { id, date: after(9) }, approved.version);
  if (fate === 'reversed')
    await admin.call(expenses.reverse, { id, date: after(9), reason: 'Entered twice' }, approved.version);
}

/** Creates the expenses of the last months and the disbursements of the year, in each entity in the order of their dates. */
export async function makeExpenses(
  demo: Demo,
  { clients, team, admin }: { clients: readonly DemoClient[]; team: Team; admin: Person },
): Promise<void> {
  const random = demo.random('expenses');
  const made = await makeCategories(admin);
  const fates = spread(Math.max(8, Math.round(demo.size.tasks / 10)), {
    approved: 5,
    reimbursed: 5,
    submitted: 3,
    draft: 1,
    rejected: 1,
    reversed: 1,
  });
  const laidOut = Array.from({ length: Math.ceil(demo.size.invoices / 15) }, () =>
    planLaidOut(random, demo.today, { clients, team }),
  );
  const planned = [
    ...laidOut,
    ...fates.map((fate) => plan(random, demo.today, fate, { clients, team })),
  ].toSorted((a, b) => a.expenseDate.localeCompare(b.expenseDate));
  await demo.inOrder('Expenses', planned, {
    laneOf: ({ entity }) => entity.country,
    work: (one) => make(one, made[one.entity.country].get(one.purchase.category) ?? '', admin, demo.today),
  });
}
