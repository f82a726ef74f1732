import { rollBack } from './release/change-site.ts';
import { readArguments, run } from './release/command.ts';
import { Refused } from './release/refused.ts';

await run(() => {
  const { names, site } = readArguments({});
  const [name, version] = names;
  if (name === undefined || names.length > 2)
    throw new Refused(['pnpm rollback <host or remote> [version] [--to DIR]']);
  console.log(`${name} ${rollBack(site, name, version)} is live in ${site}`);
});
