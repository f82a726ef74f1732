import { useLayoutEffect, useState, type ComponentType } from 'react';

interface Code<Props> {
  default: ComponentType<Props>;
}

/** Code that is being loaded. Once it has come, it is in `arrived`, so that a page that asks for it again need not wait for a promise. */
export type LoadingCode<Props> = Promise<Code<Props>> & { arrived?: Code<Props> };
export type LoadCode<Props> = () => LoadingCode<Props>;

interface State<Props> {
  code: Code<Props> | undefined;
  failure?: { error: unknown };
}

/**
 * The component that `load` loads; null until it has come. Throws what loading failed with. Another attempt is another mount.
 * In contrast to React's `lazy`, the component is drawn as soon as it has come: React shows what a boundary waits for no sooner than
 * 300 ms after the placeholder.
 */
export function useCode<Props>(load: LoadCode<Props>): ComponentType<Props> | null {
  const [loading] = useState(() => {
    const begun = load();
    // A failure is thrown below; a page that was left meanwhile has none.
    begun.catch(() => undefined);
    return begun;
  });
  const [{ code, failure }, setState] = useState<State<Props>>({ code: loading.arrived });
  useLayoutEffect(() => {
    let isWanted = true;
    loading.then(
      (come) => {
        loading.arrived = come;
        if (isWanted) setState((before) => (before.code === come ? before : { code: come }));
        return come;
      },
      (error: unknown) => isWanted && setState({ code: undefined, failure: { error } }),
    );
    return () => {
      isWanted = false;
    };
  }, [loading]);
  if (failure) throw failure.error;
  return code?.default ?? null;
}
