import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, NetConnectOpts, Socket } from 'node:net';

export const networkFaults = ['ends', 'is reset', 'falls silent', 'is slow'] as const;
export type NetworkFault = (typeof networkFaults)[number];

/** A proxy to `to`. Each connection follows the next plan: it works, or has a fault after some pieces of data have passed. */
export interface BadNetwork {
  port: number;
  close(): Promise<void>;
}

/** The fault of a connection, and after how many pieces in either direction it occurs. */
export interface Plan {
  fault: NetworkFault;
  after: number;
}

function relay(from: Socket, to: Socket, through: () => void, isSlow: () => boolean): void {
  from.on('data', (piece: Buffer) => {
    through();
    if (to.destroyed) return;
    if (!isSlow()) {
      to.write(piece);
      return;
    }
    from.pause();
    setTimeout(() => {
      if (!to.destroyed) to.write(piece);
      from.resume();
    }, 30);
  });
  from.on('close', () => to.end());
  from.on('error', () => to.destroy());
}

export async function badNetwork(to: NetConnectOpts, next: () => Plan | null): Promise<BadNetwork> {
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(to);
    const plan = next();
    let pieces = 0;
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('close', () => open.delete(socket));
    }
    const strike = () => {
      pieces += 1;
      if (plan === null) return;
      // A slow connection is cut in the end too.
      if (plan.fault === 'is slow' && pieces === plan.after + 20)
        for (const socket of [near, far]) socket.destroy();
      if (pieces !== plan.after) return;
      if (plan.fault === 'ends') for (const socket of [near, far]) socket.destroy();
      if (plan.fault === 'is reset') {
        near.resetAndDestroy();
        // A local socket has no reset.
        far.destroy();
      }
      if (plan.fault === 'falls silent')
        for (const socket of [near, far]) socket.removeAllListeners('data').pause();
    };
    const isSlow = () => plan?.fault === 'is slow' && pieces >= plan.after;
    relay(near, far, strike, isSlow);
    relay(far, near, strike, isSlow);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
