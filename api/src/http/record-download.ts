import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { recordReading } from '../audit/record-reading.ts';
import { parseInput } from './parse-input.ts';

const Named = z.object({ id: z.uuid() });

/**
 * Writes a download of client data to the audit log before its first byte leaves: who, and what was asked for. A file that cannot be
 * recorded is not sent. A refusal is not a download.
 */
export async function recordDownload(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  const { caller, server, params } = request;
  const { action, endpoint } = request.routeOptions.config;
  if (reply.statusCode !== 200 || !caller || !action || !endpoint) return payload;
  const {
    cursor: _cursor,
    pageSize: _pageSize,
    ...asked
  } = parseInput(endpoint, request) as Record<string, unknown>;
  try {
    await recordReading(server.dbOf(caller.id), {
      userId: caller.id,
      requestId: request.id,
      action,
      entity: 'export',
      entityId: Named.safeParse(params).data?.id ?? caller.id,
      address: request.ip,
      asked,
    });
  } catch (error) {
    if (payload instanceof Readable) payload.destroy();
    throw error;
  }
  return payload;
}
