import {
  creditNoteAttachments,
  invoiceAttachments,
  mostAttachments,
  receiptAttachments,
} from '@daybook/contracts/billing/documents/document-attachments';
import type { DocumentAttachments } from '@daybook/contracts/billing/documents/document-attachments';
import { creditNotes } from '@daybook/contracts/billing/credit-notes/credit-notes';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { history } from '@daybook/contracts/history';
import type { HistoryKind } from '@daybook/contracts/history';
import { taskAttachments } from '@daybook/contracts/tasks/tasks/task-files';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { startBilling } from '../../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import { creditOf } from '../../../test/fixtures/credit-fixture.ts';
import { allBut } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { purgeAttachments } from '../../files/store-attachment.ts';
import { requestOf } from '../../http/request-of.ts';

let api: TestApi;
let admin: Caller;
let fixture: BillingFixture;

beforeAll(async () => {
  ({ api, admin, fixture } = await startBilling({ userType: 'super_admin', name: 'Ada Issues' }));
});
afterAll(() => api.stop());

type Draft = { id: string; version: number };

const kinds: {
  kind: HistoryKind;
  endpoints: DocumentAttachments;
  edit: 'invoices.edit' | 'receipts.add' | 'credit_notes.edit' | 'tasks.edit';
  /** Null for a receipt, which has no draft. */
  draft: (() => Promise<Draft>) | null;
  issue: (draft: Draft) => Promise<unknown>;
}[] = [
  {
    kind: 'invoice',
    endpoints: invoiceAttachments,
    edit: 'invoices.edit',
    draft: () => fixture.draft(100),
    issue: ({ id, version }) => admin.call(invoices.issue, { id }, { version }),
  },
  {
    kind: 'credit_note',
    endpoints: creditNoteAttachments,
    edit: 'credit_notes.edit',
    draft: async () => admin.call(creditNotes.create, creditOf(fixture, [[await fixture.issued(100), 100]])),
    issue: ({ id, version }) => admin.call(creditNotes.issue, { id }, { version }),
  },
  {
    kind: 'receipt',
    endpoints: receiptAttachments,
    edit: 'receipts.add',
    draft: null,
    issue: async () => undefined,
  },
  {
    // A finished task keeps its files.
    kind: 'task',
    endpoints: taskAttachments,
    edit: 'tasks.edit',
    draft: () => admin.call(tasks.create, { title: 'Accounts', internal: true, dueOn: '2026-06-30' }),
    issue: ({ id, version }) =>
      admin.call(tasks.transition, { id, to: 'cancelled', reason: 'Entered twice' }, { version }),
  },
];

const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF\n');
const send = (who: Caller, { attach }: DocumentAttachments, id: string, name = 'order.pdf', file = pdf) =>
  who.inject(requestOf(attach, { id, name }, { file }));
const added = async (endpoints: DocumentAttachments, id: string, name: string): Promise<string> =>
  (await send(admin, endpoints, id, name)).json<{ data: { id: string } }>().data.id;
const posted = () => admin.call(receipts.create, fixture.receipt(100));

/** Makes the files two days old: the purge deletes files that nothing refers to. */
async function age(): Promise<void> {
  await api.ownerPool.query('alter table attachment disable trigger attachment_fixed');
  await api.ownerPool.query(`update attachment set created_at = now() - interval '2 days'`);
  await api.ownerPool.query('alter table attachment enable trigger attachment_fixed');
}

const refusalOf = async (text: string): Promise<string | null> =>
  api.appPool.query(text).then(
    () => null,
    (error: { code: string }) => error.code,
  );

// docs/rules.md#files
describe.each(kinds)('a file of one $kind', ({ kind, endpoints, edit, draft, issue }) => {
  it('is removed from an issued document with a reason, once, and stays on record', async () => {
    const made = draft === null ? await posted() : await draft();
    const { id } = made;
    const [order, sheet] = [
      await added(endpoints, id, '../order.pdf'),
      await added(endpoints, id, 'sheet.pdf'),
    ];
    if (draft !== null) {
      await admin.call(endpoints.takeOff, { id, attachmentId: order });
    }
    const before = await admin.call(endpoints.list, { id });
    expect(before.map((file) => [file.id, file.removed])).toEqual([
      ...(draft === null ? [[order, null]] : []),
      [sheet, null],
    ]);
    await issue(made);
    const slip = await added(endpoints, id, 'slip.pdf');
    const bare = await admin.refused(endpoints.takeOff, { id, attachmentId: sheet });
    expect(bare.errors).toEqual({ reason: [{ code: 'REQUIRED', params: {} }] });
    const taken = { id, attachmentId: sheet, reason: 'Of another client' };
    await admin.call(endpoints.takeOff, taken);
    expect(await admin.refused(endpoints.takeOff, taken)).toMatchObject({ code: 'NOT_FOUND' });
    await age();
    await purgeAttachments(api.db);
    const files = await admin.call(endpoints.list, { id });
    expect(files.slice(-2)).toMatchObject([
      {
        id: sheet,
        label: 'sheet.pdf',
        by: 'Ada Issues',
        removed: { by: 'Ada Issues', reason: taken.reason },
      },
      { id: slip, label: 'slip.pdf', removed: null },
    ]);
    const { rawPayload, headers } = await admin.inject(
      requestOf(endpoints.file, { id, attachmentId: sheet }, {}),
    );
    expect(rawPayload.equals(pdf)).toBe(true);
    expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox");
    for (const [statement, code] of [
      [`delete from document_attachment where attachment_id = '${slip}'`, 'DB001'],
      [
        `update document_attachment set removed_at = null, removed_by = null, removal_reason = null
          where attachment_id = '${sheet}'`,
        'DB001',
      ],
      [`update document_attachment set removed_at = now() where attachment_id = '${slip}'`, '23514'],
      [`update document_attachment set created_at = now() where attachment_id = '${slip}'`, '42501'],
    ] as const)
      expect({ statement, code: await refusalOf(statement) }).toEqual({ statement, code });
    const { events: told } = await admin.call(history.of, { kind, id });
    const said = told.map(({ action }) => action.split('.').at(-1));
    expect(said.filter((verb) => verb === 'attach')).toHaveLength(3);
    expect(said.filter((verb) => verb === 'takeOff')).toHaveLength(draft === null ? 1 : 2);
  });

  it('is visible to whoever may open the document, and changed by whoever may edit it', async () => {
    const { id } = draft === null ? await posted() : await draft();
    const other = draft === null ? await posted() : await draft();
    const attachmentId = await added(endpoints, id, 'order.pdf');
    const reader = await api.as({ userType: 'manager', scope: 'all', keys: allBut(edit) });
    const stranger = await api.as({ userType: 'manager', scope: 'own', keys: allBut('setting') });
    expect((await send(reader, endpoints, id)).statusCode).toBe(403);
    expect((await send(stranger, endpoints, id)).statusCode).toBe(404);
    const opens = async (who: Caller, of: string) =>
      (await who.inject(requestOf(endpoints.file, { id: of, attachmentId }, {}))).statusCode;
    expect([await opens(admin, id), await opens(reader, id)]).toEqual([200, 200]);
    expect([await opens(admin, other.id), await opens(stranger, id)]).toEqual([404, 404]);
    expect(await stranger.refused(endpoints.list, { id })).toMatchObject({ code: 'NOT_FOUND' });
    const page = Buffer.from('<!doctype html><script>alert(1)</script>');
    expect((await send(admin, endpoints, id, 'order.pdf', page)).statusCode).toBe(415);
  });

  it('is refused above the limit, even if several are added at once', async () => {
    const { id } = draft === null ? await posted() : await draft();
    const answers = await Promise.all(
      Array.from({ length: mostAttachments + 2 }, (_, index) => send(admin, endpoints, id, `${index}.pdf`)),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(mostAttachments);
    expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(2);
  });
});
