import { base } from './paths.ts';

const here = 'http://here.invalid';

// Browsers silently turn backslashes into slashes and drop control characters.
const unsafe = /[\\\s]|\p{Cc}/u;

/**
 * The page to open after sign-in: a path below /app of this site, or null. Anybody may have written the link, so it is parsed as a
 * browser would parse it, once unchanged and once decoded.
 */
export function safeReturnPath(asked: string | null): string | null {
  if (asked === null || !isBelowApp(asked)) return null;
  try {
    if (!isBelowApp(decodeURIComponent(asked.split(/[?#]/)[0] ?? ''))) return null;
  } catch {
    return null;
  }
  const { pathname, search, hash } = new URL(asked, here);
  return pathname + search + hash;
}

function isBelowApp(path: string): boolean {
  if (!path.startsWith(`${base}/`) || unsafe.test(path)) return false;
  if (!URL.canParse(path, here)) return false;
  const url = new URL(path, here);
  return url.origin === here && url.pathname.startsWith(`${base}/`) && !url.pathname.includes('//');
}
