import fs from 'node:fs';
import { join } from 'node:path';
import { release, rollBack, switchRemote, type Builds } from './change-site.ts';
import { trialSite } from './trial-site.fixture.ts';

const trial = trialSite();
const { host, read, remote, remotes } = trial;

const steps = ['copyFileSync', 'linkSync', 'mkdirSync', 'renameSync', 'rmSync', 'symlinkSync'] as const;

class Crash extends Error {}

/** Interrupts the work at its nth change of the disk; a file that is being written is left half written. Returns whether it got that far. */
function crashesAt(nth: number, work: () => void): boolean {
  let count = 0;
  const isNth = () => (count += 1) === nth;
  const spies = steps.map((step) => {
    const real = fs[step] as (...given: unknown[]) => undefined;
    return jest.spyOn(fs, step).mockImplementation((...given: unknown[]) => {
      if (isNth()) throw new Crash();
      return real(...given);
    });
  });
  const write = fs.writeFileSync;
  const writing = jest.spyOn(fs, 'writeFileSync').mockImplementation((path, content) => {
    const isCut = isNth();
    const whole = Buffer.from(content as string);
    write(path, isCut ? whole.subarray(0, whole.length / 2) : whole);
    if (isCut) throw new Crash();
  });
  try {
    work();
    return false;
  } catch (error) {
    if (!(error instanceof Crash)) throw error;
    return true;
  } finally {
    for (const spy of [...spies, writing]) spy.mockRestore();
  }
}

/** What visitors receive, and what the next command reads. */
const said = () => ({
  page: read('index.html'),
  compressed: read('index.html.br'),
  record: (JSON.parse(read('release.json')) as { version: string }).version,
  remotes: remotes().map(({ name, version, previous, disabled }) => [name, version, previous, disabled]),
  history: Object.values(
    JSON.parse(read('history.json')) as Record<string, { version: string; how: string }[]>,
  )
    .flat()
    .map(({ version, how }) => [version, how]),
});

/** The states that visitors may see if `change` is interrupted at any step. After each interruption `change` runs again and completes. */
function statesMet(before: () => void, change: () => void) {
  const met: ReturnType<typeof said>[] = [];
  for (let nth = 1, isOver = false; !isOver; nth += 1) {
    fs.rmSync(trial.site, { recursive: true, force: true });
    before();
    const old = said();
    isOver = !crashesAt(nth, change);
    const then = said();
    met.push(then);
    if (JSON.stringify(then) === JSON.stringify(old)) change();
    expect(said()).toEqual(expect.objectContaining({ page: said().compressed }));
    if (nth > 500) throw new Error('it never ends');
  }
  return met;
}

const unlike = (states: readonly unknown[]) => new Set(states.map((state) => JSON.stringify(state))).size;

describe('a site whose change is interrupted at any step', () => {
  const first: Builds = { remotes: [] };
  beforeEach(() => {
    first.host = host();
    first.remotes = [remote('billing'), remote('tasks')];
  });
  const start = () => release(trial.site, first);

  it('has the page, its compressed twin, its record, the remotes and the history of one state', () => {
    const next = {
      host: host({ version: '1.0.0-bbbb' }),
      remotes: [remote('billing', { version: '1.0.0-bbbb' })],
    };
    const met = statesMet(start, () => release(trial.site, next, { which: 'neverReleased' }));
    expect(met.length).toBeGreaterThan(20);
    expect(unlike(met.map(({ history: _times, ...rest }) => rest))).toBe(2);
    for (const {
      page,
      compressed,
      record,
      remotes: [billing],
    } of met) {
      const mark = record.slice(-4);
      expect([page, compressed, billing?.[1]]).toEqual([
        `<script src="/assets/host/main.${mark}.js"></script>`,
        `<script src="/assets/host/main.${mark}.js"></script>`,
        record,
      ]);
    }
    expect(said().record).toBe('1.0.0-bbbb');
  });

  it('records a rollback as a rollback', () => {
    const next = remote('billing', { version: '1.0.0-bbbb' });
    const met = statesMet(
      () => {
        start();
        release(trial.site, { remotes: [next] });
      },
      () => rollBack(trial.site, 'billing'),
    );
    for (const {
      remotes: [billing],
      history,
    } of met)
      expect([billing?.[1], history.some(([, how]) => how === 'rollback')]).toEqual(
        history.length === 4 ? ['1.0.0-bbbb', false] : ['1.0.0-aaaa', true],
      );
    expect(release(trial.site, { remotes: [next] }, { which: 'neverReleased' })).toEqual([]);
  });

  it('has a remote either on or off', () => {
    const met = statesMet(start, () => switchRemote(trial.site, 'billing', false));
    expect(unlike(met)).toBe(2);
    expect(met.at(-1)?.remotes[0]?.[3]).toBe(true);
  });
});

it('a site without states is converted without a change of its content', () => {
  release(trial.site, { host: host(), remotes: [remote('billing')] });
  const old = said();
  const files = fs.readdirSync(join(trial.site, '.live')).map((name) => [name, read(name)] as const);
  for (const [name] of files) fs.rmSync(join(trial.site, name));
  fs.rmSync(join(trial.site, '.live'));
  fs.rmSync(join(trial.site, '.states'), { recursive: true });
  for (const [name, content] of files) fs.writeFileSync(join(trial.site, name), content);
  expect(said()).toEqual(old);
  const met: unknown[] = [];
  for (let nth = 1; crashesAt(nth, () => switchRemote(trial.site, 'billing', true)); nth += 1)
    met.push(said());
  expect(met.length).toBeGreaterThan(10);
  expect(met).toEqual(met.map(() => old));
  expect(said()).toEqual(old);
});

describe('a site into which an earlier Daybook releases', () => {
  it('has the release of that Daybook, and the next release continues from there', () => {
    release(trial.site, { host: host(), remotes: [remote('billing')] });
    // An earlier Daybook renames files over the links.
    const other = JSON.stringify({ remotes: remotes().map((one) => ({ ...one, disabled: true })) });
    fs.writeFileSync(join(trial.site, '.remotes.json.new'), other);
    fs.renameSync(join(trial.site, '.remotes.json.new'), join(trial.site, 'remotes.json'));
    release(trial.site, { remotes: [remote('billing', { version: '1.0.0-bbbb' })] });
    expect(remotes().map(({ version, disabled }) => [version, disabled])).toEqual([['1.0.0-bbbb', true]]);
    expect(fs.lstatSync(join(trial.site, 'remotes.json')).isSymbolicLink()).toBe(true);
  });
});

it('a file of the deployment at the top of the site survives releases of the host', () => {
  release(trial.site, { host: host(), remotes: [] });
  fs.writeFileSync(join(trial.site, 'robots.txt'), 'Disallow: /');
  for (const version of ['1.0.0-bbbb', '1.0.0-cccc'])
    release(trial.site, { host: host({ version }), remotes: [] });
  expect(read('robots.txt')).toBe('Disallow: /');
});

it('two lists of the same size differ in the second of their time, by which servers distinguish them', () => {
  release(trial.site, { host: host(), remotes: [remote('billing')] });
  const second = () => Math.floor(fs.statSync(join(trial.site, 'remotes.json')).mtimeMs / 1_000);
  const seconds = ['bbbb', 'cccc', 'dddd'].map((mark) => {
    release(trial.site, { remotes: [remote('billing', { version: `1.0.0-${mark}` })] });
    return second();
  });
  expect(new Set(seconds).size).toBe(3);
});

it('a site that was copied without its links, or does not exist, is refused with advice', () => {
  release(trial.site, { host: host(), remotes: [remote('billing')] });
  const copy = join(trial.folder, 'copy');
  fs.cpSync(trial.site, copy, { recursive: true, dereference: true });
  expect(() => switchRemote(copy, 'billing', false)).toThrow(
    `${copy} was copied without its links: copy it with "cp -a"`,
  );
  expect(() => rollBack(join(trial.folder, 'none'), 'billing')).toThrow('there is no site in');
});

it('a stored host whose record cannot be read does not prevent a release', () => {
  release(trial.site, { host: host(), remotes: [] });
  release(trial.site, { host: host({ version: '1.0.0-bbbb' }), remotes: [] });
  fs.writeFileSync(join(trial.site, 'hosts/1.0.0-aaaa/release.json'), '{');
  release(trial.site, { host: host({ version: '1.0.0-cccc' }), remotes: [] });
  expect(said().record).toBe('1.0.0-cccc');
});
