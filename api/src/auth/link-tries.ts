import type { FastifyReply } from 'fastify';
import type { Refusal } from '@daybook/contracts/refusals';
import type { Db } from '../db/database.ts';
import { askForLink, acceptLink, readLink } from './one-time-links.ts';
import {
  accountSubject,
  addressSubject,
  forgetFailures,
  refuseWhileDelayed,
  takeTry,
  withAccount,
  withAddress,
} from './sign-in-delays.ts';

interface Asked {
  db: Db;
  reply: FastifyReply;
}

/** Refuses RATE_LIMITED by IP address and, known or not, by account, so that nobody floods another person's mailbox. */
export async function forgot({ db, reply }: Asked, email: string): Promise<{ canMail: boolean }> {
  const { request, server } = reply;
  await takeTry(db, `forgot ${addressSubject(request.ip)}`, withAddress);
  await takeTry(db, `forgot ${accountSubject(email)}`, withAccount);
  const delivery = await server.linkDelivery(db);
  await askForLink(db, email, delivery);
  return { canMail: delivery.mails };
}

/** An unknown link counts as a failure of the IP address. Refuses RATE_LIMITED. */
async function tryLink<T>({ db, reply }: Asked, open: () => Promise<T>): Promise<T> {
  const address = addressSubject(reply.request.ip);
  await refuseWhileDelayed(db, address);
  try {
    return await open();
  } catch (error) {
    if ((error as Partial<Refusal>).code === 'LINK_INVALID') await takeTry(db, address, withAddress);
    throw error;
  }
}

export const openLink = (asked: Asked, token: string) => tryLink(asked, () => readLink(asked.db, token));

/** A person who chose a new password need not wait because of wrong old ones. */
export async function useLink(asked: Asked, token: string, password: string): Promise<{ email: string }> {
  const accepted = await tryLink(asked, () => acceptLink(asked.db, token, password, asked.reply.request));
  await forgetFailures(asked.db, accountSubject(accepted.email));
  return accepted;
}
