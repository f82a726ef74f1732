import { useEffect, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { ErrorBox } from '@daybook/shared/read/error-box';
import { PageSkeleton } from '@daybook/shared/read/page-skeleton';

interface BegunFormProps<Begun> {
  /** Initial values if the address has no query. */
  empty: () => Begun;
  /** Initial values that follow from the query of the address. */
  begin: (params: URLSearchParams) => Promise<Begun>;
  children: (begun: Begun, params: URLSearchParams) => ReactNode;
}

/** A form whose initial values follow from its address. Another query remounts it, so that nothing of the previous one stays. */
export function BegunForm<Begun>(props: BegunFormProps<Begun>) {
  const { search } = useLocation();
  return <Beginning key={search} search={search} {...props} />;
}

function Beginning<Begun>({ search, empty, begin, children }: BegunFormProps<Begun> & { search: string }) {
  const [params] = useState(() => new URLSearchParams(search));
  const [begun, setBegun] = useState<{ with: Begun } | null>(() =>
    params.size === 0 ? { with: empty() } : null,
  );
  const [error, setError] = useState<unknown>(null);
  // The query is fixed when the form mounts, but `begin` is a new function at each render, so the first one is used.
  const [ask] = useState(() => begin);
  useEffect(() => {
    if (params.size > 0) ask(params).then((values) => setBegun({ with: values }), setError);
  }, [params, ask]);
  if (error !== null) return <ErrorBox error={error} />;
  if (begun === null) return <PageSkeleton shape="form" />;
  return children(begun.with, params);
}
