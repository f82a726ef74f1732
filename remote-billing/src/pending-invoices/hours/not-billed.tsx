import Alert from 'antd/es/alert';
import { useTranslation } from 'react-i18next';
import type { HoursBilled } from '@daybook/contracts/billing/pending/unbilled-hours';
import { fieldText } from '@daybook/shared/read/refusal-text';

interface NotBilledProps {
  results: readonly HoursBilled[];
  /** The title of the task of a bill. */
  nameOf: (billId: string) => string;
}

/** Why the hours of tasks could not be billed. */
export function NotBilled({ results, nameOf }: NotBilledProps) {
  const { t } = useTranslation('billing');
  return results.flatMap(({ id, refused }) => {
    if (refused === undefined) return [];
    const faults = Object.values(refused.fields).flat();
    const why = faults.length === 0 ? refused.message : faults.map((fault) => fieldText(fault)).join(' ');
    return [
      <Alert
        key={id}
        type="error"
        role="alert"
        title={t('unbilledHours.notBilled', { task: nameOf(id), why })}
      />,
    ];
  });
}
