import type { ManagedKind } from '@portico/contract/managed-objects/managed-objects.ts'
import type { Tx } from '../../db/database.ts'
import { queue, run } from '../../db/run.ts'
import { arrayOf, instant, int, jsonText, nullable, type RowOf, statement, text, textOf } from '../../db/statement.ts'
import { userNameSql } from '../../db/user-name-sql.ts'

// The table `managed_objects`.

/** What is managed, by its list and its id in its own table. */
export interface ObjectId {
  readonly kind: string
  readonly id: string
}

const selectAll = statement([], {
  name: 'managed objects: select all',
  text: `select kind, object_id as id, file_set as "fileSet", file from managed_objects order by kind, object_id`,
  row: { kind: textOf<ManagedKind>(), id: text, fileSet: text, file: text },
})
export type KnownObject = RowOf<typeof selectAll>

/** Everything that files manage. */
export const listKnownObjects = (tx: Tx): Promise<KnownObject[]> => run(tx, selectAll())

/** What an apply states. */
export interface StatedObject extends ObjectId {
  /** Name of the client that it is of; null: the installation. */
  readonly client: string | null
  readonly file: string
}

const put = statement([text, int, jsonText], {
  name: 'managed objects: put',
  text: `
  insert into managed_objects (kind, object_id, client_id, file_set, file, applied_at, applied_by)
  select stated.kind, stated.id, client.id, $1, stated.file, clock_now(), $2
    from jsonb_to_recordset($3::jsonb) stated (kind text, id text, client text, file text)
    left join clients client on client.name = stated.client and not client.is_deleted
  on conflict (kind, object_id) do update set
    client_id = excluded.client_id, file_set = excluded.file_set, file = excluded.file,
    applied_at = excluded.applied_at, applied_by = excluded.applied_by`,
})

/** Queues that files of a set manage these objects, and who has applied them. */
export function putManagedObjects(tx: Tx, fileSet: string, appliedBy: number, stated: readonly StatedObject[]): void {
  if (stated.length > 0) queue(tx, put(fileSet, appliedBy, JSON.stringify(stated)))
}

const remove = statement([jsonText], {
  name: 'managed objects: delete',
  text: `
  delete from managed_objects one
   using jsonb_to_recordset($1::jsonb) ended (kind text, id text)
   where one.kind = ended.kind and one.object_id = ended.id`,
})

/** Queues that files manage these objects no longer. */
export function deleteManagedObjects(tx: Tx, ended: readonly ObjectId[]): void {
  if (ended.length > 0) queue(tx, remove(JSON.stringify(ended)))
}

const selectOfKind = statement([text, arrayOf(text)], {
  name: 'managed objects: select of kind',
  text: `
  select object_id as "objectId", applied_at as "appliedDt", ${userNameSql('applied_by')} as "appliedByNm",
         file_set as "fileSetNm"
    from managed_objects where kind = $1 and object_id = any ($2) order by object_id`,
  row: { objectId: text, appliedDt: instant, appliedByNm: nullable(text), fileSetNm: text },
})

/** Which of these objects files manage. */
export const listManagedObjects = (tx: Tx, kind: string, ids: readonly string[]) => run(tx, selectOfKind(kind, ids))
