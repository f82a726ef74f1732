import Button, { type ButtonProps } from 'antd/es/button';
import Dropdown, { type DropdownProps } from 'antd/es/dropdown';
import { useRef, useState, type MouseEvent } from 'react';

interface MenuButtonProps extends Omit<ButtonProps, 'onClick' | 'autoFocus'> {
  menu: NonNullable<DropdownProps['menu']>;
}

/** A click without a pointer: Enter or Space. */
const isByKey = ({ detail }: MouseEvent): boolean => detail === 0;

/** An item that opened something has put the focus there. */
const isLost = (): boolean =>
  document.activeElement === document.body || document.activeElement?.closest('.ant-dropdown') !== null;

/**
 * A button that opens a menu. Opened by keyboard, the menu takes the arrow keys. antd's Dropdown comes with the first press: a list of
 * twenty rows would otherwise wait for twenty that nobody opens.
 */
export function MenuButton({ menu, ...button }: MenuButtonProps) {
  const [isOpen, setOpen] = useState<boolean | null>(null);
  // Not after a press of the pointer: antd focuses the menu some frames later, even if its item has opened something else by then.
  const [takesKeys, setTakesKeys] = useState(false);
  const own = useRef<HTMLButtonElement>(null);
  const first = (event: MouseEvent) => {
    setTakesKeys(isByKey(event));
    setOpen(true);
  };
  const says = { 'aria-haspopup': 'menu', 'aria-expanded': isOpen === true } as const;
  if (isOpen === null) return <Button {...button} {...says} onClick={first} />;
  return (
    <Dropdown
      trigger={['click']}
      menu={menu}
      autoFocus={takesKeys}
      open={isOpen}
      onOpenChange={(next, { source }) => {
        setOpen(next);
        if (next) return;
        if (source === 'trigger') own.current?.focus();
        // Later, because the key that chose the item would press the button.
        else setTimeout(() => isLost() && own.current?.focus());
      }}
    >
      <Button
        {...button}
        {...says}
        ref={own}
        autoFocus
        onClickCapture={(event) => setTakesKeys(isByKey(event))}
      />
    </Dropdown>
  );
}
