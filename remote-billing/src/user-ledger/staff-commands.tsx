import DownOutlined from '@ant-design/icons/es/icons/DownOutlined';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MenuButton } from '@daybook/shared/list/menu-button';
import { laterPart } from '@daybook/shared/read/later-part';
import { useMay, useMe } from '@daybook/shared/session';
import { staffCommands, type Whose, type StaffCommand } from '../common/staff-commands.ts';

const CommandDialog = laterPart(() => import('./command-dialog.tsx'));

/** Everything is asked for. */
const anyone: Whose = {};

/** What a bookkeeper does with the money of a person, or of anyone if `whose` names nobody. Nobody does it for themselves. */
export function StaffCommands({ whose = anyone }: { whose?: Whose }) {
  const { t } = useTranslation('billing');
  const mayEdit = useMay('expenses.edit');
  const me = useMe();
  const [begun, setBegun] = useState<StaffCommand | null>(null);
  if (!mayEdit || whose.person?.id === me?.id) return null;
  const items = staffCommands.map((key) => ({
    key,
    label: t(`userLedger.command.${key}`),
    onClick: () => setBegun(key),
  }));
  return (
    <>
      <MenuButton menu={{ items }} type="primary" icon={<DownOutlined aria-hidden />} iconPlacement="end">
        {t('userLedger.commands')}
      </MenuButton>
      {begun !== null && <CommandDialog command={begun} whose={whose} onClose={() => setBegun(null)} />}
    </>
  );
}
