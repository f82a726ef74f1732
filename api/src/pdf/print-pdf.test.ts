import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { statementOf } from '../../test/fixtures/statement-of.ts';
import { effort } from '../../test/effort.ts';
import { indianInvoice } from '../../test/files/printed-samples.ts';
import { invoicePdf } from './invoice-pdf.ts';
import { endPrinting } from './print-pdf.ts';
import { statementPdf } from './statement-pdf.ts';

afterAll(endPrinting);

const megabyte = 1024 * 1024;

describe('printing', () => {
  it('leaves the process as large as it was, however many documents it prints', async () => {
    // In a process of its own, so that the memory of the tests is not measured.
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--expose-gc',
      '--max-semi-space-size=2',
      path.join(__dirname, '../../test/files/print-many.ts'),
      String(effort(100, 200)),
      String(effort(150, 500)),
    ]);
    expect(Number(stdout)).toBeLessThan(32 * megabyte);
  });

  it('answers an invoice before long statements that were requested earlier', async () => {
    await invoicePdf(indianInvoice);
    const answered: string[] = [];
    const asked = [
      ...Array.from({ length: 4 }, async () => {
        await statementPdf(statementOf(600));
        answered.push('statement');
      }),
      invoicePdf(indianInvoice).then(() => answered.push('invoice')),
    ];
    await Promise.all(asked);
    expect(answered).toEqual(['invoice', 'statement', 'statement', 'statement', 'statement']);
  });

  it('lets eight long documents wait, and refuses further ones', async () => {
    const asked = await Promise.allSettled(Array.from({ length: 12 }, () => statementPdf(statementOf(300))));
    const refused = asked.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    expect(refused.length).toBeGreaterThanOrEqual(3);
    for (const reason of refused) expect(reason).toMatchObject({ code: 'UNAVAILABLE' });
    expect(asked.length - refused.length).toBeGreaterThanOrEqual(8);
    expect((await statementPdf(statementOf(300))).length).toBeGreaterThan(1000);
  });
});
