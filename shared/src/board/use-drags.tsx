import { useEffect, useRef, type RefObject } from 'react';
import { watchDrags } from './drag.ts';

/** Watches drags within the element that receives the returned ref; see `watchDrags`. */
export function useDrags(
  isOn: boolean,
  handlers: Parameters<typeof watchDrags>[1],
): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => {
    if (box.current === null || !isOn) return undefined;
    return watchDrags(box.current, {
      onLift: (id) => latest.current.onLift(id),
      onDrop: (id, to) => latest.current.onDrop(id, to),
    });
  }, [isOn]);
  return box;
}
