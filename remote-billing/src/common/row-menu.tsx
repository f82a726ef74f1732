import MoreOutlined from '@ant-design/icons/es/icons/MoreOutlined';
import Button from 'antd/es/button';
import Dropdown from 'antd/es/dropdown';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';

interface RowMenuProps {
  /** The record that the menu is about. */
  of: string;
  items: readonly { key: string; label: string; onClick: () => void }[];
  size?: 'small' | 'middle';
}

/** The rarer actions on a record, behind one button. Opened by keyboard, the menu takes the arrow keys. */
export function RowMenu({ of, items, size = 'small' }: RowMenuProps) {
  const { t } = useTranslation('billing');
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Dropdown
      trigger={['click']}
      menu={{ items: [...items] }}
      autoFocus
      onOpenChange={(isOpen, { source }) => {
        // Unless an action was chosen, whose dialog or page takes the focus.
        if (!isOpen && source === 'trigger') button.current?.focus();
      }}
    >
      <Button
        ref={button}
        size={size}
        type={size === 'small' ? 'text' : 'default'}
        icon={<MoreOutlined />}
        aria-label={t('more', { what: of })}
      />
    </Dropdown>
  );
}
