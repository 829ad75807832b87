import { expect, test } from 'vitest'
import { readMigrations } from './migration-files.ts'
import { sqlStatements } from './sql-statements.ts'

test('statements end at their semicolons, and not at those of texts, names, bodies and comments', () => {
  const sql = [
    "insert into a values ('one; two''s; three');",
    'alter table "b;c" add d integer; -- a comment; with one',
    "create function e() returns void language plpgsql as $$ begin perform 'f;'; end $$;",
    'do $body$ begin execute $$ select 1; $$; end $body$;',
    '/* nothing; here */',
    'select 7 / 2 - 1, $1',
  ].join('\n')
  expect(sqlStatements(sql)).toEqual([
    "insert into a values ('one; two''s; three')",
    'alter table "b;c" add d integer',
    "-- a comment; with one\ncreate function e() returns void language plpgsql as $$ begin perform 'f;'; end $$",
    'do $body$ begin execute $$ select 1; $$; end $body$',
    '/* nothing; here */\nselect 7 / 2 - 1, $1',
  ])
  expect(sqlStatements('-- a comment alone;\n')).toEqual([])
})

test('a migration has nothing but whole statements', async () => {
  const [, ...migrations] = await readMigrations()
  for (const { name, sql } of migrations)
    for (const statement of sqlStatements(sql))
      expect({
        name,
        statement,
        verb: /^(?:\s*--[^\n]*\n)*\s*(\w+)/.exec(statement)?.[1]?.toLowerCase(),
      }).toMatchObject({
        verb: expect.stringMatching(
          /^(?:alter|analyze|comment|create|delete|do|drop|grant|insert|lock|revoke|select|set|update|with)$/,
        ) as string,
      })
})
