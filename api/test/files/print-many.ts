// Prints short letters, four at a time, as people request them, and writes by how many bytes the process grew.
import { setTimeout as wait } from 'node:timers/promises';
import { minor } from '@daybook/contracts/money/money';
import { endPrinting } from '../../src/pdf/print-pdf.ts';
import { statementPdf } from '../../src/pdf/statement-pdf.ts';
import { statementOf } from '../fixtures/statement-of.ts';

let printed = 0;

async function printUpTo(all: number): Promise<number> {
  const one = async (): Promise<void> => {
    while (printed < all) {
      printed += 1;
      await statementPdf({ ...statementOf(3), closing: minor(printed) });
    }
  };
  await Promise.all(Array.from({ length: 4 }, one));
  await wait(100);
  globalThis.gc?.();
  return process.memoryUsage.rss();
}

const [warmUp = 0, more = 0] = process.argv.slice(2).map(Number);
const before = await printUpTo(warmUp);
const after = await printUpTo(warmUp + more);
process.stdout.write(String(after - before));
await endPrinting();
