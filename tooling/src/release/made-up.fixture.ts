import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { RemoteFiles } from '@daybook/contracts/remotes';
import type { Screen, Screens, Widget } from '@daybook/contracts/screens';
import type { HostRecord, RemoteRecord } from '../build/build-record.ts';
import { sha256 } from '../build/built.ts';

// Makes builds like those of webpack, without webpack.

const label = { en: 'Invoices', zh: '发票', fr: 'Factures', ja: '請求書' };
export const screen = (id: string, path = id, rest: Partial<Screen> = {}): Screen => ({
  id,
  path,
  label,
  allow: ['invoices.view'],
  ...rest,
});
export const widget = (id: string): Widget => ({
  id,
  label,
  allow: 'signedIn',
  size: 'half',
  dashboards: ['personal'],
  order: 1,
});

export const hash = (content: string): string => sha256(Buffer.from(content));

function write(folder: string, files: Record<string, string>): Record<string, string> {
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), content);
  }
  return Object.fromEntries(Object.entries(files).map(([file, content]) => [file, hash(content)]));
}

/** Each version has its own scripts, except `shared.0.js`, which is the same in all versions. */
export function makeHost(folder: string, given: Partial<HostRecord> = {}): string {
  const version = given.version ?? '1.0.0-aaaa';
  const mark = version.slice(-4);
  const page = `<script src="/assets/host/main.${mark}.js"></script>`;
  const files = write(folder, {
    'index.html': page,
    'index.html.br': page,
    'config.json': '{"timeouts":{}}',
    'assets/host/shared.0.js': 'the same',
    [`assets/host/main.${mark}.js`]: version,
    [`assets/host/main.${mark}.js.br`]: version,
    [`assets/host/main.${mark}.css.br`]: version,
    [`assets/host/sign-in.${mark}.js.br`]: version,
    [`assets/host/shell.${mark}.js.br`]: version,
    [`assets/host/libraries.${mark}.js.br`]: version,
    [`assets/host/antd-form.${mark}.js.br`]: version,
  });
  const record: HostRecord = {
    name: 'host',
    version,
    lockfile: hash('lock'),
    contract: '1.4.0',
    provides: { react: '19.3.1', 'react/jsx-runtime': '19.3.1', 'antd/es/table': '6.6.8' },
    gives: {},
    paths: [],
    files,
    ...given,
  };
  writeFileSync(join(folder, 'release.json'), JSON.stringify(record));
  return folder;
}

interface MadeUp extends Partial<RemoteRecord> {
  screens?: Screen[];
  widgets?: Widget[];
  /** The size of its one screen in bytes. */
  weight?: number;
}

export function makeRemote(folder: string, name: string, made: MadeUp = {}): string {
  const { screens = [screen(`${name}-list`)], widgets = [], weight = 10, ...given } = made;
  const version = given.version ?? '1.0.0-aaaa';
  const mark = version.slice(-4);
  const contract = given.contract ?? '^1.0.0';
  const loaded = Object.fromEntries(screens.map(({ id }) => [id, [`src_list_tsx.${mark}.js`]]));
  const declared: Screens & { files: RemoteFiles } = {
    remote: name,
    contract,
    screens,
    widgets,
    files: { remote: [`remoteEntry.${mark}.js`], screens: loaded, widgets: {} },
  };
  const entry = `the entry of ${name} ${version}`;
  const files = write(folder, {
    'mf-manifest.json': `{"name":"${name}"}`,
    'screens.json': JSON.stringify(declared),
    [`remoteEntry.${mark}.js`]: entry,
    [`remoteEntry.${mark}.js.br`]: entry,
    [`remoteEntry.${mark}.js.gz`]: entry,
    [`__federation_expose_remote.${mark}.js.br`]: version,
    [`src_list_tsx.${mark}.js.br`]: version.padEnd(weight, '.'),
    [`fields.${mark}.js.br`]: version,
  });
  const record: RemoteRecord = {
    name,
    version,
    lockfile: hash('lock'),
    contract,
    needs: { react: '^19.3' },
    bundles: ['dayjs'],
    takes: {},
    files,
    ...given,
  };
  writeFileSync(join(folder, 'release.json'), JSON.stringify(record));
  return folder;
}
