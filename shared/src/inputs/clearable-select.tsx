import CloseCircleFilled from '@ant-design/icons/es/icons/CloseCircleFilled';
import Select, { type DefaultOptionType, type SelectProps } from 'antd/es/select';
import type { KeyboardEvent } from 'react';

/**
 * antd's Select that can be cleared. Its clear button is visible only under the mouse, so the keyboard skips it and
 * clears with Backspace or Delete. With several choices, Tab leaves them unchanged, where antd would toggle the active
 * option and keep the focus.
 */
export function ClearableSelect<Value, Option extends DefaultOptionType = DefaultOptionType>(
  props: SelectProps<Value, Option>,
) {
  const { value, mode, onChange, onInputKeyDown } = props;
  const onKey = (event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    onInputKeyDown?.(event);
    if (mode !== undefined) {
      if (event.key === 'Tab') event.stopPropagation();
      return;
    }
    const isClosed = event.currentTarget.getAttribute('aria-expanded') !== 'true';
    const hasValue = value !== undefined && value !== null;
    if (clearingKeys.has(event.key) && isClosed && hasValue) onChange?.(undefined as Value);
  };
  return (
    <Select<Value, Option> {...props} allowClear={{ clearIcon: <OutOfTabOrder /> }} onInputKeyDown={onKey} />
  );
}

const clearingKeys = new Set(['Backspace', 'Delete']);

/** antd renders the button around the icon itself and does not accept properties for it. */
const OutOfTabOrder = () => (
  <CloseCircleFilled
    ref={(icon: HTMLElement | null) => icon?.closest('button')?.setAttribute('tabindex', '-1')}
  />
);
