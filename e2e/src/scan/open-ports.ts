import { run } from '@daybook/tooling/verify/run-command';

/** The TCP ports of this machine that accept connections, on any of its addresses of IPv4. */
export async function openPorts(): Promise<Set<string>> {
  const { isOk, output } = await run('nmap', ['-n', '-Pn', '-sT', '-p-', '-oG', '-', '127.0.0.1']);
  if (!isOk) throw new Error(`nmap ended: ${output}`);
  return new Set(Array.from(output.matchAll(/(\d+)\/open\/tcp/g), ([, port = '']) => port));
}
