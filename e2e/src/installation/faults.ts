import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Route } from 'playwright-core';

export type Fault =
  | 'is answered 404'
  | 'is answered 500'
  | 'is a page of HTML'
  | 'is other JSON'
  | 'is cut off'
  | 'hangs';

const nosniff = { 'x-content-type-options': 'nosniff' };
const html = { ...nosniff, 'content-type': 'text/html' };

/** A server that breaks off in the middle of every answer. */
export async function cuttingWire(siteUrl: string) {
  const breakOff = async (asked: IncomingMessage, answer: ServerResponse) => {
    const whole = await fetch(siteUrl + (asked.url ?? ''), { headers: { 'accept-encoding': 'identity' } });
    const body = Buffer.from(await whole.arrayBuffer());
    answer.writeHead(200, {
      ...nosniff,
      'content-type': whole.headers.get('content-type') ?? 'text/javascript',
      'content-length': body.length,
    });
    answer.write(body.subarray(0, body.length / 2), () => asked.socket.destroy());
  };
  const server = createServer((asked, answer) => void breakOff(asked, answer)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  };
}

export type Answer = (route: Route) => Promise<void>;

/** How each fault answers a request; `wireUrl` is the URL of a `cuttingWire`. */
export const answersOf = (wireUrl: string): Record<Fault, Answer> => ({
  'is answered 404': (route) => route.fulfill({ status: 404, headers: nosniff, body: '{}' }),
  'is answered 500': (route) => route.fulfill({ status: 500, headers: html, body: '<h1>Bad gateway</h1>' }),
  'is a page of HTML': (route) => route.fulfill({ headers: html, body: '<!doctype html><p>Hello' }),
  'is other JSON': (route) => route.fulfill({ headers: nosniff, json: { message: 'no route matched' } }),
  'is cut off': (route) => {
    const { pathname, search } = new URL(route.request().url());
    return route.continue({ url: wireUrl + pathname + search });
  },
  hangs: () => Promise.resolve(),
});

/** Answers with the built script and a fault in it, which the page can switch off by `isBroken`. */
export function withFault(change: (script: string) => string): Answer {
  return async (route) => {
    const response = await route.fetch();
    const script = await response.text();
    const changed = change(script);
    if (changed === script) throw new Error(`the fault could not be inserted into ${route.request().url()}`);
    await route.fulfill({ response, body: changed });
  };
}

export const inEachModule = withFault((script) =>
  script.replaceAll(
    /\b\d+\(\w+(?:,\w+)*\)\{/g,
    '$&if(globalThis.isBroken)throw Error("a fault of the test");',
  ),
);

export const inTheScreen = withFault((script) =>
  script.replace(
    // A minified name may be a dollar sign.
    /default:\(\)=>([\w$]+)/,
    'default:()=>globalThis.isBroken?()=>{throw Error("a fault of the test")}:$1',
  ),
);

/** Matches every request to this path, including retries with another query. */
export const at = (path: string): RegExp => new RegExp(`${path.replaceAll('.', '\\.')}(\\?|$)`);
