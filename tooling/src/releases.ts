import { readArguments, run } from './release/command.ts';
import { describeReleases } from './release/describe-releases.ts';

await run(() => {
  const { site } = readArguments({});
  for (const line of describeReleases(site)) console.log(line);
});
