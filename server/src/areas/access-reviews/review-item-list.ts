import { fullName } from '@portico/contract/users/full-name.ts'
import type { ReviewItem, reviewItemList } from '@portico/contract/access-reviews/access-reviews.ts'
import { type SqlBool, sql } from 'kysely'
import type { ListSource } from '../../db/list-page.ts'
import { userNameColumns } from '../../db/user-orders.ts'
import type { Authority } from '../../http/caller.ts'
import { type NamedSources, sourcesOfSystem, waySentences } from '../grants/public.ts'
import type { SheetColumn } from '../../spreadsheet/sheet-columns.ts'
import { sentences as t, type Translate } from '../../http/sentences.ts'
import { isHeld, visibleItem } from './review-list.ts'

interface Filters {
  nm?: string | undefined
  stateCd?: 'waiting' | 'decided' | undefined
  decidedSinceDt?: Date | undefined
}

/** What a review has of a grant, and by what that comes, or came when it was decided. */
export interface ReviewItemRow extends Omit<
  ReviewItem,
  'byHandFlg' | 'groupNms' | 'permissionSets' | 'undoId' | 'endedWithNm'
> {
  isByHand: boolean | null
  sources: NamedSources | null
  endedWith: string | null
}

/** `undoId`: takes the decision back, where the reader can. */
export const reviewItemView = (
  { isByHand, sources, endedWith, ...item }: ReviewItemRow,
  undoId: number | undefined,
): ReviewItem => ({
  ...item,
  ...(undoId !== undefined && { undoId }),
  ...(endedWith !== null && { endedWithNm: endedWith }),
  ...(isByHand !== null && { byHandFlg: isByHand }),
  ...(sources?.groups.length && { groupNms: [...sources.groups] }),
  ...(sources?.sets.length && {
    permissionSets: sources.sets.map(({ id, name, version }) => ({ setId: id, setNm: name, versionNr: version })),
  }),
})

/** Nobody has decided about the item, and the access is held. */
const isWaiting = sql<SqlBool>`(item.decision is null and ${isHeld})`

/** The access of a review that an administrator decides; all of it for portal administrators. */
export function reviewItemSource(
  reviewId: number,
  authority: Authority,
): ListSource<(typeof reviewItemList.columns)[number], Filters, ReviewItemRow> {
  return {
    // Every item has a user and an application: left joins are those that the planner leaves out where nothing needs them.
    from: sql`(access_review_items item
      left join users target on target.id = item.user_id
      left join systems system on system.id = item.system_id
      left join user_sign_ins seen on seen.user_id = item.user_id)`,
    id: sql`item.id`,
    searches: 'always',
    where: sql`item.review_id = ${reviewId} and ${visibleItem(authority)}`,
    columns: {
      lastNm: [...userNameColumns('target').lastNm, sql`target.id`],
      systemNm: sql`system.name`,
      lastLoginDt: sql`seen.last_signed_in_at`,
    },
    filters: {
      nm: (text) => sql`strpos(target.search_text, lower(${text} collate "en-x-icu")) > 0`,
      stateCd: (state) => (state === 'waiting' ? isWaiting : sql`(item.decision is not null or not (${isHeld}))`),
      decidedSinceDt: (since) => sql`(${isWaiting} or item.decided_at >= ${since}::timestamptz)`,
    },
    rows: {
      from: sql`(access_review_items item
        join access_review_states stated on stated.id = item.id
        join users target on target.id = item.user_id
        join clients client on client.id = target.client_id
        join systems system on system.id = item.system_id
        left join current_system_grants held on item.decision is null and held.user_id = item.user_id
          and held.system_id = item.system_id
        left join user_system_grants given on given.id = held.id
        left join user_sign_ins seen on seen.user_id = item.user_id
        left join users decider on decider.id = item.decided_by
        left join access_review_items main on main.id = item.ended_with
          and (${authority.isPortalAdmin} or main.system_id = any (${authority.adminSystemIds}::integer[]))
        left join systems main_system on main_system.id = main.system_id)`,
      id: sql`item.id`,
      areLookedUp: true,
      select: sql<ReviewItemRow>`
        item.id as "accessReviewItemId", target.id as "userId", target.user_name as "userNm",
        target.first_name as "firstNm", target.last_name as "lastNm", client.name::text as "employerNm",
        system.name::text as "systemNm", coalesce(held.is_admin, item.is_admin) as "adminFlg",
        coalesce(held.has_sensitive_data, item.has_sensitive_data) as "sensitiveDataAccessFlg",
        item.granted_at as "grantedDt", seen.last_signed_in_at as "lastLoginDt", stated.state as "itemStateCd",
        item.decided_at as "decidedDt", decider.first_name || ' ' || decider.last_name as "decidedByNm",
        item.user_id <> ${authority.userId}::integer as "mayDecideFlg",
        case when item.decision is not null then item.is_by_hand else not given.by_group end as "isByHand",
        case when item.decision is null and held.id is not null then ${sql.raw(sourcesOfSystem('item.user_id', 'item.system_id'))}
             when item.decision is not null and (${authority.isInternal} or (item.sources ->> 'clientId')::integer = target.client_id)
             then item.sources end as sources, main_system.name::text as "endedWith"`,
    },
  }
}

const stateTexts = {
  pending: t.review_item_pending,
  confirmed: t.review_item_confirmed,
  ended: t.review_item_ended,
  gone: t.review_item_gone,
  undecided: t.review_item_undecided,
} as const

/** Put into one sentence, which separates them by commas. */
const rightsOf = ({ adminFlg, sensitiveDataAccessFlg }: ReviewItemRow) =>
  t.review_rights({
    rights: [
      t.review_right_access,
      ...(adminFlg ? [t.review_right_admin] : []),
      ...(sensitiveDataAccessFlg ? [t.review_right_sensitive] : []),
    ],
  })

const waysOf = ({ isByHand, sources }: ReviewItemRow, translate: Translate): string =>
  waySentences({ isByHand: isByHand === true, sources })
    .map((way) => translate(way))
    .join(', ')

/** The record of a review, in the wording of its reader. */
export const reviewSheetColumns = (translate: Translate): readonly SheetColumn<ReviewItemRow>[] => [
  { header: translate(t.review_column_user), value: fullName, width: 24 },
  { header: translate(t.review_column_user_id), value: ({ userNm }) => userNm, width: 24 },
  { header: translate(t.review_column_employer), value: ({ employerNm }) => employerNm, width: 28 },
  { header: translate(t.review_column_application), value: ({ systemNm }) => systemNm, width: 28 },
  { header: translate(t.review_column_rights), value: (item) => translate(rightsOf(item)), width: 28 },
  {
    header: translate(t.review_column_source),
    value: (item) => waysOf(item, translate),
    width: 32,
  },
  { header: translate(t.review_column_granted_utc), value: ({ grantedDt }) => grantedDt, width: 20 },
  { header: translate(t.review_column_last_sign_in_utc), value: ({ lastLoginDt }) => lastLoginDt, width: 20 },
  {
    header: translate(t.review_column_decision),
    value: ({ itemStateCd, endedWith }) =>
      translate(endedWith === null ? stateTexts[itemStateCd] : t.review_item_ended_with({ application: endedWith })),
    width: 20,
  },
  { header: translate(t.review_column_decided_by), value: ({ decidedByNm }) => decidedByNm, width: 24 },
  { header: translate(t.review_column_decided_utc), value: ({ decidedDt }) => decidedDt, width: 20 },
]
