import { useTranslation } from 'react-i18next';
import type { InputOf } from '@daybook/contracts/endpoint';
import { minor } from '@daybook/contracts/money/money';
import { moneyPermissions } from '@daybook/contracts/permissions';
import type {
  BatchClient,
  recurringTaskBatches,
} from '@daybook/contracts/tasks/recurring-tasks/recurring-task-batches';
import { useMay } from '@daybook/shared/session';
import { amountText } from '@daybook/shared/record/amount';
import { countText } from '@daybook/shared/record/count-text';

type Values = Record<string, unknown>;
type Batch = Partial<InputOf<typeof recurringTaskBatches.create>>;

/** A client's fee: the typed one, otherwise the usual one; null without a price. */
export const feeOf = ({ client, fee }: BatchClient, fees: Batch['fees'] = []): number | null =>
  fees.find(({ clientId }) => clientId === client.id)?.fee ?? fee ?? null;

/** This many prices are listed; the rest are counted. */
const mostPrices = 4;

interface ManyTermsProps {
  /** All clients in the list, whether chosen or not. */
  found: readonly BatchClient[];
  values: Values;
}

/** A summary before saving: "52 × ₹6,500, 3 without a price", and how many tasks are created at once. */
export function ManyTerms({ found, values }: ManyTermsProps) {
  const { t } = useTranslation('tasks');
  const seesFees = useMay(...moneyPermissions);
  const { clientIds = [], fees = [], create = [], billable = false } = values as Batch;
  const chosen = found.filter(({ client }) => clientIds.includes(client.id));
  const atOnce = chosen.reduce(
    (sum, { missed }) => sum + missed.filter((day) => create.includes(day)).length,
    0,
  );
  const prices = new Map<string, number>();
  for (const one of chosen) {
    const fee = feeOf(one, fees);
    if (fee === null) continue;
    const text = amountText(minor(fee), one.currency);
    prices.set(text, (prices.get(text) ?? 0) + 1);
  }
  const without = chosen.filter((one) => feeOf(one, fees) === null).length;
  const listed = [...prices].toSorted(([, a], [, b]) => b - a);
  const told = [
    ...listed.slice(0, mostPrices).map(([fee, count]) => `${countText(count)} × ${fee}`),
    ...(listed.length > mostPrices ? [t('many.otherPrices', { count: listed.length - mostPrices })] : []),
    ...(without > 0 ? [t('many.withoutPrice', { count: without, shown: countText(without) })] : []),
  ];
  return (
    <>
      {!billable && <span>{t('many.notBilled')} </span>}
      {billable && seesFees && <span>{told.join(', ')}. </span>}
      <span>
        {atOnce === 0 ? t('many.noneAtOnce') : t('many.atOnce', { count: atOnce, shown: countText(atOnce) })}
      </span>
    </>
  );
}
