import type { GrantWays } from '@portico/contract/tile-access/tile-access.ts'
import type { Tx } from '../../db/database.ts'
import { run } from '../../db/run.ts'
import { arrayOf, bool, int, nullable, type RowOf, statement } from '../../db/statement.ts'
import { type GrantSource, givingSources, readSources, sourcesView } from '../grants/public.ts'
import { allGates, pagesOfUsers } from '../home/public.ts'
import { namedPages } from './tile-gate-list.ts'

/** SQL: whether what a user has was given by hand; null where they do not have it. */
const isByHand = (table: string, condition: string) => `
  (select not given.by_group from ${table} given
    where given.user_id = u.id and ${condition} and is_grant_current(given.valid_to, given.ends_at))`

const grantsStatement = statement([arrayOf(int), int], {
  name: 'tile-access: grants behind a tile',
  text: `
  select u.id as "userId", p.id as "pageId", p.system_id as "systemId", (${allGates}) as "isVisible",
         ${isByHand('user_system_grants', 'given.system_id = p.system_id')} as "isSystemByHand",
         case when p.is_assignable
           then ${isByHand('user_page_grants', 'given.page_id = p.id')} end as "isPageByHand"
    ${pagesOfUsers}
   where u.id = any ($1::integer[]) and s.id = $2 and p.deleted_at is null and ${namedPages}`,
  row: {
    userId: int,
    pageId: int,
    systemId: int,
    isVisible: bool,
    isSystemByHand: nullable(bool),
    isPageByHand: nullable(bool),
  },
})
type HeldPage = RowOf<typeof grantsStatement>

/** How a user has what a page behind a tile takes; null: they do not have it, or it is not needed. */
export interface WaysToPage {
  readonly systemWays: GrantWays | null
  readonly pageWays: GrantWays | null
}

/** What users have of what the pages behind a tile take, with the sources of those users: two statements. */
async function readHeld(tx: Tx, userIds: readonly number[], sectionId: number) {
  const [pages, sources] = await Promise.all([run(tx, grantsStatement(userIds, sectionId)), readSources(tx, userIds)])
  return { pages: Map.groupBy(pages, ({ userId }) => userId), sources: Map.groupBy(sources, ({ userId }) => userId) }
}

/** How a user has what each page behind a tile takes, by page. */
export async function readWaysToPages(
  tx: Tx,
  userId: number,
  sectionId: number,
): Promise<ReadonlyMap<number, WaysToPage>> {
  const { pages, sources } = await readHeld(tx, [userId], sectionId)
  const own = sources.get(userId) ?? []
  return new Map(
    (pages.get(userId) ?? []).map((page) => [
      page.pageId,
      {
        systemWays: page.isSystemByHand === null ? null : ways([page.isSystemByHand], own, givesSystem(page)),
        pageWays: page.isPageByHand === null ? null : ways([page.isPageByHand], own, givesPage(page)),
      },
    ]),
  )
}

/** How users who see a tile have what the pages take that they see behind it, by user. */
export async function readWaysToTile(
  tx: Tx,
  userIds: readonly number[],
  sectionId: number,
): Promise<ReadonlyMap<number, GrantWays>> {
  const { pages, sources } = await readHeld(tx, userIds, sectionId)
  return new Map(
    userIds.map((userId) => {
      const seen = (pages.get(userId) ?? []).filter(({ isVisible }) => isVisible)
      const byHand = seen.flatMap(({ isSystemByHand, isPageByHand }) => [isSystemByHand, isPageByHand])
      const gives = (one: GrantSource) =>
        seen.some((page) => givesSystem(page)(one) || (page.isPageByHand !== null && givesPage(page)(one)))
      return [userId, ways(byHand, sources.get(userId) ?? [], gives)]
    }),
  )
}

const givesSystem = (page: HeldPage) => (one: GrantSource) => one.pageId === null && one.systemId === page.systemId
const givesPage = (page: HeldPage) => (one: GrantSource) => one.pageId === page.pageId

const ways = (
  byHand: readonly (boolean | null)[],
  sources: readonly GrantSource[],
  isGiven: (one: GrantSource) => boolean,
): GrantWays => ({ byHandFlg: byHand.includes(true), ...sourcesView(givingSources(sources, isGiven)) })
