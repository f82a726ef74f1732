import { firmNotifications, ownNotifications } from '@daybook/contracts/notification-settings';
import { executives } from '@daybook/contracts/people/staff';
import { notifications } from '@daybook/contracts/notifications';
import { startTestApi } from '../../test/test-api.ts';
import type { Caller, TestApi } from '../../test/test-api.ts';
import { mailNotifications } from './mail-notifications.ts';

let api: TestApi;
let setter: Caller;

beforeAll(async () => {
  api = await startTestApi(undefined, { SMTP_URL: 'smtp://127.0.0.1:1' });
  setter = await api.as({ userType: 'admin', keys: ['setting', 'executives.edit'] });
});
afterAll(() => api.stop());

const hours = { timezone: null, quietFrom: null, quietTo: null, digestAt: '08:00' };
const anExecutive = () => api.as({ userType: 'executive' });
const open = (caller: Caller) => caller.call(ownNotifications.open, {});
const mailAll = (canMail = true) =>
  mailNotifications(api.db, { clock: null, publicUrl: 'https://daybook.example', canMail });
const happens = (caller: Caller, kind = 'task_assigned', params: object = { no: 'T-1', title: 'Audit' }) =>
  api.appPool.query('select tell($1, $2, $3, $4, $5)', [caller.id, kind, params, 'task', caller.id]);

async function firmSays(choices: Record<string, unknown>, more: object = {}) {
  const { version } = await setter.call(firmNotifications.open, {});
  return setter.call(firmNotifications.save, { ...hours, ...more, choices }, { version });
}

const mailsTo = async ({ id }: Caller) => {
  const { rows } = await api.ownerPool.query<{ subject: string; body: string; id: string }>(
    'select message.id, subject, body from email_message message join app_user on recipient = email where app_user.id = $1',
    [id],
  );
  return rows;
};

describe('the settings of notifications', () => {
  afterEach(() => firmSays(Object.fromEntries(Object.keys(usual).map((kind) => [kind, bell]))));
  const bell = { bell: true, mail: 'none' } as const;
  const usual = { task_assigned: bell, task_to_review: bell, mail_failed: bell };

  it('are those of the firm until a person chooses, and follow the firm in all that the person left', async () => {
    const person = await anExecutive();
    expect(await open(person)).toMatchObject({ isOwn: false, choices: usual, digestAt: '08:00' });
    await firmSays({ task_assigned: { bell: true, mail: 'daily' } }, { digestAt: '17:00' });
    expect(await open(person)).toMatchObject({ isOwn: false, digestAt: '17:00' });

    const shown = await open(person);
    const choices = { ...shown.choices, mail_failed: { bell: false, mail: 'now' as const } };
    await person.call(ownNotifications.save, { ...hours, choices, digestAt: '18:30' });
    await firmSays({
      task_assigned: { bell: false, mail: 'now' },
      mail_failed: { bell: true, mail: 'daily' },
    });
    expect(await open(person)).toMatchObject({
      isOwn: true,
      digestAt: '18:30',
      choices: { task_assigned: { bell: false, mail: 'now' }, mail_failed: { bell: false, mail: 'now' } },
    });

    await person.call(ownNotifications.reset, {});
    expect(await open(person)).toMatchObject({ isOwn: false, choices: { mail_failed: { mail: 'daily' } } });
  });

  it('refuse half a span of quiet hours, one without length, and a zone that does not exist', async () => {
    const person = await anExecutive();
    const faults = [
      [{ quietFrom: '20:00' }, 'quietTo'],
      [{ quietTo: '07:00' }, 'quietFrom'],
      [{ quietFrom: '07:00', quietTo: '07:00' }, 'quietTo'],
      [{ quietFrom: '24:00', quietTo: '07:00' }, 'quietFrom'],
      [{ timezone: 'Europe/Atlantis' }, 'timezone'],
      [{ choices: { task_assigned: { bell: true, mail: 'weekly' } } }, 'choices.task_assigned.mail'],
    ] as const;
    for (const [fault, field] of faults) {
      const refused = await person.refused(ownNotifications.save, { ...hours, choices: {}, ...fault });
      expect([refused.code, ...Object.keys(refused.errors)]).toEqual(['INPUT_INVALID', field]);
    }
    expect(await open(person)).toMatchObject({ isOwn: false });
  });

  it('of the firm are changed by one of two people at a time', async () => {
    const { version } = await setter.call(firmNotifications.open, {});
    const save = { ...hours, choices: {} };
    await setter.call(firmNotifications.save, save, { version });
    expect(await setter.refused(firmNotifications.save, save, { version })).toMatchObject({
      code: 'VERSION_CONFLICT',
    });
    const other = await api.as({ userType: 'manager', keys: ['dashboard.admin'] });
    expect((await other.refused(firmNotifications.open, {})).httpStatus).toBe(403);
  });

  it('leave out what a person wants to know of in no way', async () => {
    const person = await anExecutive();
    await person.call(ownNotifications.save, {
      ...hours,
      choices: { task_assigned: { bell: false, mail: 'none' } },
    });
    await happens(person);
    await happens(person, 'task_to_review');
    const { rows } = await api.ownerPool.query('select kind from notification where user_id = $1', [
      person.id,
    ]);
    expect(rows).toEqual([{ kind: 'task_to_review' }]);
  });
});

describe('the mail of a notification', () => {
  const now = { task_assigned: { bell: false, mail: 'now' as const } };
  const wantsMail = async (more: { locale?: string } = {}) => {
    const person = await anExecutive();
    if (more.locale !== undefined)
      await api.ownerPool.query('update app_user set locale = $2 where id = $1', [person.id, more.locale]);
    await person.call(ownNotifications.save, { ...hours, choices: now });
    return person;
  };

  it('is in the language of the person, leads to the record, and names nobody in its subject', async () => {
    const person = await wantsMail({ locale: 'fr' });
    await happens(person, 'task_assigned', { no: 'T-9', title: 'Liasse\nfiscale' });
    await mailAll();
    const [mail] = await mailsTo(person);
    expect(mail?.subject).toBe('Une tâche vous est attribuée');
    expect(mail?.body).toContain('T-9 Liasse fiscale : tâche qui vous est attribuée');
    expect(mail?.body).toContain(`https://daybook.example/app/tasks/view-task/${person.id}`);
    expect(mail?.body).toContain('https://daybook.example/app/profile/notifications');
  });

  it('comes under the bell instead while there is no mail server', async () => {
    const person = await wantsMail();
    await happens(person);
    expect((await person.call(notifications.list, {})).rows).toEqual([]);
    await mailAll(false);
    expect((await person.call(notifications.list, {})).rows).toMatchObject([{ kind: 'task_assigned' }]);
    await mailAll();
    expect(await mailsTo(person)).toEqual([]);
  });

  it('is not written to somebody who has been deactivated', async () => {
    const person = await wantsMail();
    await happens(person);
    const { version } = await setter.call(executives.open, { id: person.id });
    await setter.call(executives.deactivate, { id: person.id }, { version });
    await mailAll();
    expect(await mailsTo(person)).toEqual([]);
  });

  it('is found under the bell by a colleague who accepts the invitation later', async () => {
    for (const mail of ['now', 'daily'] as const) {
      const person = await anExecutive();
      await person.call(ownNotifications.save, {
        ...hours,
        choices: { task_assigned: { bell: false, mail } },
      });
      const becomes = (status: string) =>
        api.ownerPool.query('update app_user set status = $2 where id = $1', [person.id, status]);
      await becomes('invited');
      await happens(person);
      await api.ownerPool.query(`update notification set created_at = created_at - interval '2 days'`);
      await mailAll();
      await becomes('active');
      await mailAll();
      expect(await mailsTo(person)).toEqual([]);
      expect((await person.call(notifications.list, {})).rows).toMatchObject([{ kind: 'task_assigned' }]);
    }
  });

  it('comes under the bell once its mail server has refused it for good', async () => {
    const person = await wantsMail();
    await happens(person);
    await mailAll();
    const [mail] = await mailsTo(person);
    const attempt = (more: string) =>
      api.appPool.query(`update email_message set attempts = attempts + 1, ${more} where id = $1`, [
        mail?.id,
      ]);
    await attempt(`last_error = 'EENVELOPE 550'`);
    expect((await person.call(notifications.list, {})).rows).toEqual([]);
    await attempt('failed_at = now()');
    expect((await person.call(notifications.list, {})).rows).toMatchObject([{ kind: 'task_assigned' }]);
    expect(await person.call(notifications.unread, {})).toEqual({ count: 1 });
  });

  it('that waits goes with its notification, and the others of a digest are written again', async () => {
    const person = await anExecutive();
    const daily = { bell: true, mail: 'daily' as const };
    await person.call(ownNotifications.save, {
      ...hours,
      choices: { task_assigned: daily, task_to_review: daily },
    });
    await happens(person);
    await happens(person, 'task_to_review', { no: 'T-2', title: 'Stays' });
    await api.ownerPool.query(`update notification set created_at = created_at - interval '2 days'`);
    await mailAll();
    const [first] = await mailsTo(person);
    await api.ownerPool.query(`delete from notification where user_id = $1 and kind = 'task_assigned'`, [
      person.id,
    ]);
    expect(await mailsTo(person)).toEqual([]);
    await mailAll();
    const [second, ...more] = await mailsTo(person);
    expect(more).toEqual([]);
    expect(second?.id).not.toBe(first?.id);
    expect(second?.body).toContain('T-2 Stays');
    expect(second?.body).not.toContain('T-1');
  });
});
