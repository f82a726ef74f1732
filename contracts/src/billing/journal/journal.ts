import { z } from 'zod';
import { asReports, endpoint, forAdmins } from '../../endpoint.ts';
import { fileOutput } from '../../file-output.ts';
import {
  Amount,
  ById,
  Instant,
  MinorUnits,
  OwnId,
  PlainDate,
  Reference,
  Uuid,
  requiredText,
} from '../../fields.ts';
import { NOTHING, compare, sum } from '../../money/money.ts';
import { ListTotal, exportFormat, listQuery } from '../../lists.ts';
import { createEndpoint, listEndpoints, openEndpoint } from '../../usual-endpoints.ts';

/** What posted an entry: the document itself, or a command on it. */
export const journalSources = [
  'invoice',
  'receipt',
  'deposit',
  'refund',
  'allocation',
  'credit_note',
  'expense',
  'staff',
  'void',
  'reversal',
  'write_off',
  'opening',
  'journal',
] as const;
export type JournalSource = (typeof journalSources)[number];

export const accountTypes = ['asset', 'liability', 'equity', 'income', 'expense'] as const;

/** An account of the chart. `systemKey` is the name by which postings find the account. */
export const LedgerAccount = z.object({
  id: Uuid,
  code: z.string(),
  name: z.string(),
  type: z.enum(accountTypes),
  /** The subledgers that the account summarises. */
  subledger: z.enum(['none', 'client', 'user']),
  systemKey: z.string().nullable(),
  /** Names the translation of an account that came with Daybook and was not renamed. */
  usual: z.string().nullable(),
  active: z.boolean(),
  /** Only documents post to it: a manual journal cannot. */
  keptByDocuments: z.boolean(),
});
export type LedgerAccount = z.infer<typeof LedgerAccount>;

const AccountName = LedgerAccount.pick({ id: true, code: true, name: true, systemKey: true, usual: true });
export type AccountName = z.infer<typeof AccountName>;

export const JournalRow = z.object({
  id: Uuid,
  date: PlainDate,
  entity: Reference,
  source: z.enum(journalSources),
  /** The document of the entry, with its number; null if the entry has no numbered document. */
  document: z.object({ id: Uuid, number: z.string(), docKind: z.string() }).nullable(),
  client: Reference.nullable(),
  /** Why a manual journal was posted; null for the entry of a document. */
  reason: z.string().nullable(),
  /** The total of one side, in the entity's base currency. */
  amount: MinorUnits,
  baseCurrency: z.string(),
});
export type JournalRow = z.infer<typeof JournalRow>;

export const JournalLine = z.object({
  no: z.int(),
  account: AccountName,
  client: Reference.nullable(),
  person: Reference.nullable(),
  department: Reference.nullable(),
  currency: z.string(),
  debit: MinorUnits,
  credit: MinorUnits,
  baseDebit: MinorUnits,
  baseCredit: MinorUnits,
});
export type JournalLine = z.infer<typeof JournalLine>;

export const JournalEntry = JournalRow.extend({
  postedAt: Instant,
  postedBy: z.string().nullable(),
  /** The entry that this entry reverses, and the entry that reverses it. */
  reversalOf: Uuid.nullable(),
  reversedBy: Uuid.nullable(),
  lines: z.array(JournalLine),
});
export type JournalEntry = z.infer<typeof JournalEntry>;

const JournalLineInput = z.strictObject({
  accountId: Uuid,
  departmentId: Uuid.nullish().transform((value) => value ?? null),
  /** Minor units of the entity's base currency; exactly one side of each line. */
  debit: Amount.nullish().transform((value) => value ?? NOTHING),
  credit: Amount.nullish().transform((value) => value ?? NOTHING),
});
export type JournalLineInput = z.output<typeof JournalLineInput>;

const JournalListQuery = listQuery(['-date', 'date'], {
  entityId: Uuid,
  accountId: Uuid,
  clientId: Uuid,
  source: z.enum(journalSources),
  from: PlainDate,
  to: PlainDate,
}).omit({ q: true });

/**
 * The balances of all accounts of an entity at the end of a day, in its base currency. Debits and credits have the same total. By
 * department, an account of income or expenses has a row for each of them and one for none, which add up to its balance.
 */
export const TrialBalance = z.object({
  entity: Reference,
  currency: z.string(),
  asOf: PlainDate,
  rows: z.array(
    z.object({
      account: LedgerAccount.pick({
        id: true,
        code: true,
        name: true,
        systemKey: true,
        usual: true,
        type: true,
      }),
      department: Reference.nullable(),
      debit: MinorUnits,
      credit: MinorUnits,
    }),
  ),
  debit: MinorUnits,
  credit: MinorUnits,
});
export type TrialBalance = z.infer<typeof TrialBalance>;

const TrialBalanceQuery = z.object({
  entityId: Uuid,
  asOf: PlainDate,
  byDepartment: z.stringbool().optional(),
});

/** Each line has one side, and debits equal credits. */
function checkBalance({ lines }: { lines: readonly JournalLineInput[] }, context: z.RefinementCtx): void {
  const twoSided = lines.flatMap(({ debit, credit }, row) =>
    (debit === NOTHING) === (credit === NOTHING)
      ? [{ row, side: debit === NOTHING ? 'debit' : 'credit' }]
      : [],
  );
  for (const { row, side } of twoSided)
    context.addIssue({ code: 'custom', path: ['lines', row, side], message: 'ONE_SIDE' });
  const debits = sum(lines.map(({ debit }) => debit));
  const credits = sum(lines.map(({ credit }) => credit));
  if (twoSided.length === 0 && compare(debits, credits) !== 0)
    context.addIssue({ code: 'custom', path: ['lines'], message: 'NOT_BALANCED' });
}

const read = { method: 'GET', allow: forAdmins } as const;

/** The books, for the people who run the firm. */
export const journal = {
  /** The export has a row for each line of each entry. */
  ...asReports(
    listEndpoints('/journal', read.allow, { query: JournalListQuery, row: JournalRow, total: ListTotal }),
  ),
  open: openEndpoint('/journal', read.allow, JournalEntry),
  /** Posts a manual journal. It never touches an account that documents keep. */
  create: createEndpoint('/journal', read.allow, {
    input: z
      .object({
        id: OwnId,
        entityId: Uuid,
        date: PlainDate,
        reason: requiredText(500),
        lines: z.array(JournalLineInput).min(2).max(100),
      })
      .superRefine(checkBalance),
    output: JournalEntry,
  }),
  /** Posts the opposite of a manual journal, once. The answer is the new entry. */
  reverse: endpoint({
    method: 'POST',
    path: '/journal/:id/reverse',
    allow: read.allow,
    input: ById.extend({ date: PlainDate, reason: requiredText(500) }),
    output: JournalEntry,
  }),
};

export const trialBalances = asReports({
  open: endpoint({ ...read, path: '/trial-balance', input: TrialBalanceQuery, output: TrialBalance }),
  export: endpoint({
    ...read,
    path: '/trial-balance/export',
    file: true,
    input: TrialBalanceQuery.extend({ format: exportFormat }),
    output: fileOutput,
  }),
});

/** The whole chart at once, for pickers and filters. */
export const chartOfAccounts = {
  /** By code. */
  list: endpoint({
    ...read,
    path: '/chart-of-accounts',
    input: z.object({}),
    output: z.object({ rows: z.array(LedgerAccount) }),
  }),
};
