import { globSync, readFileSync } from 'node:fs';

const comments = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;
const writes = [
  /\b(?:insertInto|replaceInto|updateTable|deleteFrom|mergeInto)\b/g,
  /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate)\b/gi,
  /\bupdate\s+\S+\s+set\b/gi,
];
/** What is thrown, and refusals by functions that throw. */
const refusals = [/\bthrow (?!new Refusal\('NOT_FOUND'\))[^;]*/g, /\brefuse[A-Z]\w*\(/g];

const faultsIn = (path: string): string[] => {
  const code = readFileSync(new URL(path, import.meta.url), 'utf8').replaceAll(comments, '');
  return [...writes, ...refusals].flatMap((wrong) =>
    (code.match(wrong) ?? []).map((text) => `${path}: ${text}`),
  );
};

const queries = globSync('**/*.queries.ts', { cwd: import.meta.dirname });

it('a .queries file only reads, and refuses nothing but what it does not find', () => {
  expect(queries.length).toBeGreaterThan(0);
  expect(queries.flatMap((path) => faultsIn(`./${path}`))).toEqual([]);
});

it.each([
  ['./saved-views/save-view.ts', 'insertInto'],
  ['./saved-views/save-view.ts', 'throw refuseField'],
  ['./people/hand-over-records.ts', 'update'],
])('a write or a refusal is noticed where there is one: %s, %s', (path, text) => {
  expect(faultsIn(path).filter((fault) => fault.includes(text))).not.toEqual([]);
});
