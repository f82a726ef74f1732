import { sum } from '@daybook/contracts/money/money';
import { addDays } from '@daybook/contracts/plain-date';
import { withholdingCertificates } from '@daybook/contracts/receivables/withholding/withholding-certificates';
import { withholdingEntries } from '@daybook/contracts/receivables/withholding/withholding-entries';
import type { WithholdingRow } from '@daybook/contracts/receivables/withholding/withholding-entries';
import type { Demo, Person } from './demo.ts';

async function allEntries(admin: Person): Promise<WithholdingRow[]> {
  const rows: WithholdingRow[] = [];
  let cursor: string | undefined;
  do {
    const page = await admin.call(withholdingEntries.list, {
      sort: 'date',
      pageSize: 100,
      ...(cursor !== undefined && { cursor }),
    });
    rows.push(...page.rows);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return rows;
}

const quarterOf = ({ client, entity, section, currency, fy, quarter }: WithholdingRow): string =>
  [client.id, entity.id, section, currency, fy, quarter].join(' ');

/** How many days before the deadline a certificate usually arrives. */
const early = 25;

/**
 * Most clients send their certificate for each quarter, and the tax office confirms most of those; some are late, one client
 * says that it withheld less, and one will never send any.
 */
export async function makeCertificates(demo: Demo, admin: Person): Promise<void> {
  const random = demo.random('certificates');
  const quarters = Object.values(Object.groupBy(await allEntries(admin), quarterOf));
  const unusual = ['dispute', 'writeOff'];
  for (const entries of quarters) {
    const [first] = entries ?? [];
    if (!entries || !first || first.dueOn === null) continue;
    const certificateDate = addDays(first.dueOn, -early);
    if (certificateDate > demo.today) continue;
    const { id, version } = first;
    if (random.chance(0.2)) {
      const step = unusual.shift();
      if (step === 'dispute')
        await admin.call(
          withholdingEntries.dispute,
          { id, note: 'The client’s books show less tax; it looks for the challan' },
          version,
        );
      if (step === 'writeOff')
        await admin.call(
          withholdingEntries.writeOff,
          { id, date: demo.today, reason: 'The client has closed down' },
          version,
        );
      continue;
    }
    const { client, entity, section, fy, quarter, currency } = first;
    await admin.call(withholdingCertificates.create, {
      clientId: client.id,
      entityId: entity.id,
      section: section ?? '194J',
      fy,
      quarter,
      number: `16A/${fy}/Q${quarter}/${random.int(10_000, 99_999)}`,
      certificateDate,
      currency,
      amount: sum(entries.map(({ open }) => open)),
      matches: entries.map((entry) => ({ entryId: entry.id })),
    });
    if (random.chance(0.4)) continue;
    for (const entry of entries) {
      const { version: certified } = await admin.call(withholdingEntries.open, { id: entry.id });
      await admin.call(withholdingEntries.match, { id: entry.id, date: certificateDate }, certified);
    }
  }
}
