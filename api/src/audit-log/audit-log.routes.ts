import { auditChain, auditLog } from '@daybook/contracts/audit-log/audit-log';
import { implement } from '../http/implement.ts';
import type { Route } from '../http/implement.ts';
import { sendExport } from '../http/send-export.ts';
import { auditLogExport } from './audit-log.export.ts';
import { checkAsked } from './audit-log.rules.ts';
import { countRows, listRows } from './audit-log.queries.ts';
import { asRead, inFull, openEntry } from './audit-rows.queries.ts';
import { askForChainCheck, openChain } from './chain-checks.ts';

const ofLog = implement(
  'audit_log',
  auditLog,
)({
  list: async ({ db, input, language }) => {
    checkAsked(input);
    const page = await listRows(db, input);
    return { ...page, rows: await asRead(db, page.rows, language) };
  },
  total: ({ db, input }) => {
    checkAsked(input);
    return countRows(db, input);
  },
  export: ({ db, input, language, reply }) => {
    checkAsked(input);
    return sendExport(
      reply,
      input.format,
      async (cursor) => {
        const page = await listRows(db, { ...input, pageSize: 500, cursor });
        return { ...page, rows: await inFull(db, page.rows, language) };
      },
      auditLogExport(language),
    );
  },
  open: ({ db, input, language }) => openEntry(db, input.no, language),
});

const ofChain = implement(
  'audit_chain',
  auditChain,
)({
  open: ({ db }) => openChain(db),
  check: ({ db }) => askForChainCheck(db),
});

export const auditLogRoutes: readonly Route[] = [...ofLog, ...ofChain];
