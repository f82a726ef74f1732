import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rollBack } from '../release/change-site.ts';
import { makeHost, makeRemote } from '../release/made-up.fixture.ts';
import { liveVersions } from '../release/site.ts';
import { assembleSite } from './assemble-site.ts';
import { hostIn, remoteIn } from './built.ts';

let folder: string;
let site: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'daybook-site-'));
  site = join(folder, 'site');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Puts together what the workspace would have built at these versions. */
const assemble = (host: string, billing: string) =>
  assembleSite(site, {
    host: hostIn(makeHost(join(folder, `host-${host}`), { version: host })),
    remotes: [remoteIn(makeRemote(join(folder, `billing-${billing}`), 'billing', { version: billing }))],
  });
const live = () => Object.fromEntries(liveVersions(site));

it('a site follows what is built, host and remotes each alone', () => {
  assemble('1.0.0-aaaa', '1.0.0-aaaa');
  assemble('1.0.0-aaaa', '1.0.0-bbbb');
  expect(live()).toEqual({ host: '1.0.0-aaaa', billing: '1.0.0-bbbb' });
  assemble('1.0.0-bbbb', '1.0.0-aaaa');
  expect(live()).toEqual({ host: '1.0.0-bbbb', billing: '1.0.0-aaaa' });
});

it('what was rolled back is not put in place again until there is something new', () => {
  assemble('1.0.0-aaaa', '1.0.0-aaaa');
  assemble('1.0.0-aaaa', '1.0.0-bbbb');
  rollBack(site, 'billing');
  assemble('1.0.0-aaaa', '1.0.0-bbbb');
  expect(live()['billing']).toBe('1.0.0-aaaa');
  assemble('1.0.0-aaaa', '1.0.0-cccc');
  expect(live()['billing']).toBe('1.0.0-cccc');
});

it('has the settings of the workspace', () => {
  assemble('1.0.0-aaaa', '1.0.0-aaaa');
  writeFileSync(join(site, 'config.json'), '{"timeouts":{"chunkMs":1}}');
  assemble('1.0.0-aaaa', '1.0.0-aaaa');
  expect(readFileSync(join(site, 'config.json'), 'utf8')).toBe('{"timeouts":{}}');
});
