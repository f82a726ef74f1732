import Segmented from 'antd/es/segmented';
import { useSearchParams } from 'react-router-dom';
import { changeTheme, store, themeAtom } from '@daybook/shared/session';
import type { Theme } from '../storage.ts';

/** Where the choice of a person is remembered. */
type Memory = 'taskView' | 'enquiryView';
type View<M extends Memory> = NonNullable<Theme[M]>;

/**
 * The view that an address names; the first one is the usual one. An address without any parameters opens the person's remembered
 * view. An address with filters only opens the usual one, because figures elsewhere link to it.
 */
export function viewOf<M extends Memory>(
  params: URLSearchParams,
  views: readonly [View<M>, ...View<M>[]],
  memory: M,
): View<M> {
  const asked = params.get('view');
  if (asked === null && params.size === 0) return store.get(themeAtom)[memory] ?? views[0];
  return views.find((view) => view === asked) ?? views[0];
}

interface ViewSwitchProps<M extends Memory> {
  label: string;
  views: readonly [View<M>, ...View<M>[]];
  memory: M;
  nameOf: (view: View<M>) => string;
}

/** Switches between the views of a list. Search and filters stay, and the choice is remembered for the person. */
export function ViewSwitch<M extends Memory>({ label, views, memory, nameOf }: ViewSwitchProps<M>) {
  const [params, setParams] = useSearchParams();
  const choose = (view: View<M>) => {
    changeTheme({ [memory]: view });
    setParams((before) => {
      const next = new URLSearchParams(before);
      next.delete('cursor');
      next.set('view', view);
      if (view === views[0]) next.delete('view');
      return next;
    });
  };
  return (
    <Segmented<View<M>>
      aria-label={label}
      value={viewOf(params, views, memory)}
      options={views.map((value) => ({ value, label: nameOf(value) }))}
      onChange={choose}
    />
  );
}
