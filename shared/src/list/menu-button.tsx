import Button, { type ButtonProps } from 'antd/es/button';
import Dropdown, { type DropdownProps } from 'antd/es/dropdown';
import { useRef, useState, type MouseEvent } from 'react';

interface MenuButtonProps extends Omit<ButtonProps, 'onClick' | 'autoFocus'> {
  menu: NonNullable<DropdownProps['menu']>;
}

/** A click without a pointer: Enter or Space. */
const isByKey = ({ detail }: MouseEvent): boolean => detail === 0;

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
  if (isOpen === null) return <Button {...button} onClick={first} />;
  return (
    <Dropdown
      trigger={['click']}
      menu={menu}
      autoFocus={takesKeys}
      open={isOpen}
      onOpenChange={(next, { source }) => {
        setOpen(next);
        // Unless an action was chosen, whose dialog or page takes the focus.
        if (!next && source === 'trigger') own.current?.focus();
      }}
    >
      <Button {...button} ref={own} autoFocus onClickCapture={(event) => setTakesKeys(isByKey(event))} />
    </Dropdown>
  );
}
