import { account } from '@daybook/contracts/auth/account';
import { implement } from '../http/implement.ts';
import { boxes, readImage } from '../images/read-image.ts';
import { getPhoto, getProfile, listSessions, listSignIns } from './account.queries.ts';
import { editProfile, endOtherSessions, endSession, putAppearance, putPhoto } from './change-account.ts';
import { forgot, openLink, useLink } from './link-tries.ts';
import { beginTotp, changePassword, confirmTotp, endTotp } from './own-secrets.ts';

export const accountRoutes = implement(
  'account',
  account,
)({
  open: ({ db, user }) => getProfile(db, user.id),
  edit: ({ db, user, input, version }) => editProfile(db, user, input, version),
  putAppearance: async ({ db, user, input }) => {
    await putAppearance(db, user.id, input);
    return {};
  },
  photo: async ({ db, user, reply }) => {
    const { bytes, type } = await getPhoto(db, user.id);
    return reply.type(type).send(bytes);
  },
  putPhoto: async ({ db, user, input: { image } }) =>
    putPhoto(db, user.id, image === null ? null : await readImage(image, boxes.photo)),
  changePassword: async ({ db, user, input, reply }) => {
    await changePassword({ db, user, reply }, input);
    return {};
  },
  sessions: ({ db, user }) => listSessions(db, user),
  endSession: async ({ db, user, input }) => {
    await endSession(db, user.id, input.id);
    return {};
  },
  endOthers: async ({ db, user }) => ({ ended: await endOtherSessions(db, user) }),
  signIns: ({ db, user }) => listSignIns(db, user.id),
  beginTotp: ({ db, user, input, reply }) => beginTotp({ db, user, reply }, input),
  confirmTotp: ({ db, user, input, reply }) => confirmTotp({ db, user, reply }, input.otp),
  endTotp: async ({ db, user, input, reply }) => {
    await endTotp({ db, user, reply }, input);
    return {};
  },
  forgot: ({ db, input, reply }) => forgot({ db, reply }, input.email),
  readLink: ({ db, input, reply }) => openLink({ db, reply }, input.token),
  acceptLink: ({ db, input, reply }) => useLink({ db, reply }, input.token, input.password),
});
