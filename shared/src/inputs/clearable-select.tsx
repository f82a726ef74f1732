import CloseCircleFilled from '@ant-design/icons/es/icons/CloseCircleFilled';
import Select, { type DefaultOptionType, type SelectProps } from 'antd/es/select';
import type { KeyboardEvent } from 'react';

/**
 * antd's Select that can be emptied. Its cross is seen only under the mouse, so the keyboard passes it by and empties with Backspace or
 * Delete; and Tab leaves a choice of several as it is, where antd would take the option under it in or out and keep the focus.
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

/** The button around the icon is antd's own; it takes no properties. */
const OutOfTabOrder = () => (
  <CloseCircleFilled
    ref={(icon: HTMLElement | null) => icon?.closest('button')?.setAttribute('tabindex', '-1')}
  />
);
