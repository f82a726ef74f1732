import type pg from 'pg';

// PostgreSQL takes longer to plan a page of a list than to read it, so a frequent statement is prepared, once for each connection.

const often = 3;
/** A statement that takes longer gains nothing from a kept plan, and may lose much: a report of any day is read otherwise than one of today. */
const longMs = 25;
const mostPrepared = 200;
const mostCounted = 2_000;
/** PostgreSQL's error code when a migration has changed the result of a prepared statement. */
export const planOutdated = '0A000';

const isPage = (text: string): boolean => /\blimit \d+\)?$/i.test(text);

/**
 * The first page of a list, limited only by the scope. PostgreSQL would plan it each time if the generic plan looks a little
 * more expensive, although planning the joins takes five times as long as reading the page.
 */
const isFirstPage = (text: string): boolean =>
  isPage(text) && !text.replaceAll(/\bselect \$\d+::uuid\b/gi, '').includes('$');

/**
 * The best plan depends on a pattern, on a list of ids, on where a later page begins, and on the status or currency to which a page
 * is limited: the next rows of a frequent value are near in the order, those of a rare one are not. These statements are planned
 * each time.
 */
const isPlannedEachTime = (text: string): boolean =>
  !/^\s*select\b/i.test(text) || /\blike\b|\bany \(\$/i.test(text) || (isPage(text) && !isFirstPage(text));

/** How often this process has sent each statement, and how fast it was at best; prepared ones have a name. */
const asked = new Map<string, { times: number; bestMs: number }>();
const names = new Map<string, string>();
let named = 0;

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || isPlannedEachTime(text)) return known;
  const { times, bestMs } = asked.get(text) ?? { times: 0, bestMs: Infinity };
  if (times + 1 < often || bestMs > longMs || names.size >= mostPrepared) {
    if (asked.size >= mostCounted) asked.clear();
    asked.set(text, { times: times + 1, bestMs });
    return undefined;
  }
  const name = `often_${(named += 1)}`;
  names.set(text, name);
  return name;
}

/** Sends a statement unprepared, and remembers how long it took if it may be prepared later. */
async function sendTimed<Result>(text: string, send: () => Promise<Result>): Promise<Result> {
  const count = asked.get(text);
  const startedAt = performance.now();
  const result = await send();
  if (count) count.bestMs = Math.min(count.bestMs, performance.now() - startedAt);
  return result;
}

/** After a migration all statements are prepared anew. One that fails for that reason is sent unprepared, or its transaction runs again. */
export function prepareOften(client: pg.PoolClient): void {
  const send = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>;
  let isInTransaction = false;
  let keepsPlans = false;
  /** Sent in the packet of the next statement, which fails too if the connection is lost. */
  const keepPlans = (wanted: boolean) => {
    if (keepsPlans === wanted) return;
    keepsPlans = wanted;
    void send(`set plan_cache_mode = ${wanted ? 'force_generic_plan' : 'auto'}`).catch(() => undefined);
  };
  const sendPrepared = async (text: string, values: unknown[], name: string) => {
    try {
      return await send({ name, text, values });
    } catch (error) {
      if ((error as { code?: string }).code !== planOutdated) throw error;
      names.clear();
      if (isInTransaction) throw error;
      return send(text, values);
    }
  };
  const query = (...given: unknown[]) => {
    const [text, values, ...more] = given;
    if (typeof text !== 'string' || more.length > 0) return send(...given);
    const name = Array.isArray(values) ? nameOf(text) : undefined;
    // Never within a transaction, whose rollback would undo it.
    if (!isInTransaction) keepPlans(name !== undefined && isFirstPage(text));
    if (/^(begin|start transaction)\b/i.test(text)) isInTransaction = true;
    else if (/^(commit|rollback)$/i.test(text)) isInTransaction = false;
    if (name !== undefined) return sendPrepared(text, values as unknown[], name);
    return sendTimed(text, () => send(...given));
  };
  client.query = query as typeof client.query;
}
