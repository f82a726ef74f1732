import { mkdtempSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeHost, makeRemote } from '../release/made-up.fixture.ts';
import { tooBig } from './budgets.ts';
import { hostIn, remoteIn } from './built.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'daybook-budgets-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The reasons against a host and a remote of which one file has this many KB. */
function reasonsWith(file: string, kilobytes: number): string[] {
  const host = hostIn(makeHost(join(folder, 'host')));
  const remote = remoteIn(makeRemote(join(folder, 'billing'), 'billing'));
  const part = file.startsWith('assets/') ? host : remote;
  truncateSync(part.at(file), kilobytes * 1024);
  return tooBig(host, [remote]);
}

it.each([
  ['assets/host/sign-in.aaaa.js.br', 126, 'sign-in: 126.0 KB, 125 KB are allowed'],
  ['assets/host/main.aaaa.css.br', 12, 'the stylesheet of the host: 12.0 KB, 11 KB are allowed'],
  ['assets/host/antd-form.aaaa.js.br', 36, 'what a form needs besides: 36.0 KB, 35 KB are allowed'],
  ['assets/host/shell.aaaa.js.br', 295, 'any screen of billing without itself: 295.1 KB, 295 KB are allowed'],
  ['remoteEntry.aaaa.js.gz', 26, 'the entry of billing, by gzip: 26.0 KB, 25 KB are allowed'],
  ['src_list_tsx.aaaa.js.br', 31, 'billing, src_list_tsx.aaaa.js.br: 31.0 KB, 30 KB are allowed'],
  ['fields.aaaa.js.br', 11, 'the forms of billing: 11.0 KB, 10 KB are allowed'],
])('%s may not have %d KB', (file, kilobytes, reason) => {
  expect(reasonsWith(file, kilobytes)).toEqual([reason]);
  expect(reasonsWith(file, 5)).toEqual([]);
});

it('a build without a file that a budget names is refused', () => {
  const { record, at } = hostIn(makeHost(join(folder, 'host')));
  const files = Object.fromEntries(
    Object.entries(record.files).filter(([file]) => !file.includes('antd-form')),
  );
  expect(() => tooBig({ record: { ...record, files }, at }, [])).toThrow('has no /\\/antd-form');
});
