import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { steppingAside } from '../common/step-aside.ts';
import type { Step } from './steps.ts';
import { usePages, type FollowUpPage } from './use-pages.ts';

// The host's list of keys explains them.
const stepOf: Readonly<Record<string, Step>> = {
  l: 'log',
  p: 'promise',
  d: 'dispute',
  e: 'end_dispute',
  u: 'pause',
  h: 'hand_on',
};
const pageOf: Readonly<Record<string, FollowUpPage>> = {
  r: 'remind',
  c: 'receive',
  s: 'statement',
  g: 'ledger',
};

/** What a key does in the follow-up of a client: it begins a step or opens a page. False if it means nothing. */
export function useClientKeys(): (key: string, clientId: string, begin: (step: Step) => void) => boolean {
  const navigate = useNavigate();
  const addressOf = usePages();
  return (key, clientId, begin) => {
    const step = stepOf[key];
    const page = pageOf[key];
    const to = page === undefined ? null : addressOf(page, clientId);
    if (step !== undefined) begin(step);
    else if (to !== null) void navigate(to, steppingAside);
    return step !== undefined || to !== null;
  };
}

/**
 * Keys on the page of a client. They act only while its title or one of its commands has the focus, so that dictation and
 * switch controls do not set them off.
 */
export function usePageKeys(isOn: boolean, act: (key: string) => boolean): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target, key, ctrlKey, metaKey, altKey, repeat } = event;
    if (!isOn || ctrlKey || metaKey || altKey || repeat || event.defaultPrevented) return;
    // A dialog leaves the focus to the content if what opened it is gone.
    if (!(target instanceof Element) || (target.id !== 'content' && !target.matches('article > header *')))
      return;
    if (target.closest('.ant-dropdown-open') === null && act(key)) event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
