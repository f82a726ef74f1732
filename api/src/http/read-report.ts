import type { FastifyReply, FastifyRequest } from 'fastify';
import { asOfHeader } from '@daybook/contracts/endpoint';
import type { Endpoint } from '@daybook/contracts/endpoint';
import type { Db } from '../db/database.ts';
import { elsePrimary } from '../db/else-primary.ts';
import { isForPrimary } from '../db/reports.ts';

interface Asked {
  endpoint: Endpoint;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Reads a report from the replica, if there is one that this person may read now, or else from the primary; and says as of when it is. */
export async function readReport<T>(
  primary: Db,
  { endpoint, request, reply }: Asked,
  read: (db: Db) => Promise<T>,
): Promise<T> {
  const stamp = (asOf: Date) => void reply.header(asOfHeader, asOf.toISOString());
  const { reports } = request.server;
  stamp(new Date());
  const replica = reports && request.caller ? await reports.replicaFor(request.caller) : null;
  if (replica === null) return read(primary);
  const now = new Date();
  stamp(replica.asOf);
  if (endpoint.file) return read(elsePrimary(replica.db, primary));
  try {
    return await read(replica.db);
  } catch (error) {
    if (!isForPrimary(error as Error)) throw error;
    stamp(now);
    return read(primary);
  }
}
