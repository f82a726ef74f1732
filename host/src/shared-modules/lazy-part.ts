import { Suspense, createElement, lazy, type ComponentType, type PropsWithChildren } from 'react';

const pauseMs = 5_000;

/** Asks until it comes: a failure would be kept for as long as the page is open, and would take the whole screen. */
async function comes<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  try {
    return await load();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    return comes(load);
  }
}

/** Replaces a part of an antd component and loads it when it is drawn. Until then only its children are visible. */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<PropsWithChildren<Props>> {
  const Part = lazy(async () => comes(load)) as unknown as ComponentType<Props>;
  return (props) => createElement(Suspense, { fallback: props.children }, createElement(Part, props));
}
