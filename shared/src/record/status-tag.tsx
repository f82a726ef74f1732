import Tag from 'antd/es/tag';

const colors = {
  draft: 'default',
  info: 'processing',
  waiting: 'warning',
  done: 'success',
  overdue: 'error',
} as const;

/** The meaning of a status: grey is not final yet, amber is waiting for someone, red is overdue or refused. */
export type Tone = keyof typeof colors;

/** A status by colour and word, never by colour alone. */
export function StatusTag({ tone, children }: { tone: Tone; children: string }) {
  return (
    <Tag color={colors[tone]} variant="filled" style={{ marginInlineEnd: 0 }}>
      {children}
    </Tag>
  );
}
