import { useTranslation } from 'react-i18next';
import type { StaffCommand, Whose } from './staff-commands.ts';

/** Names the command, and the person if one is known. */
export function useCommandTitle(key: StaffCommand, { person }: Whose): string {
  const { t } = useTranslation('billing');
  const command = t(`userLedger.command.${key}`);
  return person === undefined ? command : t('userLedger.titleOf', { command, name: person.label });
}
