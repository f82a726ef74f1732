import { Writable } from 'node:stream';
import Fastify from 'fastify';
import { loggerOptions } from './server.ts';

it('the log names the places of an error, and nothing of its message, which may have several lines', async () => {
  const lines: string[] = [];
  const stream = new Writable({
    write(line: Buffer, _encoding, done) {
      lines.push(line.toString());
      done();
    },
  });
  const app = Fastify({ logger: { ...loggerOptions('warn'), stream } });
  app.get('/', (request) => {
    request.log.error({ err: new Error('Asha Rao\nasha@example.com') }, 'it failed');
    return '';
  });
  await app.inject('/');
  await app.close();
  const [line = ''] = lines;
  expect(line).toContain('it failed');
  expect(line).toContain('logged-errors.test.ts');
  expect(line).not.toMatch(/asha/i);
});
