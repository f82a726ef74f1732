import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from './zod.ts';

const root = join(__dirname, '..', '..', '..');
const packages = readdirSync(root).filter((name) => /^(contracts|shared|host|remote-.*)$/.test(name));

/** The sources of the site, without comments and tests. */
const sources = packages.flatMap((name) =>
  readdirSync(join(root, name, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test|\.d)\.tsx?$/.test(file) && !/(^|[\\/])test[\\/]/.test(file))
    .map((file) =>
      readFileSync(join(root, name, 'src', file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, ''),
    ),
);

/** Whether a name is a type only; such names are no longer there when the code runs. */
const isType = (name: string) => /^(Z|Ref)|^(infer|input|output|core)\b/.test(name);

const used = new Set(
  sources
    .flatMap((source) => [...source.matchAll(/\bz\s*\.\s*((?:(?:iso|coerce)\s*\.\s*)?\w+)/g)])
    .map(([, name = '']) => name.replaceAll(/\s/g, ''))
    .filter((name) => !isType(name)),
);

const namesIn = (group: object): string[] =>
  Object.entries(group).flatMap(([name, value]) =>
    name === 'iso' || name === 'coerce' ? namesIn(value as object).map((one) => `${name}.${one}`) : [name],
  );

describe('the part of zod that the host provides', () => {
  it('has exactly the names that the sources use', () => {
    expect(namesIn(z).toSorted()).toEqual([...used].toSorted());
  });
});
