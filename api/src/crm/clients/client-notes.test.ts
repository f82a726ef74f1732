import { clientLevels } from '@daybook/contracts/crm/clients/client-levels';
import { clientNotes } from '@daybook/contracts/crm/clients/client-notes';
import { clientTimeline } from '@daybook/contracts/crm/clients/client-timeline';
import { uuidv7 } from 'uuidv7';
import { makeClient, makeEntity } from '../../../test/fixtures/masters.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let entityId: string;
let admin: Caller;
let manager: Caller;
let crm: Caller;
let other: Caller;

const keys = ['clients.view' as const];

beforeAll(async () => {
  api = await startTestApi();
  entityId = await makeEntity(api.db);
  admin = await api.as({ userType: 'admin', name: 'Ada', keys });
  manager = await api.as({ userType: 'manager', scope: 'all', name: 'Mia', keys });
  crm = await api.as({ userType: 'crm', scope: 'own', name: 'Rose', keys });
  other = await api.as({ userType: 'executive', scope: 'all', name: 'Ed', keys });
});
afterAll(() => api.stop());

const client = () => makeClient(api.db, { entityId, crmId: crm.id });
const bodies = async (who: Caller, id: string) =>
  (await who.call(clientNotes.list, { id })).rows.map(({ body }) => body);

// docs/rules.md#notes-by-level
describe('the notes of a client', () => {
  it('are read by level, in the list and in the timeline, and always by their author', async () => {
    const id = await client();
    for (const level of clientLevels) await manager.call(clientNotes.add, { id, body: level, level });
    await other.call(clientNotes.add, { id, body: 'own', level: 'author' });
    const expected: [Caller, string[]][] = [
      [admin, ['manager_up', 'crm_up', 'everyone']],
      [manager, ['author', 'manager_up', 'crm_up', 'everyone']],
      [crm, ['crm_up', 'everyone']],
      [other, ['own', 'everyone']],
    ];
    for (const [who, read] of expected) {
      expect(await bodies(who, id)).toEqual(read);
      const { rows } = await who.call(clientTimeline.list, { id, filter: { kind: ['note'] } });
      expect(rows.map(({ label }) => label)).toEqual(read);
    }
  });

  it('stand with the pinned ones first, twenty to a page', async () => {
    const id = await client();
    const made = [];
    for (let no = 1; no <= 22; no += 1) made.push(await crm.call(clientNotes.add, { id, body: `${no}` }));
    const [first] = made;
    const at = { id, noteId: first?.id ?? '' };
    expect(await other.call(clientNotes.pin, { ...at, isPinned: true }, { version: 1 })).toMatchObject({
      isPinned: true,
      version: 2,
    });
    const page = await crm.call(clientNotes.list, { id });
    expect(page.rows.map(({ body }) => body).slice(0, 3)).toEqual(['1', '22', '21']);
    const rest = await crm.call(clientNotes.list, { id, cursor: page.next ?? '' });
    expect(rest.rows.map(({ body }) => body)).toEqual(['3', '2']);
    await other.call(clientNotes.pin, { ...at, isPinned: false }, { version: 2 });
    expect((await bodies(crm, id))[0]).toBe('22');
  });

  it('are changed and withdrawn by their author only, at the version that was seen', async () => {
    const id = await client();
    const { id: noteId } = await other.call(clientNotes.add, { id, body: 'The bank writes' });
    const at = { id, noteId };
    const edit = { ...at, body: 'The bank wrote', level: 'everyone' as const };
    expect(await other.call(clientNotes.edit, edit, { version: 1 })).toMatchObject({
      body: 'The bank wrote',
      version: 2,
      isOwn: true,
    });
    // Two edits at once: one of them saw what the other changed.
    const both = await Promise.all(
      ['a', 'b'].map((body) =>
        other.inject({
          method: 'PATCH',
          url: `/api/v1/clients/${id}/notes/${noteId}`,
          headers: { 'if-match': '2' },
          payload: { body, level: 'everyone' },
        }),
      ),
    );
    expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 412]);
    expect(await admin.refused(clientNotes.edit, edit, { version: 3 })).toMatchObject({
      code: 'PERM_DENIED',
    });
    expect(await admin.refused(clientNotes.takeBack, at, { version: 3 })).toMatchObject({
      code: 'PERM_DENIED',
    });
    const gone = await other.call(clientNotes.takeBack, at, { version: 3 });
    expect(gone).toMatchObject({ body: '', withdrawnAt: expect.any(String) });
    expect(await bodies(admin, id)).toEqual(['']);
    expect(await other.refused(clientNotes.edit, edit, { version: 4 })).toMatchObject({
      code: 'STATE_NOT_ALLOWED',
    });
  });

  it('outside the scope, or above the level, answer like an unknown note', async () => {
    const id = await client();
    const hidden = await manager.call(clientNotes.add, { id, body: 'secret', level: 'manager_up' });
    const pin = { id, noteId: hidden.id, isPinned: true };
    const stranger = await api.as({ userType: 'crm', scope: 'own', keys });
    for (const [who, given] of [
      [crm, pin],
      [stranger, pin],
      [crm, { ...pin, noteId: uuidv7() }],
    ] as const)
      expect(await who.refused(clientNotes.pin, given, { version: 1 })).toMatchObject({ code: 'NOT_FOUND' });
    expect(await stranger.refused(clientNotes.list, { id })).toMatchObject({ code: 'NOT_FOUND' });
    expect(await stranger.refused(clientNotes.add, { id, body: 'x' })).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('are added once, however often the request is sent', async () => {
    const id = await client();
    const key = { key: 'note-sent-twice' };
    await crm.call(clientNotes.add, { id, body: 'once' }, key);
    await crm.call(clientNotes.add, { id, body: 'once' }, key);
    expect(await bodies(crm, id)).toEqual(['once']);
  });

  it('keep their text and author against raw SQL', async () => {
    const id = await client();
    const note = await crm.call(clientNotes.add, { id, body: 'mine' });
    const asOther = async (text: string) => {
      const sql = await api.appPool.connect();
      try {
        await sql.query('begin');
        await sql.query(`select set_config('daybook.actor', $1, true)`, [other.id]);
        await sql.query(text, [note.id]);
        return 'done';
      } catch (error) {
        return (error as { code: string }).code;
      } finally {
        await sql.query('rollback');
        sql.release();
      }
    };
    expect(await asOther(`update client_note set body = 'yours' where id = $1`)).toBe('DB001');
    expect(await asOther(`update client_note set created_by = null where id = $1`)).toBe('42501');
    expect(await asOther('delete from client_note where id = $1')).toBe('42501');
    await expect(
      api.ownerPool.query('delete from client_note where id = $1', [note.id]),
    ).rejects.toMatchObject({ code: 'DB001' });
  });
});
