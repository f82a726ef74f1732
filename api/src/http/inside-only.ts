import { BlockList, isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '@daybook/contracts/refusals';

const thisMachine = new BlockList();
thisMachine.addSubnet('127.0.0.0', 8, 'ipv4');
thisMachine.addAddress('::1', 'ipv6');

const isThisMachine = (address: string | undefined): boolean =>
  address !== undefined &&
  isIP(address) !== 0 &&
  thisMachine.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/**
 * Whether a request was made on this machine. One that a proxy on this machine passes on was not: it is named by a trusted proxy,
 * and an unknown proxy gives itself away by its header.
 */
export function isFromThisMachine(request: FastifyRequest, trustsProxy: boolean): boolean {
  if (!trustsProxy && request.headers['x-forwarded-for'] !== undefined) return false;
  return isThisMachine(request.socket.remoteAddress) && isThisMachine(request.ip);
}

export type Guard = (request: FastifyRequest) => Promise<void>;

/** Hides a page from other machines unless the operator shows it to them. Refuses NOT_FOUND. */
export const shownTo =
  (everyone: boolean, trustsProxy: boolean): Guard =>
  async (request) => {
    if (!everyone && !isFromThisMachine(request, trustsProxy)) throw new Refusal('NOT_FOUND');
  };
