import { base, landingPath, returnParam, signInFor, signInPath } from '../routing/paths.ts';
import { safeReturnPath } from '../routing/safe-return-path.ts';

interface SignIn {
  /** The address of the sign-in page. */
  address: string;
  /** Where to go after sign-in. */
  goTo: string;
}

/** The sign-in page that somebody who is not signed in gets at this address; null for the public pages. */
export function signInAt({
  pathname,
  search,
  hash,
}: Pick<Location, 'pathname' | 'search' | 'hash'>): SignIn | null {
  if (pathname === signInPath || pathname === '/login') {
    const goTo = safeReturnPath(new URLSearchParams(search).get(returnParam)) ?? landingPath;
    return { address: pathname + search + hash, goTo };
  }
  const isInside = pathname === base || pathname.startsWith(`${base}/`);
  if (!isInside && pathname !== '/') return null;
  const asked = isInside && pathname !== base ? pathname + search + hash : landingPath;
  return { address: signInFor(asked), goTo: safeReturnPath(asked) ?? landingPath };
}
