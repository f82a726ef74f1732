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

/** Assembles a site from builds of host and billing at these versions. */
const assemble = (host: string, billing: string) =>
  assembleSite(site, {
    host: hostIn(makeHost(join(folder, `host-${host}`), { version: host })),
    remotes: [remoteIn(makeRemote(join(folder, `billing-${billing}`), 'billing', { version: billing }))],
  });
const live = () => Object.fromEntries(liveVersions(site));

it('the site follows the builds of the workspace, for the host and each remote separately', () => {
  assemble('1.0.0-aaaa', '1.0.0-aaaa');
  assemble('1.0.0-aaaa', '1.0.0-bbbb');
  expect(live()).toEqual({ host: '1.0.0-aaaa', billing: '1.0.0-bbbb' });
  assemble('1.0.0-bbbb', '1.0.0-aaaa');
  expect(live()).toEqual({ host: '1.0.0-bbbb', billing: '1.0.0-aaaa' });
});

it('a version that was rolled back is not released again until there is a new build', () => {
  assemble('1.0.0-aaaa', '1.0.0-aaaa');
  assemble('1.0.0-aaaa', '1.0.0-bbbb');
  rollBack(site, 'billing');
  assemble('1.0.0-aaaa', '1.0.0-bbbb');
  expect(live()['billing']).toBe('1.0.0-aaaa');
  assemble('1.0.0-aaaa', '1.0.0-cccc');
  expect(live()['billing']).toBe('1.0.0-cccc');
});

it('the site has the config.json of the workspace', () => {
  assemble('1.0.0-aaaa', '1.0.0-aaaa');
  writeFileSync(join(site, 'config.json'), '{"timeouts":{"chunkMs":1}}');
  assemble('1.0.0-aaaa', '1.0.0-aaaa');
  expect(readFileSync(join(site, 'config.json'), 'utf8')).toBe('{"timeouts":{}}');
});
