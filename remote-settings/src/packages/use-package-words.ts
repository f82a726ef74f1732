import { useTranslation } from 'react-i18next';
import type { HistoryWords } from '@daybook/shared/history/history-event';

const own = ['name', 'description', 'entity', 'validFrom', 'validTo'] as const;

/** Labels of the fields of a package in its history. */
export function usePackageWords(): HistoryWords {
  const { t } = useTranslation('settings');
  const names = new Map([
    ...own.map((name) => [name as string, t(`package.${name}`)] as const),
    ['active', t('active')],
  ]);
  return { field: (name) => names.get(name) ?? null, status: (status) => status };
}
