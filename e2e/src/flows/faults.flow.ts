import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { inWorkspace } from '@daybook/tooling/workspace';
import { answersOf, at, cuttingWire, inEachModule, inTheScreen } from '../installation/faults.ts';
import type { Answer, Fault } from '../installation/faults.ts';
import { fill, pick, press } from '../installation/form.ts';
import { openInstallation } from '../installation/open-installation.ts';
import type { Installation } from '../installation/open-installation.ts';
import { ownSite } from '../installation/own-site.ts';
import type { OwnSite } from '../installation/own-site.ts';
import { follow } from '../installation/site-screens.ts';

let installation: Installation;
let site: OwnSite;
let wire: Awaited<ReturnType<typeof cuttingWire>>;

const screens = {
  clients: { address: '/app/clients', heading: 'Clients' },
  newClient: { address: '/app/clients/add', heading: 'New client' },
  services: { address: '/app/settings/services', heading: 'Services' },
} as const;

/** The files that a screen fetches, and the code that is shown when one cannot be loaded. */
const kinds = {
  manifest: {
    file: /\/mf\/settings\/.*mf-manifest\.json$/,
    code: 'MANIFEST_LOAD_FAILED',
    at: screens.services,
  },
  remoteEntry: { file: /\/mf\/crm\/.*remoteEntry.*\.js$/, code: 'REMOTE_LOAD_FAILED', at: screens.clients },
  'script of a screen': { file: /\/mf\/crm\/.*src_.*\.js$/, code: 'CHUNK_LOAD_FAILED', at: screens.clients },
  stylesheet: { file: /\/mf\/crm\/.*src_.*\.css$/, code: 'CSS_CHUNK_LOAD_FAILED', at: screens.clients },
  'chunk of the host': { file: /\/antd-form\..*\.js$/, code: 'CHUNK_LOAD_FAILED', at: screens.newClient },
} as const;
type Kind = keyof typeof kinds;
const kindNames = Object.keys(kinds) as Kind[];
let paths: Record<Kind, string>;

const faults: readonly Fault[] = [
  'is answered 404',
  'is answered 500',
  'is a page of HTML',
  'is other JSON',
  'is cut off',
  'hangs',
];
const typeOf = (fault: Fault) => (fault === 'hangs' ? 'timeout' : 'error');

/** Total budgets, short enough to wait for. They apply only while a request hangs, so that everything else has the time it needs. */
const short = { manifestMs: 1_500, entryMs: 1_500, chunkMs: 4_000 } as const;

const patient = { manifestMs: 60_000, entryMs: 60_000, chunkMs: 120_000 };

const setTimes = (times: object) => void Object.assign(globalThis, { daybookConfig: { timeouts: times } });

before(async () => {
  site = ownSite({ timeouts: patient });
  // A remote whose files the list does not name is loaded by its manifest.
  site.change(({ files, ...release }) => (release.name === 'settings' ? release : { ...release, files }));
  installation = await openInstallation({ siteDir: site.folder });
  wire = await cuttingWire(installation.url);
  paths = await pathsOfKinds();
});
after(async () => {
  wire.close();
  await installation.close();
  site.remove();
});

const headed = (page: Page, heading: string) => page.getByRole('heading', { name: heading, level: 1 });
const alertIn = (page: Page) => page.getByRole('alert').filter({ hasText: 'This part could not be loaded' });

async function pathsOfKinds(): Promise<Record<Kind, string>> {
  const { page, context } = await installation.visit();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  for (const { address, heading } of Object.values(screens)) {
    await page.goto(installation.url + address);
    await headed(page, heading).waitFor();
  }
  await context.close();
  const found = kindNames.map((kind) => {
    const path = asked.find((one) => kinds[kind].file.test(one));
    assert.ok(path, `a screen fetches a ${kind}`);
    return [kind, path] as const;
  });
  return Object.fromEntries(found) as Record<Kind, string>;
}

const budgets = {
  MANIFEST_LOAD_FAILED: 'manifestMs',
  REMOTE_LOAD_FAILED: 'entryMs',
  CHUNK_LOAD_FAILED: 'chunkMs',
  CSS_CHUNK_LOAD_FAILED: 'chunkMs',
} as const;

interface Trial {
  screen: (typeof screens)[keyof typeof screens];
  broken: string;
  /** The faulty answers, one after the other, and whole words that the screen then shows. */
  faults: readonly { answer: Answer; said: readonly string[] }[];
  /** The budget that is short while the request hangs; all other budgets stay long. */
  hangs?: keyof typeof short | undefined;
}

/** Nothing is fetched before it is needed; otherwise some files would be in the browser's cache before they fail. */
const saveData = `Object.defineProperty(navigator, 'connection', { value: { saveData: true } })`;

const retry = (page: Page) => page.getByRole('button', { name: 'Retry' }).click();

/** Opens a screen of which one file fails: the screen names the failure, everything else works, and Retry recovers once the fault is gone. */
async function tryFaults({ screen, broken, faults: all, hangs }: Trial): Promise<void> {
  const { page, context } = await installation.visit();
  const waitShortly = async (isShort: boolean) => {
    if (hangs) await page.evaluate(setTimes, isShort ? { ...patient, [hangs]: short[hangs] } : patient);
  };
  await page.addInitScript('globalThis.isBroken = true');
  await page.addInitScript(saveData);
  let answer = all[0]?.answer;
  await page.route(at(broken), (route) => answer?.(route));
  await page.goto(`${installation.url}/app/tasks`);
  await headed(page, 'Tasks').waitFor();
  await waitShortly(true);
  await follow(page, screen.address);
  const alert = alertIn(page);
  for (const [index, fault] of all.entries()) {
    if (index > 0) {
      // The message of the previous fault may read the same.
      await alert.evaluate((element) => element.setAttribute('data-before', ''));
      ({ answer } = fault);
      await retry(page);
    }
    const told = alert.and(page.locator(':not([data-before])'));
    for (const words of fault.said) await told.getByText(words).waitFor();
  }

  await waitShortly(false);
  await page
    .getByRole('navigation', { name: 'Menu' })
    .getByRole('link', { name: 'Tasks', exact: true })
    .click();
  await headed(page, 'Tasks').waitFor();
  await waitShortly(true);
  await page.goBack();
  await alert.waitFor();

  await waitShortly(false);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.evaluate('globalThis.isBroken = false');
  await retry(page);
  await headed(page, screen.heading).waitFor();
  await context.close();
}

/** Failures although every file could be loaded, in the words of docs/federation.md, and their codes. */
const ofTheCode = {
  'a module throws while it is loaded': 'SCREEN_FAILED',
  'a screen throws while it is drawn': 'SCREEN_FAILED',
  'built for a contract that the host has not': 'INCOMPATIBLE_REMOTE',
} as const;
const codeOf = (what: keyof typeof ofTheCode) => ofTheCode[what];

const answered = faults.filter((fault) => fault !== 'hangs');

// These tests mostly wait.
describe(
  'a screen shows an error in its place, leaves the rest working and recovers if',
  {
    concurrency: 4,
  },
  () => {
    for (const kind of kindNames) {
      const { code, at: screen } = kinds[kind];
      const tried = (given: readonly Fault[]) => ({
        screen,
        broken: paths[kind],
        faults: given.map((fault) => ({
          answer: (route: Route) => answersOf(wire.url)[fault](route),
          said: [`${code} · ${typeOf(fault)}`, paths[kind]],
        })),
      });
      it(`its ${kind} ${answered.join(', ')}`, () => tryFaults(tried(answered)));
      it(`its ${kind} hangs`, () => tryFaults({ ...tried(['hangs']), hangs: budgets[code] }));
    }

    it('one of its modules throws while it is loaded', () =>
      tryFaults({
        screen: screens.clients,
        broken: paths['script of a screen'],
        faults: [
          {
            answer: inEachModule,
            said: [`${codeOf('a module throws while it is loaded')} · a fault of the test`],
          },
        ],
      }));

    it('it throws while it is drawn', () =>
      tryFaults({
        screen: screens.clients,
        broken: paths['script of a screen'],
        faults: [
          {
            answer: inTheScreen,
            said: [`${codeOf('a screen throws while it is drawn')} · a fault of the test`],
          },
        ],
      }));

    it('it needs another contract than the host has', () => {
      const remotes = site
        .releases()
        .map((one) => (one.name === 'crm' ? { ...one, contract: '^99.0.0' } : one));
      return tryFaults({
        screen: screens.clients,
        broken: '/remotes.json',
        faults: [
          {
            answer: (route) => route.fulfill({ json: { remotes } }),
            said: [
              codeOf('built for a contract that the host has not'),
              'needs contract ^99.0.0; this page has',
            ],
          },
        ],
      });
    });
  },
);

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

describe('the tables in docs/federation.md', () => {
  it('list the faults of this flow and the codes that it expects', () => {
    const table = [
      ...kindNames.map((kind) => row([kind, `\`${kinds[kind].code}\``, ...faults.map(typeOf)])),
      ...Object.entries(ofTheCode).map(([what, code]) => `| ${what} | \`${code}\``),
    ];
    const written = readFileSync(inWorkspace('docs/federation.md'), 'utf8').replaceAll(/ {2,}/g, ' ');
    for (const line of table) assert.ok(written.includes(line), `this row is missing:\n${line}`);
  });
});

describe('an API that is down', () => {
  it('is reported where its data would be shown, and Try again works once the API is back', async () => {
    const { page } = await installation.visit();
    await page.goto(`${installation.url}/app/tasks`);
    await page.getByRole('heading', { name: 'Tasks', level: 1 }).waitFor();
    await page.route('**/api/v1/**', (route) =>
      route.fulfill({ status: 503, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
    );
    await page.reload();
    const failure = page.getByRole('alert').filter({ hasText: 'Daybook is not available right now' });
    await failure.waitFor();
    const menu = page.getByRole('navigation', { name: 'Menu' });
    await menu.getByRole('link', { name: 'Services' }).click();
    await page.getByRole('heading', { name: 'Services', level: 1 }).waitFor();
    await failure.waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Add the services of the firm.').waitFor();
  });

  it('does not lose what was typed into a form, which is saved once the API is back', async () => {
    const { page } = await installation.visit();
    await page.goto(`${installation.url}/app/enquiries/add`);
    await fill(page, 'Name', 'Jonathan Harker');
    await fill(page, 'E-mail', 'jonathan@harker.test');
    await pick(page, 'Source', 'Referral');
    await page.route('**/api/v1/enquiries', (route) => route.fulfill({ status: 503, body: '' }));
    await press(page, 'Save');
    await page.getByText(/Daybook is not available right now/).waitFor();
    await page.unrouteAll();
    await press(page, 'Save');
    await page.getByRole('heading', { name: /Jonathan Harker/ }).waitFor();
  });
});
