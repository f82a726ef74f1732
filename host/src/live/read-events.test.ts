import { ReadableStream, TextDecoderStream } from 'node:stream/web';
import { readEvents } from './read-events.ts';

Object.assign(globalThis, { TextDecoderStream });

const bodyOf = (...parts: string[]) =>
  new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
      controller.close();
    },
  }) as never;

async function namesIn(...parts: string[]): Promise<string[]> {
  const names: string[] = [];
  await readEvents(bodyOf(...parts), (name) => names.push(name));
  return names;
}

describe('a stream of events', () => {
  it('reports events by name, without heartbeats', async () => {
    expect(
      await namesIn(': still here\n\nevent: notification\ndata: {}\n\nevent: rights\ndata: {}\n\n'),
    ).toEqual(['notification', 'rights']);
  });

  it('may arrive in chunks cut anywhere', async () => {
    expect(
      await namesIn('ev', 'ent: noti', 'fication\nda', 'ta: {}\n', '\nevent: rights\r\ndata: 1\r\n\r\n'),
    ).toEqual(['notification', 'rights']);
  });

  it('ends after a silence, so that another one can begin', async () => {
    const cancelled = jest.fn();
    const silent = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('event: rights\ndata: {}\n\n')),
      cancel: cancelled,
    });
    const names: string[] = [];
    await readEvents(silent as never, (name) => names.push(name), 50);
    expect(names).toEqual(['rights']);
    expect(cancelled).toHaveBeenCalledTimes(1);
  });

  it('drops an incomplete event at its end', async () => {
    expect(await namesIn('event: rights\ndata: {}\n')).toEqual([]);
  });

  it('accepts all three line endings, and takes the last name of an event', async () => {
    expect(
      await namesIn('event: rights\rdata: {}\r\r', 'event:rights\nevent: notification\ndata: {}\n\n'),
    ).toEqual(['rights', 'notification']);
  });
});
