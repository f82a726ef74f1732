import CheckOutlined from '@ant-design/icons/es/icons/CheckOutlined';
import TableOutlined from '@ant-design/icons/es/icons/TableOutlined';
import Button from 'antd/es/button';
import Dropdown from 'antd/es/dropdown';
import { useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ColumnChoice } from './use-column-choice.tsx';
import styles from './list-screen.module.css';

interface ColumnMenuProps {
  of: Pick<ColumnChoice, 'choices' | 'isChosen' | 'choose' | 'reset'>;
  /** Its word is in a tooltip, because there is no room for it. */
  isTight: boolean;
}

/** Shows and hides columns. The menu stays open while a person tries them out. */
export function ColumnMenu({ of: { choices, isChosen, choose, reset }, isTight }: ColumnMenuProps) {
  const { t } = useTranslation('shared');
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const toggle = (name: string) =>
    choose(choices.filter((one) => one.isShown !== (one.name === name)).map((one) => one.name));
  const items = choices.map(({ name, title, isShown }) => ({
    key: name,
    role: 'menuitemcheckbox',
    'aria-checked': isShown,
    label: <bdi>{title}</bdi>,
    icon: <CheckOutlined aria-hidden className={isShown ? '' : styles.unseen} />,
    onClick: () => toggle(name),
    // antd's menus take Enter only.
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== ' ') return;
      event.preventDefault();
      toggle(name);
    },
  }));
  const end = [
    { type: 'divider' as const },
    { key: '', label: t('list.usualColumns'), disabled: !isChosen, onClick: reset },
  ];
  return (
    <Dropdown
      trigger={['click']}
      open={isOpen}
      onOpenChange={(open, { source }) => {
        if (source === 'menu') return;
        setOpen(open);
        if (!open) button.current?.focus();
      }}
      menu={{ items: [...items, ...end] }}
      autoFocus
    >
      <Button
        ref={button}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        icon={<TableOutlined aria-hidden />}
        {...(isTight && { 'aria-label': t('list.columns'), title: t('list.columns') })}
      >
        {!isTight && t('list.columns')}
      </Button>
    </Dropdown>
  );
}
