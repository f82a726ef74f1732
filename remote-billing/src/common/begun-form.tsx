import { useEffect, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { ErrorBox } from '@daybook/shared/read/error-box';
import { PageSkeleton } from '@daybook/shared/read/page-skeleton';

interface BegunFormProps<Begun> {
  /** What the form begins with when its address says nothing. */
  empty: () => Begun;
  /** What it begins with by the query of its address. */
  begin: (params: URLSearchParams) => Promise<Begun>;
  children: (begun: Begun, params: URLSearchParams) => ReactNode;
}

/** A form that begins with what its address says. Another query is another beginning, and nothing of the last one stays. */
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
  // By the address it is mounted with; the functions are new at every drawing.
  const [ask] = useState(() => begin);
  useEffect(() => {
    if (params.size > 0) ask(params).then((values) => setBegun({ with: values }), setError);
  }, [params, ask]);
  if (error !== null) return <ErrorBox error={error} />;
  if (begun === null) return <PageSkeleton shape="form" />;
  return children(begun.with, params);
}
