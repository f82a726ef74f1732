import { siteFolder } from '@daybook/tooling/workspace';
import { openDemoInstallation } from '../bench/demo-installation.ts';
import { print } from '../bench/print.ts';
import { scanBlackBox } from './black-box.ts';
import { openPorts } from './open-ports.ts';
import type { Scanned } from './scanned.ts';
import { addressesToScan, scanForSqlInjection } from './sql-injection.ts';

// pnpm scan: what sqlmap, wapiti and nmap find in the demo firm and in the built site. Debian has all three: apt-get install sqlmap wapiti nmap.

/** What listens after the start besides the server itself. PostgreSQL listens on a socket in a folder that only its user may open. */
async function portsBesides(url: string, before: Set<string>): Promise<Scanned> {
  const after = await openPorts();
  const { port } = new URL(url);
  const findings = [...after]
    .filter((one) => one !== port && !before.has(one))
    .map((one) => `port ${one} is open`);
  if (!after.has(port)) findings.push(`port ${port} of the server is not open`);
  return { name: 'nmap', scanned: '65,535 ports', findings };
}

const before = await openPorts();
const installation = await openDemoInstallation(siteFolder);
try {
  const addresses = await addressesToScan(installation.appUrl);
  const scans: Scanned[] = [];
  for (const scan of [
    () => portsBesides(installation.url, before),
    () => scanForSqlInjection(installation, addresses),
    () => scanBlackBox(installation, addresses),
  ]) {
    const startedAt = performance.now();
    const scanned = await scan();
    scans.push(scanned);
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    print(`${scanned.name}, ${scanned.scanned}, ${seconds} s`, [
      { findings: String(scanned.findings.length) },
    ]);
    for (const finding of scanned.findings) console.log(finding);
  }
  process.exitCode = scans.some(({ findings }) => findings.length > 0) ? 1 : 0;
} finally {
  await installation.close();
}
