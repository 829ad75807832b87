import { grantKinds, grantStates, type PastGrant } from '@portico/contract/users/access-history.ts'
import { accessHistoryTexts } from '@portico/contract/users/access-history-texts.ts'
import { userProfileTexts } from '@portico/contract/users/user-profile-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, type Texts, useTexts } from '../../api/texts.ts'
import type { Column } from '../../patterns/column.ts'
import { FilterBar } from '../../patterns/FilterBar.tsx'
import { useListPage } from '../../patterns/list-query.ts'
import { useListSearch } from '../../patterns/list-search.ts'
import { ListTable } from '../../patterns/ListTable.tsx'
import { usePortalPageName } from '../../shell/portal-page-name.ts'
import { formatDayOf } from '../../ui/format.ts'
import { accessHistoryQuery, accessHistorySearch } from './access-history-queries.ts'
import classes from './OverviewTab.module.css'

const texts = { ...accessHistoryTexts, ...userProfileTexts }

/** All access that a user has and had: from when until when, by whom, and how it began and ended. */
export function AccessHistoryTab({ userId }: { userId: number }) {
  const t = useTexts(texts)
  const pageName = usePortalPageName()
  const { uid } = useSignedIn()
  const list = useListSearch(accessHistorySearch)
  const page = useListPage(accessHistoryQuery(uid, userId, list))
  return (
    <div className={classes['overview']}>
      <FilterBar
        list={list}
        fields={[
          {
            name: 'state',
            kind: 'choice',
            label: t.access_history_state,
            options: grantStates.map((value) => ({ value, label: t[`access_history_state_${value}`] })),
          },
          {
            name: 'kind',
            kind: 'choice',
            label: t.access_history_kind,
            options: grantKinds.map((value) => ({ value, label: t[`access_history_kind_${value}`] })),
          },
        ]}
      />
      <ListTable
        list={list}
        page={page}
        empty={{ title: t.access_history_none }}
        caption={t.access_history_tab}
        columns={columnsOf(t, pageName)}
        rowKey={({ grantId }) => grantId}
        rowName={(grant) => nameOf(grant, t, pageName)}
      />
    </div>
  )
}

type Words = Texts<typeof texts>
type PageName = ReturnType<typeof usePortalPageName>

function nameOf({ kindCd, nameTxt, ofNm }: PastGrant, t: Words, pageName: PageName): string {
  const name = kindCd === 'page' ? pageName(nameTxt) : nameTxt
  return ofNm === null ? name : formatMessage(t.access_history_of, { name, of: ofNm })
}

const rightsOf = ({ adminFlg, sensitiveDataAccessFlg, allCustomersFlg }: PastGrant, t: Words) =>
  [
    adminFlg && t.permission_admin,
    sensitiveDataAccessFlg && t.permission_sensitive,
    allCustomersFlg && t.access_history_all_customers,
  ].filter((right) => right !== false)

const withName = (way: string, name: string | null, t: Words) =>
  name === null ? way : formatMessage(t.access_history_by, { way, name })

const columnsOf = (t: Words, pageName: PageName): Column<PastGrant>[] => [
  {
    key: 'name',
    title: t.access_history_what,
    isWidest: true,
    cell: (grant) => [nameOf(grant, t, pageName), ...rightsOf(grant, t)].join(' · '),
  },
  {
    key: 'kind',
    title: t.access_history_kind,
    priority: 2,
    cell: ({ kindCd }) => t[`access_history_kind_${kindCd}`],
  },
  {
    key: 'beginDt',
    title: t.access_history_begin,
    sortable: true,
    oneLine: true,
    cell: ({ beginDt }) => formatDayOf(beginDt),
  },
  {
    key: 'endDt',
    title: t.access_history_end,
    sortable: true,
    oneLine: true,
    cell: ({ endDt }) => (endDt === null ? t.access_history_open : formatDayOf(endDt)),
  },
  {
    key: 'given',
    title: t.access_history_given,
    cell: ({ beginningCd, givenByNm }) => withName(t[`access_history_begun_${beginningCd}`], givenByNm, t),
  },
  {
    key: 'ended',
    title: t.access_history_ended,
    cell: ({ endingCd, endedByNm }) =>
      endingCd === null ? '' : withName(t[`access_history_over_${endingCd}`], endedByNm, t),
  },
]
