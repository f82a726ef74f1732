import App from 'antd/es/app';
import Button from 'antd/es/button';
import { useEffect, useState } from 'react';
import { connectNotices, type NoticeAction } from '@daybook/shared/notify';
import { LeaveQuestion } from './leave-question.tsx';

const kinds = { success: 'success', failure: 'error', info: 'info' } as const;
const shortSeconds = 4;
const longSeconds = 12;

function secondsFor(action: NoticeAction | undefined): number | false {
  if (action?.leavesPage) return false;
  return action === undefined ? shortSeconds : longSeconds;
}

// Where a notice lies over something, a press goes to what is beneath; only its own buttons take one.
const letThrough = {
  wrapper: { pointerEvents: 'none' },
  root: { pointerEvents: 'none', padding: '10px 16px' },
  title: { fontSize: 'inherit', lineHeight: 'inherit' },
  actions: { pointerEvents: 'auto' },
  close: { pointerEvents: 'auto', insetBlockStart: 10, insetInlineEnd: 12 },
} as const;

const wouldLose = ({ leavesPage = false }: NoticeAction) =>
  leavesPage && document.querySelector('[data-unsaved="true"]') !== null;

/** Where `notify` speaks. The host mounts one inside antd's App. */
export default function NoticeOutlet() {
  const { notification } = App.useApp();
  const [asked, setAsked] = useState<NoticeAction | null>(null);
  useEffect(
    () =>
      connectNotices(({ kind, text, action, key = text }) => {
        const act = () => {
          if (action !== undefined && wouldLose(action)) return setAsked(action);
          notification.destroy(key);
          action?.run();
        };
        notification.open({
          key,
          title: text,
          type: kinds[kind],
          styles: letThrough,
          role: kind === 'failure' ? 'alert' : 'status',
          duration: secondsFor(action),
          actions: action && <Button onClick={act}>{action.label}</Button>,
        });
      }),
    [notification],
  );
  return <LeaveQuestion isOpen={asked !== null} onStay={() => setAsked(null)} onLeave={() => asked?.run()} />;
}
