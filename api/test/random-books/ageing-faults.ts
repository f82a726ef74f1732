import { ageingBucket } from '@daybook/contracts/money/ageing';
import { NOTHING, add, subtract, sum } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import { outstanding } from '@daybook/contracts/receivables/outstanding/outstanding';
import type { Fixture } from './step.ts';

/**
 * Lines of the outstanding report whose buckets are not those of their documents, by the firm's setting of the moment, or whose
 * balance is not what is owed less what is in credit.
 */
export async function ageingFaults({ writer, entityId, day }: Fixture): Promise<string[]> {
  const filter = { asOf: day, entityId };
  const { bounds } = await writer.call(outstanding.total, { filter });
  const { rows: lines } = await writer.call(outstanding.list, { filter, pageSize: 100 });
  const { rows: documents, next } = await writer.call(outstanding.documents, { filter, pageSize: 100 });
  // A page holds the documents of all but the longest sequences.
  if (next !== null) return [];
  return lines.flatMap((line) => {
    const own = documents.filter(
      ({ client, currency }) => client.id === line.who?.id && currency === line.currency,
    );
    const amounts: Minor[] = Array.from({ length: bounds.length + 2 }, () => NOTHING);
    for (const { dueOn, open } of own) {
      if (dueOn === null) continue;
      const bucket = ageingBucket(dueOn, day, bounds);
      amounts[bucket] = add(amounts[bucket] ?? NOTHING, open);
    }
    const credits = sum(own.filter(({ dueOn }) => dueOn === null).map(({ open }) => open));
    const told = {
      amounts,
      unapplied: subtract(NOTHING, credits),
      balance: add(sum(amounts), credits),
      disputed: sum(own.map(({ disputed }) => disputed)),
    };
    const shown = {
      amounts: [line.notDue, ...line.buckets],
      unapplied: line.unapplied,
      balance: line.balance,
      disputed: line.disputed,
    };
    return JSON.stringify(told) === JSON.stringify(shown)
      ? []
      : [`aged: ${JSON.stringify({ told, shown, bounds })}`];
  });
}
