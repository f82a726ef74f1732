import { Suspense, createElement, lazy, type ComponentType, type PropsWithChildren } from 'react';

/** Replaces a part of an antd component and loads it when it is drawn. Until then only its children are visible. */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<PropsWithChildren<Props>> {
  const Part = lazy(load) as unknown as ComponentType<Props>;
  return (props) => createElement(Suspense, { fallback: props.children }, createElement(Part, props));
}
