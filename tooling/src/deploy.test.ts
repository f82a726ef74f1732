import { readFileSync } from 'node:fs';
import { memoryLimits } from './start/memory-limits.ts';
import { inWorkspace, packageOf, remoteNames } from './workspace.ts';

const read = (file: string) => readFileSync(inWorkspace(file), 'utf8');
const compose = read('docker-compose.yml');
const sorted = (names: Iterable<string>) => [...new Set(names)].toSorted();
const found = (text: string, pattern: RegExp) =>
  sorted([...text.matchAll(pattern)].map(([, name = '']) => name));

describe('docker-compose.yml and the images', () => {
  it('have one service for the host and for each remote, that publishes it under its name', () => {
    const expected = [['host', 'host'], ...remoteNames.map((name) => [packageOf(name), name])];
    for (const [folder, name] of expected)
      expect(compose).toMatch(
        new RegExp(
          `^  ${folder}:\n(    .*\n)*?      args: { PACKAGE: ${folder}, NAME: ${name}, COMMIT: '[^']+' }$`,
          'm',
        ),
      );
    expect(found(compose, /PACKAGE: ([\w-]+)/g)).toEqual(sorted(expected.map(([folder = '']) => folder)));
  });

  it('are named after the installation, so that another one on the machine does not replace them', () => {
    const ofOthers = ['axllent/mailpit:', 'postgres:'];
    for (const image of found(compose, /^ +image: '?([^'\n]+)/gm))
      expect([image, ofOthers.some((name) => image.startsWith(name))]).toEqual([
        image,
        !image.startsWith('${COMPOSE_PROJECT_NAME:?}-'),
      ]);
  });

  it('copy the manifest of every package that is built into an image', () => {
    const dockerfile = read('deploy/publisher.Dockerfile');
    for (const folder of ['contracts', 'shared', 'tooling', 'host', ...remoteNames.map(packageOf)])
      expect(dockerfile).toContain(`COPY ${folder}/package.json ${folder}/\n`);
  });

  it('run on the Node of the workspace', () => {
    const [, major, minor] = /^nodeVersion: (\d+)\.(\d+)/m.exec(read('pnpm-workspace.yaml')) ?? [];
    for (const image of ['api', 'publisher'])
      expect(found(read(`deploy/${image}.Dockerfile`), /^FROM (node:\S+)/gm)).toEqual([
        `node:${major}.${minor}-slim`,
      ]);
  });

  it('give the server as much memory as `npm start` does', () => {
    expect(read('deploy/api.Dockerfile')).toContain(`NODE_OPTIONS="${memoryLimits.join(' ')}"\n`);
  });

  it('let every server measure the disk of the database, and not write to it', () => {
    const [, volume] = /^ +- (\w+):\/var\/lib\/postgresql$/m.exec(compose) ?? [];
    const [, dataDir] = /^ {2}DATA_DIR: (\S+)$/m.exec(compose) ?? [];
    const servers = compose.split('\n\n').filter((service) => service.includes('<<: *server-environment'));
    expect(servers).toHaveLength(2);
    for (const server of servers) expect(server).toContain(`'${volume}:${dataDir}:ro'`);
  });

  it('give the server only what it reads, and name every variable in .env.example', () => {
    const config = found(read('api/src/config.ts'), /^ {2}([A-Z_]+):/gm);
    const servers = compose.slice(compose.indexOf('x-server-environment'), compose.indexOf('x-publisher'));
    for (const name of found(servers, /^ {2,4}([A-Z_]+):/gm)) expect(config).toContain(name);
    const example = read('.env.example');
    for (const name of found(compose, /\$\{([A-Z_]+)/g))
      expect(example).toMatch(new RegExp(`^#?${name}=`, 'm'));
  });
});
