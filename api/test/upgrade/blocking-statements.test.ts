import { readMigrations } from '../../src/db/migrate.ts';
import {
  blockingStatements,
  lastBeforeTheRule,
  lastValidatedAtOnce,
  validatedAtOnce,
} from './blocking-statements.ts';

describe('a migration', () => {
  it('blocks nobody while it runs in a filled database, unless a comment says why', async () => {
    const later = (await readMigrations()).filter(({ name }) => name > lastBeforeTheRule);
    expect(
      later.flatMap(({ name, sql }) => blockingStatements(sql).map((found) => `${name}: ${found}`)),
    ).toEqual([]);
  });

  it('validates a constraint in a later file than the one that adds it', async () => {
    const later = (await readMigrations()).filter(({ name }) => name > lastValidatedAtOnce);
    expect(later.flatMap(({ sql }) => validatedAtOnce(sql))).toEqual([]);
    const add = 'alter table invoice add constraint b check (a > 0) not valid;';
    const validate = 'alter table invoice validate constraint b;';
    expect([add, validate, `${add}\n${validate}`].map(validatedAtOnce)).toEqual([[], [], ['invoice']]);
  });

  it.each([
    'create index a on invoice (id)',
    'create unique index a on invoice (id)',
    'alter table invoice alter column total type numeric',
    'alter table invoice add column a uuid default gen_random_uuid()',
    'alter table invoice add a bigint generated always as identity',
    'alter table invoice alter a set not null',
    'alter table invoice add constraint b check (a > 0)',
    'alter table invoice add foreign key (a) references client',
    'alter table invoice add constraint b unique (a)',
    "update invoice set a = 'x;y'",
    'with old as (select 1) update invoice set a = 1 from old',
    'delete from invoice where a is null',
    'alter table invoice drop column a',
    'alter table invoice rename to bill',
    'vacuum full invoice',
  ])('is told from one that blocks nobody: %s', (statement) => {
    expect(blockingStatements(`-- Why.\n${statement};`)).toHaveLength(1);
    expect(
      blockingStatements(`-- Why.\n-- Blocks: the table has a row for each entity.\n${statement};`),
    ).toEqual([]);
    expect(
      blockingStatements(`create table invoice (a int);\n${statement.replace(/ client$/, ' other')};`).length,
    ).toBe(/^(with|vacuum)/.test(statement) ? 1 : 0);
  });

  it.each([
    'create index concurrently a on invoice (id)',
    'alter table invoice add column a bigint',
    "alter table invoice add column a text not null default 'none'",
    'alter table invoice add constraint b check (a > 0) not valid',
    'alter table invoice validate constraint b',
    'alter table invoice add constraint b unique using index c',
    'create function f() returns trigger language plpgsql as $$ begin update invoice set a = 1; end $$',
    "insert into job_kind values ('update invoice; delete from invoice')",
    'create trigger t after update on invoice for each row execute function f()',
  ])('may contain: %s', (statement) => {
    expect(blockingStatements(`${statement};`)).toEqual([]);
  });
});
