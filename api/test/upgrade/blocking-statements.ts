/** The last migration from before the rule that migrations block nobody. */
export const lastBeforeTheRule = '0097_backups.sql';

/** The last migration that validates a constraint in the file that adds it; their tables are small. */
export const lastValidatedAtOnce = '0104_buckets_for_backups.sql';

interface Statement {
  /** The comment directly before it. */
  comment: string;
  /** In lower case and on one line, without comments, texts and the bodies of functions. */
  code: string;
}

const token = /--[^\n]*|'(?:[^']|'')*'|(\$\w*\$)[\s\S]*?\1|;|[^-'$;]+|[-$]/g;

/** The statements of a migration. */
function statementsOf(sql: string): Statement[] {
  const statements: Statement[] = [];
  let comment = '';
  let code = '';
  for (const [part, body] of sql.matchAll(token)) {
    if (part.startsWith('--')) comment += `${part}\n`;
    else if (part === ';') {
      statements.push({ comment, code: code.toLowerCase().replaceAll(/\s+/g, ' ').trim() });
      comment = code = '';
    } else code += part.startsWith("'") || body ? "''" : part;
  }
  return statements;
}

/** What blocks whoever uses the table meanwhile, or the older api: by its pattern, why, and what to write instead. */
const blocking: [RegExp, string][] = [
  [
    /^create (unique )?index (?!concurrently)/,
    'an index blocks writes while it is made: create it concurrently',
  ],
  [
    /^alter table .*\balter( column)? \w+ (set data )?type\b/,
    'another type rewrites the table: add a column',
  ],
  [
    /^alter table .*\badd( column)?( if not exists)? .*(\bgenerated\b|\b(small|big)?serial\b|\bdefault [\w.]*(random|uuid\w*|clock_timestamp|nextval)\b)/,
    'a value of its own for each row rewrites the table: add the column empty, and fill it in batches',
  ],
  [/^alter table .*\bset not null\b/, 'not null reads the whole table: validate a check first'],
  [
    /^alter table .*\badd (constraint \w+ )?(check|foreign key)(?!.*\bnot valid\b)/,
    'a constraint reads the whole table: add it not valid, and validate it in a statement of its own',
  ],
  [
    /^alter table .*\badd (constraint \w+ )?(primary key|unique|exclude)(?!.*\busing index\b)/,
    'a key makes an index while nobody may use the table: create it concurrently, and add it using index',
  ],
  [
    /^(update|delete from|with .*\b(update|delete from)) /,
    'all rows stay locked to the end: do it in batches',
  ],
  [
    /^(cluster|vacuum full|lock table|reindex (?!.*concurrently)|refresh materialized view (?!concurrently))/,
    'it locks the whole table',
  ],
  [
    /^(drop table|alter table .*\b(drop column|rename)\b)/,
    'the older api still uses it: remove it a release later',
  ],
];

const tableOf = (code: string): string | undefined =>
  /^(?:alter table(?: only)?(?: if exists)?|update(?: only)?|delete from(?: only)?|create (?:unique )?index .*?\bon(?: only)?) ([\w.]+)/.exec(
    code,
  )?.[1];

/** What blocks people in a filled database, one line for each statement. A comment `-- Blocks: why` before the statement allows it. */
export function blockingStatements(sql: string): string[] {
  const statements = statementsOf(sql);
  const made = new Set(
    statements.map(({ code }) => /^create table (?:if not exists )?([\w.]+)/.exec(code)?.[1]),
  );
  return statements.flatMap(({ comment, code }) => {
    const table = tableOf(code);
    if ((table !== undefined && made.has(table)) || /^-- Blocks: \S.{9,}/m.test(comment)) return [];
    const [, why] = blocking.find(([pattern]) => pattern.test(code)) ?? [];
    return why === undefined ? [] : [`${code.slice(0, 60)}: ${why}`];
  });
}

/**
 * The tables whose constraint is validated in the file that adds it. All statements of a file are one transaction, so the lock of the
 * first one stays while the second one reads the table; a later file validates it.
 */
export function validatedAtOnce(sql: string): string[] {
  const statements = statementsOf(sql);
  const found = (pattern: RegExp) =>
    statements.filter(({ code }) => pattern.test(code)).map(({ code }) => tableOf(code));
  const made = found(/^alter table .*\badd .*\bnot valid\b/);
  return found(/^alter table .*\bvalidate constraint\b/).filter(
    (table): table is string => table !== undefined && made.includes(table),
  );
}
