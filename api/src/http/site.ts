import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Refusal } from '@daybook/contracts/refusals';
import { removeLeftoverWorkers } from './leftover-worker.ts';
import { refuse } from './refuse.ts';

const forever = 'public, max-age=31536000, immutable';

const page = (reply: FastifyReply) => reply.header('Cache-Control', 'no-cache').sendFile('index.html');

/**
 * Serves the built host and remotes on one machine: hashed files for ever, the rest revalidated. Nothing under /mf/ or
 * /assets/ ever falls back to HTML (docs/rules.md#versions-stay-for-open-tabs); every other address of a page is the host's.
 */
export async function serveSite(app: FastifyInstance, folder: string): Promise<void> {
  removeLeftoverWorkers(app);
  await app.register(fastifyStatic, {
    root: path.resolve(folder),
    preCompressed: true,
    index: false,
    wildcard: true,
    // Files that a release keeps for itself.
    dotfiles: 'ignore',
    setHeaders: (reply, file) => {
      const isHashed = /[/\\](mf|assets)[/\\]/.test(path.relative(folder, file).replace(/^/, path.sep));
      void reply.header('Cache-Control', isHashed ? forever : 'no-cache');
    },
  });
  app.get('/', (_request, reply) => page(reply));
  app.setNotFoundHandler((request, reply) => {
    const isPage =
      request.method === 'GET' &&
      !/^\/(api|mf|assets)(?![\w-])/.test(request.url) &&
      !path.extname(request.url.split('?')[0] ?? '');
    if (!isPage) return refuse(new Refusal('NOT_FOUND'), request, reply);
    return page(reply);
  });
}
