import { Suspense, createElement, lazy, type ComponentType, type PropsWithChildren } from 'react';

/** Stands for a part of an antd component and fetches it when it is drawn; until then what it wraps is seen. */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<PropsWithChildren<Props>> {
  const Part = lazy(load) as unknown as ComponentType<Props>;
  return (props) => createElement(Suspense, { fallback: props.children }, createElement(Part, props));
}
