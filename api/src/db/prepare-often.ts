import type pg from 'pg';

// Planning a page of a list takes PostgreSQL longer than reading it: what is asked again and again is planned once a connection.

const often = 3;
const mostPrepared = 200;
const mostCounted = 2_000;
/** A migration has changed what a prepared statement answers. */
export const planOutdated = '0A000';

/**
 * A pattern and a list of ids decide how they are found, and so does the state or currency that a page is cut to: of one
 * that most rows have the next page is near, of a rare one it is nowhere in the order. These are planned each time.
 */
const isPlannedEachTime = (text: string): boolean =>
  !/^\s*select\b/i.test(text) ||
  /\blike\b|\bany \(\$/i.test(text) ||
  (/\blimit \d+\)?$/i.test(text) && /(=|\bin) \(?\$/i.test(text));

/**
 * The first page of a list, cut to nothing but what the person sees. By itself PostgreSQL plans it anew each time when the plan that
 * it would keep looks a little dearer, though planning its joins takes five times as long as reading the page.
 */
const isFirstPage = (text: string): boolean =>
  /\blimit \d+\)?$/i.test(text) && !text.replaceAll(/\bselect \$\d+::uuid\b/gi, '').includes('$');

/** How often each statement was asked, by this process; the prepared ones have a name. */
const asked = new Map<string, number>();
const names = new Map<string, string>();
let named = 0;

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || isPlannedEachTime(text)) return known;
  const times = (asked.get(text) ?? 0) + 1;
  if (times < often || names.size >= mostPrepared) {
    if (asked.size >= mostCounted) asked.clear();
    asked.set(text, times);
    return undefined;
  }
  const name = `often_${(named += 1)}`;
  names.set(text, name);
  return name;
}

/** After a migration all are prepared anew; what failed for it is sent as it is, or with its transaction again. */
export function prepareOften(client: pg.PoolClient): void {
  const send = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>;
  let isInTransaction = false;
  let keepsPlans = false;
  /** In the packet of what is asked next, which fails as well where the connection is lost. */
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
    // Never within a transaction, which would undo it where it is rolled back.
    if (!isInTransaction) keepPlans(name !== undefined && isFirstPage(text));
    if (/^(begin|start transaction)\b/i.test(text)) isInTransaction = true;
    else if (/^(commit|rollback)$/i.test(text)) isInTransaction = false;
    return name === undefined ? send(...given) : sendPrepared(text, values as unknown[], name);
  };
  client.query = query as typeof client.query;
}
