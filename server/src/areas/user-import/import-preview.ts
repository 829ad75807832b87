import { IMPORT_PREVIEW_EMPLOYERS, IMPORT_PREVIEW_USERS } from '@portico/contract/user-import/user-import-rules.ts'
import type { ImportPreview } from '@portico/contract/user-import/user-import.ts'
import type { Tx } from '../../db/database.ts'
import { run, runOne } from '../../db/run.ts'
import { arrayOf, int, present, statement, text } from '../../db/statement.ts'

/** The rows of $1 that can be created, with their employers. */
const validRows = `
  user_import_rows stored join clients client on client.id = (stored.details ->> 'clientId')::integer
   where stored.import_id = $1 and not stored.has_error and stored.details is not null`

const countEmployers = statement([int, int], {
  name: 'user-import: count employers',
  text: `
  select client.name::text as "employerNm", count(*)::integer as "userCnt",
         (sum(count(*)) over ())::integer as total, (count(*) over ())::integer as "employerCnt"
    from ${validRows} group by client.id order by "userCnt" desc, client.name limit $2`,
  row: { employerNm: text, userCnt: int, total: int, employerCnt: int },
})

const firstUsers = statement([int, int], {
  name: 'user-import: first users',
  text: `
  select stored.row_number as "rowNbr", stored.details ->> 'firstName' as "firstNm",
         stored.details ->> 'lastName' as "lastNm", stored.details ->> 'userName' as "userNm",
         stored.details ->> 'email' as "emailAddress", client.name::text as "employerNm",
         array(select system.name::text from systems system
                where stored.access -> 'system' @> jsonb_build_array(jsonb_build_object('systemId', system.id))
                order by system.name) as applications,
         array(select named.name from permission_sets named
                where stored.access -> 'setIds' @> to_jsonb(named.id) order by lower(named.name)) as "setNms"
    from ${validRows} order by stored.row_number limit $2`,
  row: {
    rowNbr: int,
    firstNm: present(text),
    lastNm: present(text),
    userNm: present(text),
    emailAddress: present(text),
    employerNm: text,
    applications: arrayOf(text),
    setNms: arrayOf(text),
  },
})

const countAccess = statement([int], {
  name: 'user-import: count access',
  text: `
  select (count(*) filter (where stored.access -> 'system' <> '[]'))::integer as "accessUserCnt",
         (count(*) filter (where stored.access -> 'setIds' <> '[]'))::integer as "setUserCnt",
         (count(*) filter (where stored.access @? '$.system[*].endsAt ? (@ != null)'
           or stored.access -> 'setIds' <> '[]' and stored.access ->> 'setsEndAt' is not null))::integer as "endingUserCnt"
    from ${validRows} and stored.access is not null`,
  row: { accessUserCnt: int, setUserCnt: int, endingUserCnt: int },
})

const countApplications = statement([int, int], {
  name: 'user-import: count applications',
  text: `
  select system.name::text as "systemNm", count(*)::integer as "userCnt"
    from (select (jsonb_array_elements(stored.access -> 'system') ->> 'systemId')::integer as id from ${validRows}) given
    join systems system on system.id = given.id
   group by system.id order by "userCnt" desc, system.name limit $2`,
  row: { systemNm: text, userCnt: int },
})

const countSets = statement([int, int], {
  name: 'user-import: count permission sets',
  text: `
  select named.name as "setNm", count(*)::integer as "userCnt"
    from (select jsonb_array_elements(stored.access -> 'setIds')::integer as id from ${validRows}) given
    join permission_sets named on named.id = given.id
   group by named.id order by "userCnt" desc, named.name limit $2`,
  row: { setNm: text, userCnt: int },
})

/** Returns what will be there once the rows without errors are created. */
export async function previewImport(tx: Tx, id: number): Promise<ImportPreview> {
  const [employers, users, access, applications, sets] = await Promise.all([
    run(tx, countEmployers(id, IMPORT_PREVIEW_EMPLOYERS)),
    run(tx, firstUsers(id, IMPORT_PREVIEW_USERS)),
    runOne(tx, countAccess(id)),
    run(tx, countApplications(id, IMPORT_PREVIEW_EMPLOYERS)),
    run(tx, countSets(id, IMPORT_PREVIEW_EMPLOYERS)),
  ])
  return {
    userCnt: employers[0]?.total ?? 0,
    employerCnt: employers[0]?.employerCnt ?? 0,
    employers: employers.map(({ employerNm, userCnt }) => ({ employerNm, userCnt })),
    ...access,
    applications,
    sets,
    users,
  }
}
