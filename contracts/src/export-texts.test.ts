import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportTexts } from './export-texts.ts';
import { languages } from './fields.ts';

/** The screen text of each column heading: the remote (or `series`) and the key in its texts. */
const heads = {
  number: 'billing:field.number',
  status: 'billing:field.status',
  issueDate: 'billing:field.issueDate',
  dueDate: 'billing:field.dueDate',
  voidDate: 'billing:void.date',
  validUntil: 'billing:proforma.validUntil',
  client: 'billing:field.client',
  billedTo: 'billing:field.billTo',
  country: 'settings:entity.country',
  placeOfSupply: 'billing:field.placeOfSupply',
  reverseCharge: 'billing:field.reverseCharge',
  entity: 'billing:field.entity',
  poNo: 'billing:field.poNo',
  serviceFrom: 'billing:field.serviceFrom',
  serviceTo: 'billing:field.serviceTo',
  supplyDate: 'billing:field.supplyDate',
  currency: 'billing:field.currency',
  fxRate: 'billing:field.fxRate',
  fromCurrency: 'settings:rate.from',
  toCurrency: 'settings:rate.to',
  fromDay: 'settings:rate.date',
  rateSource: 'settings:rate.source',
  net: 'billing:totals.net',
  tax: 'billing:totals.tax',
  rounding: 'billing:totals.rounding',
  total: 'billing:totals.total',
  prepaid: 'billing:totals.prepaid',
  payable: 'billing:totals.payable',
  withheldExpected: 'billing:totals.withheld',
  writtenOff: 'billing:status.written_off',
  outstanding: 'billing:field.outstanding',
  baseCurrency: 'settings:entity.baseCurrency',
  taxCategory: 'settings:taxCode.category',
  rate: 'settings:taxCode.rate',
  voucherKind: 'billing:advance.kind',
  receivedOn: 'billing:receipt.date',
  mode: 'billing:receipt.mode',
  reference: 'billing:receipt.reference',
  received: 'billing:receipt.amount',
  withheld: 'billing:receipt.withheld',
  section: 'billing:receipt.section',
  bankCharge: 'billing:receipt.bankCharge',
  chequeNo: 'billing:receipt.chequeNo',
  chequeBank: 'billing:receipt.chequeBank',
  chequeDate: 'billing:receipt.chequeDate',
  depositedOn: 'billing:receipt.depositedOn',
  clearedOn: 'billing:receipt.clearedOn',
  bankAccount: 'billing:receipt.bankAccount',
  receivedBy: 'billing:receipt.receivedBy',
  allocated: 'billing:receipt.allocated',
  unallocated: 'billing:receipt.unallocated',
  refunded: 'billing:receipt.refunded',
  narration: 'billing:receipt.narration',
  advanceTax: 'billing:advance.tax',
  reason: 'billing:reason',
  explanation: 'billing:credit.because',
  applied: 'billing:credit.applied',
  available: 'billing:credit.available',
  date: 'billing:date',
  postedOn: 'billing:expense.postedOn',
  category: 'billing:expense.category',
  description: 'billing:expense.description',
  supplier: 'billing:expense.supplier',
  supplierReference: 'billing:expense.reference',
  claimant: 'billing:expense.claimant',
  paidFrom: 'billing:expense.paidBy',
  taxIn: 'billing:expense.tax',
  taxRecoverable: 'billing:expense.taxRecoverable',
  gross: 'billing:expense.gross',
  charged: 'billing:expense.charge',
  billable: 'billing:expense.billable',
  voucher: 'billing:expense.voucher',
  source: 'billing:journal.source',
  document: 'billing:ledger.document',
  account: 'billing:journal.account',
  accountType: 'billing:journal.type',
  person: 'billing:subledger.user',
  debit: 'billing:ledger.debit',
  credit: 'billing:ledger.credit',
  balance: 'billing:ledger.balance',
  asOf: 'billing:ledger.asOf',
  kind: 'billing:line.kind',
  readyOn: 'billing:pending.readyOn',
  work: 'billing:pending.description',
  group: 'billing:pending.group',
  service: 'billing:line.service',
  amount: 'billing:line.amount',
  invoice: 'billing:proforma.invoice',
  lastInvoice: 'billing:unbilled.last',
  waiting: 'billing:unbilled.waiting',
  crm: 'billing:unbilled.crm',
  code: 'crm:client.code',
  name: 'crm:client.name',
  legalName: 'settings:entity.legalName',
  clientKind: 'crm:client.kind',
  manager: 'crm:client.manager',
  contact: 'crm:client.contact',
  email: 'crm:contact.email',
  phone: 'crm:contact.phone',
  payer: 'crm:group.payer',
  members: 'crm:group.members',
  active: 'settings:active',
  stage: 'crm:enquiry.status',
  company: 'crm:enquiry.company',
  enquirySource: 'crm:enquiry.source',
  owner: 'crm:enquiry.owner',
  nextActionOn: 'crm:enquiry.nextActionOn',
  expectedValue: 'crm:enquiry.expectedValue',
  title: 'tasks:field.title',
  priority: 'tasks:field.priority',
  startOn: 'tasks:field.startOn',
  targetOn: 'tasks:field.targetOn',
  dueOn: 'tasks:field.dueOn',
  assignees: 'tasks:field.assignees',
  reviewer: 'tasks:field.reviewer',
  minutes: 'tasks:time.minutes',
  billableWork: 'tasks:field.billable',
  timeNote: 'tasks:time.note',
  billing: 'tasks:billing',
  fee: 'tasks:field.fee',
  department: 'settings:service.department',
  sacHsn: 'billing:line.sacHsn',
  unit: 'settings:service.unit',
  price: 'settings:service.price',
  taxCode: 'settings:service.taxCode',
  regime: 'settings:entity.regime',
  taxKind: 'settings:taxCode.kind',
  lawSection: 'settings:withholding.section',
  withheldOf: 'settings:withholding.base',
  counting: 'settings:withholding.counting',
  roundTo: 'settings:withholding.roundTo',
  roundDir: 'settings:withholding.roundDir',
  userType: 'settings:person.type',
  departments: 'settings:person.departments',
  reportsTo: 'settings:person.manager',
  sees: 'settings:person.scope',
  language: 'settings:person.locale',
  joinedOn: 'settings:person.joinedOn',
  leftOn: 'settings:person.leftOn',
  items: 'billing:pendingTotal.items',
  upTo30: 'billing:pendingTotal.age.upTo30',
  upTo60: 'billing:pendingTotal.age.upTo60',
  upTo90: 'billing:pendingTotal.age.upTo90',
  over90: 'billing:pendingTotal.age.over90',
  oldest: 'billing:pendingTotal.oldest',
  held: 'billing:pendingTotal.held',
  taskCategory: 'tasks:field.category',
  head: 'settings:department.head',
  reviewRequired: 'settings:template.reviewRequired',
  slaDays: 'settings:template.slaDays',
  rule: 'tasks:series.rule',
  nextDue: 'tasks:series.nextDue',
  assigneeRule: 'tasks:field.assigneeRule',
  pausedFor: 'series:pausedBecause',
};

/** The screen texts of each field's codes. */
const groups = {
  invoiceStatus: 'billing:status',
  proformaStatus: 'billing:proformaStatus',
  receiptStatus: 'billing:receiptStatus',
  voucherKind: 'billing:voucherKind',
  mode: 'billing:mode',
  creditStatus: 'billing:creditStatus',
  creditReason: 'billing:creditReason',
  expenseStatus: 'billing:expenseStatus',
  paidBy: 'billing:paidBy',
  pendingStatus: 'billing:pendingStatus',
  lineKind: 'billing:lineKind',
  ledgerKind: 'billing:ledgerKind',
  journalSource: 'billing:journalSource',
  accountType: 'billing:accountType',
  taxCategory: 'billing:taxCategory',
  clientKind: 'crm:kind',
  clientStatus: 'crm:clientStatus',
  enquirySource: 'crm:source',
  enquiryStatus: 'crm:enquiryStatus',
  taskStatus: 'tasks:status',
  priority: 'tasks:priority',
  seriesStatus: 'series:status',
  pauseReason: 'series:pausedFor',
  assigneeRule: 'tasks:series.by',
  billingStatus: 'tasks:billingStatus',
  regime: 'settings:regime',
  taxKind: 'settings:taxKind',
  rateCategory: 'settings:category',
  withholdingBase: 'settings:withholdingBase',
  withholdingCounting: 'settings:withholdingCounting',
  withholdingUnit: 'settings:withholdingUnit',
  withholdingDir: 'settings:withholdingDir',
  userType: 'settings:person.types',
  scope: 'settings:person.scopes',
  userStatus: 'settings:person.statuses',
  account: 'billing:account',
  expenseAccount: 'billing:expenseAccount',
  unit: 'settings:unit',
};

const sheets = {
  pendingByClient: 'billing:pendingTotal.clients',
  pendingByGroup: 'billing:pendingTotal.groups',
  invoices: 'billing:invoice.list',
  proformas: 'billing:proforma.list',
  receipts: 'billing:receipt.list',
  creditNotes: 'billing:credit.list',
  expenses: 'billing:expense.list',
  pendingInvoices: 'billing:pending.list',
  unbilledClients: 'billing:unbilled.list',
  clientLedger: 'billing:ledger.title',
  journal: 'billing:journal.title',
  trialBalance: 'billing:trialBalance.title',
  clients: 'crm:clients',
  clientGroups: 'crm:group.list',
  enquiries: 'crm:enquiries',
  tasks: 'tasks:title',
  time: 'tasks:time.title',
  recurringTasks: 'tasks:series.list',
  recurringInvoices: 'billing:recurring.list',
  billingEntities: 'settings:entity.title',
  departments: 'settings:department.title',
  services: 'settings:service.title',
  taxCodes: 'settings:taxCode.title',
  withholdingCodes: 'settings:withholding.title',
  exchangeRates: 'settings:rate.title',
  managers: 'settings:staff.managers.title',
  executives: 'settings:staff.executives.title',
  crms: 'settings:staff.crms.title',
  admins: 'settings:staff.admins.title',
};

type Texts = { [key: string]: Texts | string };

const textOf = (texts: Texts, path: string): Texts | string | undefined =>
  path
    .split('.')
    .reduce<Texts | string | undefined>(
      (within, key) => (typeof within === 'object' ? within[key] : undefined),
      texts,
    );

describe.each(languages)('an exported list in %s', (language) => {
  const remotes = new Map<string, Texts>();
  const onScreen = (source: string): string | undefined => {
    const [remote = '', path = ''] = source.split(':');
    const folder = remote === 'series' ? 'shared/src/locales/series' : `remote-${remote}/src/locales`;
    const file = join(__dirname, `../../${folder}/${language}.json`);
    const texts = remotes.get(remote) ?? (JSON.parse(readFileSync(file, 'utf8')) as Texts);
    remotes.set(remote, texts);
    const text = textOf(texts, path);
    return typeof text === 'string' ? text : undefined;
  };
  const texts = exportTexts[language];

  it('has the column headings of the screens', () => {
    const shown = Object.keys(heads).map((head) => [head, texts.headers[head as keyof typeof heads]]);
    const said = Object.entries(heads).map(([head, source]) => [head, onScreen(source)]);
    expect(shown).toEqual(said);
  });

  it('has sheet names from the menu', () => {
    const shown = Object.keys(sheets).map((name) => [name, texts.sheet[name as keyof typeof sheets]]);
    expect(shown).toEqual(Object.entries(sheets).map(([name, source]) => [name, onScreen(source)]));
    for (const [, name] of shown) expect(name).toMatch(/^[^[\]:*?/\\]{1,31}$/);
  });

  it.each(Object.entries(groups))('has the screen’s words for %s', (group, source) => {
    const words = Object.entries<string>(texts[group as keyof typeof groups]);
    expect(words.length).toBeGreaterThan(1);
    const said = words.map(([code]) => [code, onScreen(`${source}.${code}`)]);
    expect(words).toEqual(said);
  });
});
