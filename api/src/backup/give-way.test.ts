import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { constants, getPriority, setPriority } from 'node:os';
import { giveWay } from './give-way.ts';

let other: ChildProcess;
let pid: number;
beforeEach(async () => {
  other = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1_000)'], { stdio: 'ignore' });
  await once(other, 'spawn');
  pid = Number(other.pid);
});
afterEach(() => other.kill('SIGKILL'));

describe('a process that gives way', () => {
  it('gets a lower priority than others', () => {
    giveWay(pid);
    expect(getPriority(pid)).toBe(constants.priority.PRIORITY_BELOW_NORMAL);
  });

  it('keeps a priority that is lower still', () => {
    setPriority(pid, constants.priority.PRIORITY_LOW);
    giveWay(pid);
    expect(getPriority(pid)).toBe(constants.priority.PRIORITY_LOW);
  });

  it('may have ended', async () => {
    other.kill('SIGKILL');
    await once(other, 'exit');
    expect(() => giveWay(pid)).not.toThrow();
  });
});
