import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { session } from '@daybook/contracts/auth/session';
import { inWorkspace } from '@daybook/tooling/workspace';
import { apiClient } from '../installation/api-client.ts';
import { openInstallation, owner } from '../installation/open-installation.ts';
import type { Installation } from '../installation/open-installation.ts';

const texts = inWorkspace('remote-tasks', 'src', 'locales', 'en.json');
const asWas = readFileSync(texts, 'utf8');

let installation: Installation;
let developing: Developing;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

interface Developing {
  url: string;
  process: ChildProcess;
}

/** Starts `pnpm dev`, and waits until it prints its address. */
async function develop(...args: string[]): Promise<Developing> {
  const port = String(await freePort());
  const script = inWorkspace('tooling', 'src', 'dev.ts');
  const child = spawn(process.execPath, [script, ...args, '--port', port], { cwd: inWorkspace() });
  let said = '';
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part: Buffer) => {
        said += part.toString();
        const found = /on (http:\S+), everything else from/.exec(said)?.[1];
        if (found) resolve({ url: found, process: child });
      });
    child.on('exit', () => reject(new Error(said)));
  });
}

before(async () => {
  installation = await openInstallation();
  developing = await develop('tasks', 'crm', '--host', installation.url);
});
after(async () => {
  writeFileSync(texts, asWas);
  developing.process.kill();
  await installation.close();
});

describe('pnpm dev', () => {
  it('shows a change of the sources at once, and takes everything else from the site', async () => {
    const { page, complaints } = await installation.visit({}, null);
    const { url } = developing;
    await page.goto(`${url}/auth/login`);
    const { email, password } = owner;
    const { token } = await apiClient(installation.url, '')(session.login, { email, password });
    await page.evaluate((given) => localStorage.setItem('auth_token', given), token);
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
    await page.goto(`${url}/app/tasks`);
    await page.getByRole('heading', { name: 'Tasks', level: 1 }).waitFor();
    const menu = page.getByRole('navigation', { name: 'Menu', exact: true });
    const openFromMenu = async (name: string) => {
      await menu.getByRole('link', { name, exact: true }).click();
      await page.getByRole('heading', { name, level: 1 }).waitFor();
    };
    for (const name of ['Clients', 'Invoices', 'Tasks']) await openFromMenu(name);
    const places = new Set(fetched.flatMap((path) => /^\/(?:__local|mf)\/\w+\//.exec(path)?.[0] ?? []));
    // Fetched ahead if the page was idle long enough.
    places.delete('/mf/settings/');
    assert.deepEqual(places, new Set(['/__local/crm/', '/__local/tasks/', '/mf/billing/']));

    writeFileSync(texts, asWas.replace('"title": "Tasks"', '"title": "All that is to do"'));
    await page.getByRole('heading', { name: 'All that is to do', level: 1 }).waitFor();
    assert.deepEqual(complaints, []);
  });

  it('ends with an explanation of what to do if no Daybook answers at the address', async () => {
    const nobody = `http://localhost:${await freePort()}`;
    await assert.rejects(develop('tasks', '--host', nobody), (error: Error) =>
      error.message.includes(`There is no Daybook at ${nobody}`),
    );
  });
});
