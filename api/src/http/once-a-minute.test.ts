import { Writable } from 'node:stream';
import { pino } from 'pino';
import { onceAMinute } from './once-a-minute.ts';

describe('the log of warnings and errors', () => {
  it('has one line a minute for one kind, and says how many it left out', () => {
    const lines: { msg: string; left?: number }[] = [];
    const sink = new Writable({
      write(line: Buffer, _encoding, done) {
        lines.push(JSON.parse(line.toString()) as { msg: string });
        done();
      },
    });
    let now = 0;
    const log = pino({ level: 'info', hooks: onceAMinute(() => now) }, sink);
    const places = [
      Object.assign(new Error('no space'), { code: '53100' }),
      Object.assign(new Error('cut'), { code: 'ECONNRESET' }),
    ];
    for (now = 0; now < 59_000; now += 10) {
      for (const err of places) log.error({ err, reqId: now }, 'request failed');
      log.warn('rows wait');
    }
    expect(lines).toHaveLength(3);
    now = 60_000;
    log.error({ err: places[0] }, 'request failed');
    expect(lines[3]).toMatchObject({ msg: 'request failed', left: 5_899 });
    for (let n = 0; n < 3; n += 1) log.info('request');
    expect(lines).toHaveLength(7);
  });
});
