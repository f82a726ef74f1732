// Runs alone: a page reads its site once.

import { readSite } from './site.ts';
import { releases } from './test/host-screen.tsx';

it('the list of remotes is asked for again, if the boot script could not read it before somebody signed in', async () => {
  globalThis.askedByBoot = {
    remotes: Promise.reject(new TypeError('Failed to fetch')),
    reads: [],
    keep: () => undefined,
  };
  globalThis.fetch = async (address) => {
    const file = address === '/remotes.json' ? { remotes: releases } : {};
    return { ok: true, json: async () => file as unknown } as Response;
  };
  const site = await readSite();
  expect(site.releases.map(({ name }) => name)).toEqual(['billing']);
});
