import Input from 'antd/es/input';
import type { ComponentProps } from 'react';
import styles from './long-text.module.css';

/** antd measures the text with each key, which takes as long as all the rest of a key. Browsers that can do so let the field grow by itself. */
const growsByItself = globalThis.CSS?.supports?.('field-sizing', 'content') ?? false;

/** What a text area has besides its lines: the padding and border of antd's. */
const aroundPx = 10;

interface LongTextProps extends Omit<ComponentProps<typeof Input.TextArea>, 'autoSize' | 'rows'> {
  /** How many lines it has at least and at most; beyond that it scrolls. */
  rows: readonly [least: number, most?: number];
}

/** A text of several lines. It grows with the text. */
export function LongText({ rows: [least, most], ...rest }: LongTextProps) {
  if (!growsByItself) {
    const autoSize = { minRows: least, ...(most !== undefined && { maxRows: most }) };
    return <Input.TextArea autoSize={autoSize} {...rest} />;
  }
  return (
    <Input.TextArea
      rows={least}
      className={styles.grows ?? ''}
      style={{
        resize: 'none',
        minBlockSize: `calc(${least}lh + ${aroundPx}px)`,
        ...(most !== undefined && { maxBlockSize: `calc(${most}lh + ${aroundPx}px)` }),
      }}
      {...rest}
    />
  );
}
