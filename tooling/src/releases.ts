import { existsSync } from 'node:fs';
import { readArguments, run } from './release/command.ts';
import { describeReleases } from './release/describe-releases.ts';
import { Refused } from './release/refused.ts';

await run(() => {
  const { site } = readArguments({});
  if (!existsSync(site)) throw new Refused([`there is no site in ${site}`]);
  for (const line of describeReleases(site)) console.log(line);
});
