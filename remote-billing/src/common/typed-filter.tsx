import Input from 'antd/es/input';

interface TypedFilterProps {
  label: string;
  /** What is set, as it is typed; undefined if nothing is. */
  value: string | undefined;
  /** Receives what was typed, empty if the filter was cleared. */
  settle: (text: string) => void;
  isFigure?: boolean;
  suffix?: string;
}

/** A filter that is typed; it takes effect when the field is left or Enter is pressed. */
export function TypedFilter({ label, value, settle, isFigure = false, suffix }: TypedFilterProps) {
  const leave = (text: string) => {
    if (text.trim() !== (value ?? '')) settle(text.trim());
  };
  return (
    <Input
      key={value ?? ''}
      variant="filled"
      aria-label={label}
      placeholder={label}
      prefix={value === undefined ? null : `${label}:`}
      suffix={suffix}
      defaultValue={value ?? ''}
      allowClear
      maxLength={40}
      inputMode={isFigure ? 'decimal' : 'text'}
      style={{ inlineSize: 200 }}
      onBlur={(event) => leave(event.target.value)}
      onPressEnter={(event) => leave(event.currentTarget.value)}
      onClear={() => settle('')}
    />
  );
}
