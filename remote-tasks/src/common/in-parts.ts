import { mostInBulk, type Outcome } from '@daybook/contracts/bulk';

interface AtVersion {
  id: string;
  version: number;
}

/** Sends the records in parts, as many as one call takes. If a part fails, the earlier ones stay done; `onPart` receives their results. */
export async function inParts(
  all: readonly AtVersion[],
  send: (part: AtVersion[]) => Promise<{ results: Outcome[] }>,
  onPart: (results: Outcome[]) => void = () => undefined,
): Promise<Outcome[]> {
  const done: Outcome[] = [];
  for (let start = 0; start < all.length; start += mostInBulk) {
    const part = all.slice(start, start + mostInBulk).map(({ id, version }) => ({ id, version }));
    done.push(...(await send(part)).results);
    onPart([...done]);
  }
  return done;
}
