import { readFileSync } from 'node:fs';
import { inWorkspace } from '../workspace.ts';
import { composedSql } from './composed-sql.ts';

// SQL is a literal, or written as sql`…`, which makes parameters of everything that is inserted. So text from outside never becomes SQL.
// The files of the list compose it of names and statements that the database itself or our migrations hold; each says of which.
const listed = JSON.parse(
  readFileSync(inWorkspace('tooling', 'src', 'verify', 'composed-sql.json'), 'utf8'),
) as Record<string, string>;
const named = process.argv.slice(2);
const packages = named.length > 0 ? named : [inWorkspace('api')];
const exempt = /\.test\.ts$|\/api\/test\//;
const places = composedSql(packages, (file) => !exempt.test(file));
const listedFileOf = (place: string) =>
  Object.keys(listed).find((file) => place.startsWith(`${inWorkspace('api', 'src')}/${file}:`));
const faults = places.filter((place) => listedFileOf(place) === undefined);
const needed = new Set(places.map(listedFileOf));
const unneeded = named.length > 0 ? [] : Object.keys(listed).filter((file) => !needed.has(file));
if (faults.length > 0) console.error(`Only literals and sql\`…\` may become SQL:\n${faults.join('\n')}`);
if (unneeded.length > 0)
  console.error(`These files of composed-sql.json compose no SQL any more:\n${unneeded.join('\n')}`);
if (faults.length + unneeded.length > 0) process.exitCode = 1;
