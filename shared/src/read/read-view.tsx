import type { ReactNode } from 'react';
import { ErrorBox } from './error-box.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import type { Read } from './use-read.tsx';

interface ReadViewProps<Data> {
  of: Read<Data>;
  shape?: 'list' | 'form' | 'record' | 'chart' | 'days';
  children: (data: Data) => ReactNode;
}

/** The data of a read once it is loaded; before that a skeleton, or the error. */
export function ReadView<Data>({ of: read, shape = 'record', children }: ReadViewProps<Data>) {
  if (read.data !== undefined) return children(read.data);
  if (read.error !== null) return <ErrorBox error={read.error} onRetry={read.retry} />;
  return <PageSkeleton shape={shape} />;
}
