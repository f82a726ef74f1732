import { uuidv7 } from 'uuidv7';
import { invoiceMails } from '@daybook/contracts/billing/invoices/invoice-mails';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { clientGroups } from '@daybook/contracts/crm/client-groups/client-groups';
import { clientDocuments } from '@daybook/contracts/crm/client-documents/client-documents';
import { clientErasure } from '@daybook/contracts/crm/clients/client-erasure';
import { clientFiles } from '@daybook/contracts/crm/clients/client-files';
import { clientNotes } from '@daybook/contracts/crm/clients/client-notes';
import { enquiryAttachments } from '@daybook/contracts/crm/enquiries/enquiry-files';
import { enquiries } from '@daybook/contracts/crm/enquiries/enquiries';
import { followUps } from '@daybook/contracts/receivables/follow-up/follow-ups';
import { taskAttachments } from '@daybook/contracts/tasks/tasks/task-files';
import { taskTalk } from '@daybook/contracts/tasks/tasks/task-talk';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { timeEntries } from '@daybook/contracts/tasks/time/task-time';
import { makeClientToErase } from '../../../../test/fixtures/client-to-erase.ts';
import { sourceId } from '../../../../test/fixtures/enquiry-choices.ts';
import { refusedInSql } from '../../../../test/refused-in-sql.ts';
import { startTestApi } from '../../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../../test/test-api.ts';
import { requestOf } from '../../../http/request-of.ts';

let api: TestApi;
let owner: Caller;
let clientId: string;
let taskId: string;
let invoiceId: string;
beforeAll(async () => {
  api = await startTestApi(undefined, { SMTP_URL: 'smtp://127.0.0.1:1' });
  owner = await api.as({ userType: 'super_admin', name: 'Olga Owner' });
  const made = await makeClientToErase(api, owner);
  ({ taskId, invoiceId } = made);
  clientId = made.client.id;
  const { code, version } = made.client;
  await owner.call(clientErasure.erase, { id: clientId, code, reason: 'Asked' }, { version });
});
afterAll(() => api.stop());

const file = Buffer.from('%PDF-1.4\nlater\n%%EOF\n');
const said = async (request: ReturnType<typeof requestOf>) =>
  (await owner.inject(request)).json<{ code?: string }>().code;

// docs/rules.md#erasure-of-a-client
describe('nothing is written on an erased client', () => {
  it('itself: no note, file, document or follow-up', async () => {
    const answers = [
      (await owner.refused(clientNotes.add, { id: clientId, body: 'Later' })).code,
      await said(requestOf(clientFiles.add, { id: clientId, name: 'later.pdf', year: 2026 }, { file })),
      (await owner.refused(clientDocuments.create, { clientId, kind: 'identity', number: '1' })).code,
      (await owner.refused(followUps.log, { clientId, channel: 'call', outcome: 'other', note: 'Later' }))
        .code,
    ];
    expect(answers).toEqual(answers.map(() => 'CLIENT_ERASED'));
  });

  it('on its tasks: no note, file, step, time, text or new task', async () => {
    const task = await owner.call(tasks.open, { id: taskId });
    expect(task).toMatchObject({ clientErased: true, moves: [] });
    const [time] = (await owner.call(timeEntries.list, { filter: { taskId } })).rows;
    expect(time).toMatchObject({ mayEdit: false });
    const { version } = task;
    const worked = { workedOn: '2026-03-02', minutes: 10 };
    const answers = [
      owner.refused(taskTalk.addNote, { id: taskId, body: 'Later' }),
      owner.refused(timeEntries.create, { taskId, ...worked }),
      owner.refused(
        timeEntries.edit,
        { id: time?.id ?? '', ...worked, note: 'Later' },
        { version: time?.version ?? 0 },
      ),
      owner.refused(tasks.recordFiling, { id: taskId, filedOn: '2026-03-02', ackNo: 'Later' }, { version }),
      owner.refused(tasks.transition, { id: taskId, to: 'in_progress', reason: 'Later' }, { version }),
    ];
    for (const answer of answers) expect((await answer).code).toBe('CLIENT_ERASED');
    expect(await said(requestOf(taskAttachments.attach, { id: taskId, name: 'later.pdf' }, { file }))).toBe(
      'CLIENT_ERASED',
    );
    const made = await owner.refused(tasks.create, { title: 'Later', dueOn: '2026-03-02', clientId });
    expect(made.errors?.['clientId']).toMatchObject([{ code: 'REFERENCE_UNKNOWN' }]);
  });

  it('on the enquiry that it came from: no note, file or text', async () => {
    const [won] = (await owner.call(enquiries.list, { filter: { clientId } })).rows;
    const { id, no, version, erasedAt } = await owner.call(enquiries.open, { id: won?.id ?? '' });
    expect(erasedAt).not.toBeNull();
    const fields = {
      enquiryDate: '2026-01-01',
      name: no,
      email: 'later@client.test',
      sourceId: sourceId('referral'),
      ownerId: owner.id,
    };
    const answers = [
      owner.refused(enquiries.addNote, { id, body: 'Later' }),
      owner.refused(enquiries.edit, { ...fields, id }, { version }),
    ];
    for (const answer of answers) expect((await answer).code).toBe('CLIENT_ERASED');
    expect(await said(requestOf(enquiryAttachments.attach, { id, name: 'later.pdf' }, { file }))).toBe(
      'CLIENT_ERASED',
    );
  });

  it('by another enquiry: it neither becomes the client, nor was referred by it, nor is merged into its enquiry', async () => {
    const fields = {
      enquiryDate: '2026-01-01',
      name: 'Nora',
      email: 'nora@client.test',
      sourceId: sourceId('referral'),
      ownerId: owner.id,
      nextActionOn: '2026-02-01',
    };
    const { id, version } = await owner.call(enquiries.create, fields);
    const converted = await owner.refused(enquiries.convert, { id, clientId }, { version });
    expect(converted.errors?.['clientId']).toMatchObject([{ code: 'REFERENCE_UNKNOWN' }]);
    const referred = await owner.refused(
      enquiries.edit,
      { ...fields, id, referrerClientId: clientId },
      { version },
    );
    expect(referred.errors?.['referrerClientId']).toMatchObject([{ code: 'REFERENCE_UNKNOWN' }]);
    const [won] = (await owner.call(enquiries.list, { filter: { clientId } })).rows;
    const merged = await owner.refused(
      enquiries.merge,
      { id: won?.id ?? '', otherId: id, otherVersion: version },
      { version: won?.version ?? 0 },
    );
    expect(merged.code).toBe('CLIENT_ERASED');
    const refer = `update enquiry set referrer_client_id = $2 where id = $1`;
    const become = `update enquiry set status = 'won', next_action_on = null, converted_client_id = $2 where id = $1`;
    for (const update of [refer, become])
      expect(await refusedInSql(api, [update, [id, clientId]])).toBe('DB130');
  });

  it('on its documents: no mail', async () => {
    expect(await owner.call(invoices.open, { id: invoiceId })).toMatchObject({ clientErased: true });
    const { code } = await owner.refused(invoiceMails.send, {
      id: invoiceId,
      nth: 2,
      sentTo: ['later@client.test'],
      subject: 'Later',
      body: 'Later',
    });
    expect(code).toBe('CLIENT_ERASED');
    const { rows } = await api.ownerPool.query(`select from email_message where subject = 'Later'`);
    expect(rows).toEqual([]);
  });

  it('as the payer of a group', async () => {
    const { code } = await owner.refused(clientGroups.create, {
      id: uuidv7(),
      name: 'Later',
      memberIds: [clientId],
      payerClientId: clientId,
    });
    expect(code).toBe('CLIENT_ERASED');
  });
});
