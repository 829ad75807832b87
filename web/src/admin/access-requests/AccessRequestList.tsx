import { fullName } from '@portico/contract/users/full-name.ts'
import { useState } from 'react'
import {
  type AccessRequest,
  type AccessRequestState,
  listAccessRequests,
} from '@portico/contract/access-requests/access-requests.ts'
import { accessRequestTexts } from '@portico/contract/access-requests/access-request-texts.ts'
import { COLLEAGUES_COUNTED } from '@portico/contract/limits.ts'
import { invalidate } from '../../api/query.ts'
import { formatMessage, type Texts, useTexts } from '../../api/texts.ts'
import type { Column } from '../../patterns/column.ts'
import { FilterBar } from '../../patterns/FilterBar.tsx'
import type { ListPage } from '../../patterns/list-query.ts'
import type { ListState, ValuesOf } from '../../patterns/list-search.ts'
import { ListTable } from '../../patterns/ListTable.tsx'
import { RowButtons } from '../../patterns/RowButtons.tsx'
import { useRowSelection } from '../../patterns/use-row-selection.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDayOf } from '../../ui/format.ts'
import { StatusDot } from '../../ui/StatusDot.tsx'
import type { accessRequestSearch } from './access-request-queries.ts'
import { DecideDialog, type DecisionCode } from './DecideDialog.tsx'
import { userProfile } from '../user-profile/screen.ts'

type Values = ValuesOf<typeof accessRequestSearch>

interface AccessRequestListProps {
  list: ListState<Values['filters'], Values['sort']['column']>
  page: ListPage<AccessRequest>
  /** Accessible name of the table. */
  caption: string
  /** All are about one application, which its page names. */
  isOfApplication?: boolean
}

/** Requests for applications, with the decisions of those that wait. */
export function AccessRequestList({ list, page, caption, isOfApplication = false }: AccessRequestListProps) {
  const t = useTexts(accessRequestTexts)
  const { selection, selected } = useRowSelection(page.rows, ({ accessRequestId }) => accessRequestId)
  const [deciding, setDeciding] = useState<{ decision: DecisionCode; asked: readonly AccessRequest[] } | null>(null)
  const columns = columnsOf(t, (decision, one) => setDeciding({ decision, asked: [one] })).filter(
    ({ key }) => !isOfApplication || key !== 'pageNm',
  )
  const decideSelected = (decision: DecisionCode) => setDeciding({ decision, asked: selected })
  const close = () => {
    setDeciding(null)
    // Another administrator may have decided in the meantime.
    void invalidate(listAccessRequests)
  }
  return (
    <>
      <FilterBar
        list={list}
        fields={[
          { name: 'name', kind: 'search', label: t.access_requests_search },
          {
            name: 'state',
            kind: 'choice',
            label: t.access_requests_state,
            unsetLabel: t.access_requests_pending,
            options: [{ value: 'decided', label: t.access_requests_decided }],
          },
        ]}
        // The decisions are always there.
        columns={columns.slice(1, -1)}
      />
      <ListTable
        list={list}
        page={page}
        empty={{ title: t.access_requests_none, hint: t.access_requests_none_hint }}
        caption={caption}
        columns={columns}
        rowKey={({ accessRequestId }) => accessRequestId}
        rowName={(one) => `${fullName(one)}, ${one.pageNm}`}
        rowTarget={(one) => userProfile.link({ userId: one.userId, tabName: 'permissions' })}
        // Only what waits can be decided; a link to one request shows it in any state.
        {...(list.filters.state === undefined &&
          list.filters.request === undefined && {
            selection,
            bulkActions: [
              { label: t.access_grant_many, icon: 'check' as const, onSelect: () => decideSelected('grant') },
              { label: t.access_decline_many, icon: 'close' as const, onSelect: () => decideSelected('decline') },
            ],
          })}
      />
      {deciding && (
        <DecideDialog {...deciding} onDecided={(ids) => selection.set(ids.map(String), false)} onClose={close} />
      )}
    </>
  )
}

interface DecisionButtonsProps {
  request: AccessRequest
  onDecide: (decision: DecisionCode) => void
}

function DecisionButtons({ request, onDecide }: DecisionButtonsProps) {
  const t = useTexts(accessRequestTexts)
  const about = { name: fullName(request), application: request.pageNm }
  return (
    <RowButtons>
      <Button size="s" aria-label={formatMessage(t.access_grant_about, about)} onClick={() => onDecide('grant')}>
        {t.access_grant}
      </Button>
      <Button size="s" aria-label={formatMessage(t.access_decline_about, about)} onClick={() => onDecide('decline')}>
        {t.access_decline}
      </Button>
    </RowButtons>
  )
}

/** How many of those who work beside the user have the application; '' where nobody is known to. */
function colleaguesOf(
  { departmentNm, colleagueCnt, colleagueAccessCnt }: AccessRequest,
  t: Texts<typeof accessRequestTexts>,
) {
  if (departmentNm === null || colleagueCnt === 0) return ''
  const words = { have: colleagueAccessCnt, all: colleagueCnt, department: departmentNm }
  return formatMessage(colleagueCnt === COLLEAGUES_COUNTED ? t.access_colleagues_many : t.access_colleagues, words)
}

/** The application, or the permission set as such. */
const askedName = ({ pageNm, systemNm }: AccessRequest, t: Texts<typeof accessRequestTexts>): string =>
  systemNm === null ? `${pageNm} (${t.access_set})` : pageNm

const states = {
  granted: { tone: 'success', label: 'access_state_granted' },
  declined: { tone: 'neutral', label: 'access_state_declined' },
  withdrawn: { tone: 'neutral', label: 'access_state_withdrawn' },
  closed: { tone: 'neutral', label: 'access_state_closed' },
} as const satisfies Record<Exclude<AccessRequestState, 'pending'>, unknown>

const columnsOf = (
  t: Texts<typeof accessRequestTexts>,
  onDecide: (decision: DecisionCode, request: AccessRequest) => void,
): Column<AccessRequest>[] => [
  { key: 'lastNm', title: t.access_column_user, sortable: true, cell: fullName },
  { key: 'employer', title: t.access_column_employer, truncate: 'narrow', cell: ({ employerNm }) => employerNm },
  { key: 'pageNm', title: t.access_column_application, sortable: true, cell: (one) => askedName(one, t) },
  { key: 'reason', title: t.access_column_reason, isWidest: true, cell: ({ reasonTxt }) => reasonTxt },
  { key: 'colleagues', title: t.access_column_colleagues, priority: 2, cell: (one) => colleaguesOf(one, t) },
  {
    key: 'requestedDt',
    title: t.access_column_requested,
    priority: 3,
    sortable: true,
    oneLine: true,
    cell: ({ requestedDt }) => formatDayOf(requestedDt),
  },
  {
    key: 'state',
    title: t.access_column_state,
    cell: (one) => {
      const { requestStateCd, decidedByNm } = one
      if (requestStateCd === 'pending')
        return <DecisionButtons request={one} onDecide={(decision) => onDecide(decision, one)} />
      const { tone, label } = states[requestStateCd]
      const state = t[label]
      return (
        <StatusDot tone={tone}>
          {decidedByNm === null ? state : formatMessage(t.access_state_by, { state, name: decidedByNm })}
        </StatusDot>
      )
    },
  },
]
