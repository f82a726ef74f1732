import MoreOutlined from '@ant-design/icons/es/icons/MoreOutlined';
import { MenuButton } from './menu-button.tsx';

interface RowMenuProps {
  /** Names the record that the menu is about. */
  label: string;
  items: readonly { key: string; label: string; danger?: boolean; disabled?: boolean; onClick: () => void }[];
  size?: 'small' | 'middle';
}

/** The rarer actions on a record, behind one button. */
export const RowMenu = ({ label, items, size = 'small' }: RowMenuProps) => (
  <MenuButton
    menu={{ items: [...items] }}
    size={size}
    type={size === 'small' ? 'text' : 'default'}
    icon={<MoreOutlined />}
    aria-label={label}
  />
);
