import type { Tx } from '../../db/database.ts'
import { run } from '../../db/run.ts'
import { int, json, nullable, statement, text } from '../../db/statement.ts'
import { changeParameters, changes, type SourceChange, valuesOfChange } from './source-changes.ts'

/** A user who would gain or lose something. */
interface ChangedUser {
  readonly userId: number
  readonly userNm: string
  readonly firstNm: string
  readonly lastNm: string
  readonly gainFlg: boolean
  readonly loseFlg: boolean
}

const countsStatement = statement([...changeParameters, int], {
  name: 'grants: what a change of a source gives and takes',
  text: `${changes},
  changed as materialized (
    select user_id, user_name, bool_or(is_gained) as "gainFlg", bool_or(not is_gained) as "loseFlg",
           count(*) filter (where not is_gained) as losses
      from changes group by user_id, user_name)
  select total.*, item."systemNm", item."pageNm", item."setId", item."setNm", item.facility,
         coalesce(item."gainCnt", 0) as "gainCnt", coalesce(item."loseCnt", 0) as "loseCnt"
    from (
      select (select count(*)::integer from people) as "memberCnt",
             count(*)::integer as "changedCnt",
             count(*) filter (where changed."gainFlg")::integer as "usersGainCnt",
             count(*) filter (where changed."loseFlg")::integer as "usersLoseCnt",
             coalesce(sum(changed.losses), 0)::integer as "lossCnt",
             (select coalesce(json_agg(one), '[]')
                from (select person.id as "userId", person.user_name as "userNm", person.first_name as "firstNm",
                             person.last_name as "lastNm", first."gainFlg", first."loseFlg"
                        from (select * from changed order by user_name limit $12) first
                        join users person on person.id = first.user_id
                       order by person.last_name, person.first_name, person.user_name) one) as users
        from changed) total
    left join (
      select coalesce(system.name::text, customer.facility_code) as "systemNm",
             coalesce(page.name::text, customer.name::text) as "pageNm", named.id as "setId", named.name as "setNm",
             changed.gained as "gainCnt", changed.lost as "loseCnt", customer.facility_code as facility
        from (
          select number, set_id, customer_id, count(*) filter (where is_gained)::integer as gained,
                 count(*) filter (where not is_gained)::integer as lost
            from changes group by number, set_id, customer_id) changed
        left join items part on part.number = changed.number
        left join systems system on system.id = part.system_id
        left join pages page on page.id = part.page_id
        left join permission_sets named on named.id = changed.set_id
        left join customers customer on customer.id = changed.customer_id) item on true
   order by item."setNm", item.facility nulls first, item."systemNm", item."pageNm" nulls first`,
  row: {
    memberCnt: int,
    changedCnt: int,
    usersGainCnt: int,
    usersLoseCnt: int,
    lossCnt: int,
    users: json<ChangedUser[]>(),
    systemNm: nullable(text),
    pageNm: nullable(text),
    setId: nullable(int),
    setNm: nullable(text),
    gainCnt: int,
    loseCnt: int,
    facility: nullable(text),
  },
})

/**
 * How many users would gain and lose what by a change of a source, and the first of them by user ID; changes nothing. One
 * statement, because a source may have very many users.
 */
export async function countSourceChange(tx: Tx, change: SourceChange, usersShown: number) {
  const rows = await run(tx, countsStatement(...valuesOfChange(change), usersShown))
  const [total] = rows
  if (!total) throw new Error('The counts of a change have no row.')
  const { memberCnt, changedCnt, usersGainCnt, usersLoseCnt, lossCnt, users } = total
  return {
    memberCnt,
    changedCnt,
    gainCnt: usersGainCnt,
    loseCnt: usersLoseCnt,
    lossCnt,
    users,
    items: rows.flatMap(({ systemNm, pageNm, gainCnt, loseCnt }) =>
      systemNm === null ? [] : [{ systemNm, pageNm, gainCnt, loseCnt }],
    ),
    sets: rows.flatMap(({ setId, setNm, gainCnt, loseCnt }) =>
      setId === null || setNm === null ? [] : [{ setId, setNm, gainCnt, loseCnt }],
    ),
  }
}
