import dns from 'node:dns';
import http from 'node:http';
import type { IncomingMessage } from 'node:http';
import https from 'node:https';
import { BlockList, isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { Readable } from 'node:stream';

/** A server that has not been reached for so long is not reached. */
const connectMs = 10_000;
/** A request that makes no progress for so long has failed. */
const silentMs = 300_000;
/** Answers to these have no body, and `Response` takes none. */
const withoutBody = new Set([204, 205, 304]);

/**
 * Where the clouds tell a machine its own keys. Whoever enters the address of a bucket must not reach it through the server. Networks of
 * the firm are allowed: its storage may stand there.
 */
const refused = new BlockList();
refused.addSubnet('169.254.0.0', 16, 'ipv4');
refused.addSubnet('fe80::', 10, 'ipv6');
refused.addAddress('fd00:ec2::254', 'ipv6');
// Of Alibaba Cloud, Oracle Cloud and Azure, outside the networks of links.
for (const address of ['100.100.100.200', '192.0.0.192', '168.63.129.16'])
  refused.addAddress(address, 'ipv4');

function isRefused(address: string): boolean {
  // The address of a link may name the link.
  const [plain = ''] = address.split('%');
  return refused.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4');
}

const refusal = (host: string): Error => new Error(`${host} is where clouds tell a machine its own keys`);

/** Finds the addresses that are then connected to, so that a name cannot lead elsewhere after it was looked at. */
const lookUp: LookupFunction = (host, options, found) => {
  dns.lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) return found(error, []);
    if (addresses.some(({ address }) => isRefused(address))) return found(refusal(host), []);
    const [first] = addresses;
    return options.all ? found(null, addresses) : found(null, first?.address ?? '', first?.family);
  });
};

function responseOf(answer: IncomingMessage): Response {
  const status = answer.statusCode ?? 500;
  const headers = new Headers();
  for (const [name, values] of Object.entries(answer.headersDistinct))
    for (const value of values ?? []) headers.append(name, value);
  if (withoutBody.has(status)) answer.resume();
  const body = withoutBody.has(status) ? null : (Readable.toWeb(answer) as ReadableStream<Uint8Array>);
  return new Response(body, { status, headers });
}

/**
 * What s3mini needs of `fetch`, which would copy each part before it sends it, and connect to any address. Redirects are not followed: they
 * would take the request to a server that nobody has named.
 */
export const requestOfBucket: typeof fetch = async (
  input,
  { method = 'GET', headers, body, signal } = {},
) => {
  if (!(typeof input === 'string' && (typeof body === 'string' || body instanceof Uint8Array || !body)))
    throw new TypeError('a bucket is asked by an address, with text or bytes');
  const url = new URL(input);
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  // An address is not looked up.
  if (isIP(host) !== 0 && isRefused(host)) throw refusal(host);
  const { request } = url.protocol === 'https:' ? https : http;
  // A connection for each request: one of another request may have been lost meanwhile, and was not looked at for this one.
  const options = {
    method,
    headers: Object.fromEntries(new Headers(headers)),
    lookup: lookUp,
    agent: false,
    timeout: connectMs,
  };
  return new Promise((resolve, reject) => {
    const asked = request(url, { ...options, ...(signal && { signal }) }, (answer) => {
      try {
        resolve(responseOf(answer));
      } catch (error) {
        // Of a status that no `Response` has. Thrown here, it would end the server.
        asked.destroy();
        reject(error);
      }
    });
    // From the connection on.
    asked.setTimeout(silentMs, () => asked.destroy(new Error('the bucket fell silent')));
    asked.on('error', reject);
    asked.end(body ?? undefined);
  });
};
