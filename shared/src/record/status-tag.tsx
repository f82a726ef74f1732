import Tag from 'antd/es/tag';

const colors = {
  draft: 'default',
  info: 'processing',
  waiting: 'warning',
  done: 'success',
  overdue: 'error',
} as const;

/** What a state means to the person who looks: grey is not yet real, amber waits for someone, red is late or refused. */
export type Tone = keyof typeof colors;

/** A state by colour and by word, never by colour alone. */
export function StatusTag({ tone, children }: { tone: Tone; children: string }) {
  return (
    <Tag color={colors[tone]} variant="filled" style={{ marginInlineEnd: 0 }}>
      {children}
    </Tag>
  );
}
