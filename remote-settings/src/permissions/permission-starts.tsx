import DownOutlined from '@ant-design/icons/es/icons/DownOutlined';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { grants } from '@daybook/contracts/people/grants';
import { permissions, presets, type Permission } from '@daybook/contracts/permissions';
import { MenuButton } from '@daybook/shared/list/menu-button';
import { call, isRefusal } from '@daybook/shared/call';
import { notify } from '@daybook/shared/notify';
import { Lookup } from '@daybook/shared/inputs/lookup';
import { refusalText } from '@daybook/shared/read/refusal-text';
import styles from './permissions.module.css';

const roles = ['manager', 'executive', 'crm'] as const;

/** Starting points for the ticks: the usual permissions of a role, all, none, or those of a colleague. */
export function PermissionStarts({ onStart }: { onStart: (keys: readonly Permission[]) => void }) {
  const { t } = useTranslation('settings');
  const items = [
    ...roles.map((role) => ({
      key: role,
      label: t(`person.types.${role}`),
      onClick: () => onStart(presets[role].keys),
    })),
    { type: 'divider' as const },
    { key: 'all', label: t('permission.all'), onClick: () => onStart(permissions) },
    { key: 'none', label: t('permission.none'), onClick: () => onStart([]) },
  ];
  return (
    <div className={styles.tools}>
      <MenuButton menu={{ items }} icon={<DownOutlined aria-hidden />} iconPlacement="end">
        {t('permission.startFrom')}
      </MenuButton>
      <CopyFrom onStart={onStart} />
    </div>
  );
}

function CopyFrom({ onStart }: { onStart: (keys: readonly Permission[]) => void }) {
  const { t } = useTranslation('settings');
  const [from, setFrom] = useState<string | null>(null);
  const copy = async (id: string | null) => {
    setFrom(id);
    if (id === null) return;
    try {
      const { keys, name } = await call(grants.open, { id });
      onStart(keys);
      notify.info(t('permission.copied', { name }));
    } catch (error) {
      setFrom(null);
      const isDenied = isRefusal(error) && error.code === 'PERM_DENIED';
      notify.failure(isDenied ? t('permission.copyRefused') : refusalText(error));
    }
  };
  return (
    <div className={styles.copy}>
      <Lookup
        kind="person"
        aria-label={t('permission.copyFrom')}
        placeholder={t('permission.copyFrom')}
        value={from}
        onChange={(id) => void copy(id)}
      />
    </div>
  );
}
