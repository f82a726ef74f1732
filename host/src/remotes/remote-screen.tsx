import { PageSkeleton } from '@daybook/shared/read/page-skeleton';
import type { LoadScreen } from './remote-loader.ts';
import { RemotePart } from './remote-part.tsx';

interface Props {
  remote: string;
  screenId: string;
  entry: string;
  loadScreen: LoadScreen;
  /** The path of the screen, which identifies the record. */
  address: string;
}

/** A screen of a remote. It remounts for another screen and for another record of the same screen. */
export const RemoteScreen = ({ remote, screenId, entry, loadScreen, address }: Props) => (
  <RemotePart
    entry={entry}
    load={() => loadScreen(remote, screenId)}
    given={{}}
    waiting={<PageSkeleton />}
    shown={address}
  />
);
