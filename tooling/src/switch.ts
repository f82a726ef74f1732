import { switchRemote } from './release/change-site.ts';
import { readArguments, run } from './release/command.ts';
import { Refused } from './release/refused.ts';

await run(() => {
  const { names, site } = readArguments({});
  const [name, way] = names;
  if (name === undefined || (way !== 'on' && way !== 'off'))
    throw new Refused(['pnpm switch <remote> on|off [--to DIR]']);
  switchRemote(site, name, way === 'on');
  console.log(`${name} is ${way} in ${site}`);
});
