/**
 * The keys that an object of a JSON text has twice; the parser reads the last one only, so the other text would never be seen.
 * The text is formatted as oxfmt does it, with one key on each line.
 */
export function repeatedKeys(json: string): string[] {
  const objects: Set<string>[] = [];
  const repeated: string[] = [];
  for (const line of json.split('\n')) {
    const key = /^\s*"((?:\\.|[^"\\])*)":/.exec(line)?.[1];
    const object = objects.at(-1);
    if (key !== undefined && object?.has(key)) repeated.push(key);
    if (key !== undefined) object?.add(key);
    if (/[{[]$/.test(line)) objects.push(new Set());
    if (/^\s*[}\]],?$/.test(line)) objects.pop();
  }
  return repeated;
}
