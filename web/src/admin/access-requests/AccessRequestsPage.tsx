import { fullName } from '@portico/contract/users/full-name.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import {
  type AccessRequest,
  type AccessRequestState,
  listAccessRequests,
} from '@portico/contract/access-requests/access-requests.ts'
import { accessRequestTexts } from '@portico/contract/access-requests/access-request-texts.ts'
import { adminMenuTexts } from '@portico/contract/texts/admin-menu-texts.ts'
import { invalidate } from '../../api/query.ts'
import { formatMessage, type Texts, useTexts } from '../../api/texts.ts'
import { AdminPage } from '../../patterns/AdminPage.tsx'
import type { Column } from '../../patterns/column.ts'
import { FilterBar } from '../../patterns/FilterBar.tsx'
import { useScreenList } from '../../patterns/screen-list.ts'
import { ListTable } from '../../patterns/ListTable.tsx'
import { formatInstant } from '../../ui/format.ts'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { accessRequestPages } from './access-request-queries.ts'
import { DecideDialog } from './DecideDialog.tsx'
import { userProfile } from '../user-profile/screen.ts'

/** Requests for applications that the administrator can decide. */
export function AccessRequestsPage() {
  const t = useTexts(accessRequestTexts)
  const { admin_access_requests: title } = useTexts(adminMenuTexts)
  const navigate = useNavigate()
  const { list, page } = useScreenList(accessRequestPages)
  const [deciding, setDeciding] = useState<AccessRequest | null>(null)
  const columns = columnsOf(t)
  const close = () => {
    setDeciding(null)
    // Another administrator may have decided in the meantime.
    void invalidate(listAccessRequests)
  }
  return (
    <AdminPage title={title} subtitle={t.access_requests_subtitle}>
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
        columns={columns.slice(1)}
      />
      <ListTable
        list={list}
        page={page}
        empty={{ title: t.access_requests_none, hint: t.access_requests_none_hint }}
        caption={title}
        columns={columns}
        rowKey={({ accessRequestId }) => accessRequestId}
        rowName={(one) => fullName(one)}
        rowTarget={(one) =>
          one.requestStateCd === 'pending'
            ? () => setDeciding(one)
            : userProfile.link({ userId: one.userId, tabName: 'permissions' })
        }
        rowActions={(one) => [
          {
            entries: [
              ...(one.requestStateCd === 'pending'
                ? [{ label: t.access_decide, icon: 'check' as const, onSelect: () => setDeciding(one) }]
                : []),
              {
                label: t.access_open_profile,
                icon: 'user' as const,
                onSelect: () =>
                  void navigate({ href: userProfile.link({ userId: one.userId, tabName: 'permissions' }) }),
              },
            ],
          },
        ]}
      />
      {deciding && <DecideDialog asked={deciding} onClose={close} />}
    </AdminPage>
  )
}

const states = {
  pending: { tone: 'info', label: 'access_state_pending' },
  granted: { tone: 'success', label: 'access_state_granted' },
  declined: { tone: 'neutral', label: 'access_state_declined' },
  withdrawn: { tone: 'neutral', label: 'access_state_withdrawn' },
  closed: { tone: 'neutral', label: 'access_state_closed' },
} as const satisfies Record<AccessRequestState, unknown>

const columnsOf = (t: Texts<typeof accessRequestTexts>): Column<AccessRequest>[] => [
  { key: 'lastNm', title: t.access_column_user, sortable: true, cell: fullName },
  { key: 'employer', title: t.access_column_employer, cell: ({ employerNm }) => employerNm },
  { key: 'pageNm', title: t.access_column_application, sortable: true, cell: ({ pageNm }) => pageNm },
  { key: 'reason', title: t.access_column_reason, cell: ({ reasonTxt }) => reasonTxt },
  {
    key: 'requestedDt',
    title: t.access_column_requested,
    sortable: true,
    oneLine: true,
    cell: ({ requestedDt }) => formatInstant(requestedDt),
  },
  {
    key: 'state',
    title: t.access_column_state,
    cell: ({ requestStateCd, decidedByNm }) => {
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
