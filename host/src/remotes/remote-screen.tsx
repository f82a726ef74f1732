import { PageSkeleton } from '@daybook/shared/ui/page-skeleton';
import type { LoadScreen } from './remote-loader.ts';
import { RemotePart } from './remote-part.tsx';

interface Props {
  remote: string;
  screenId: string;
  entry: string;
  loadScreen: LoadScreen;
}

/** A screen of a remote; mounted anew for another screen. */
export const RemoteScreen = ({ remote, screenId, entry, loadScreen }: Props) => (
  <RemotePart entry={entry} load={() => loadScreen(remote, screenId)} given={{}} waiting={<PageSkeleton />} />
);
