import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { RequestState } from '@portico/contract/contact/contact.ts'
import type { EnhancementRequest } from '@portico/contract/contact/enhancement-requests.ts'
import { fullName } from '@portico/contract/users/full-name.ts'
import { adminMenuTexts } from '@portico/contract/texts/admin-menu-texts.ts'
import { enhancementRequestTexts } from '@portico/contract/contact/enhancement-request-texts.ts'
import { userListTexts } from '@portico/contract/users/user-list-texts.ts'
import { userProfileTexts } from '@portico/contract/users/user-profile-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, type Texts, useTexts } from '../../api/texts.ts'
import { AdminPage } from '../../patterns/AdminPage.tsx'
import type { Column } from '../../patterns/column.ts'
import { FilterBar } from '../../patterns/FilterBar.tsx'
import { useCurrentRow } from '../../patterns/list-query.ts'
import { useScreenList } from '../../patterns/screen-list.ts'
import { ListTable } from '../../patterns/ListTable.tsx'
import { RequestStateDot, useRequestStates } from '../../patterns/RequestStateDot.tsx'
import { formatInstant } from '../../ui/format.ts'
import { AnswerRequestDialog } from './AnswerRequestDialog.tsx'
import { enhancementRequestPages } from './enhancement-request-queries.ts'
import classes from './EnhancementRequests.module.css'
import { userProfile } from '../user-profile/screen.ts'

/** What users would like to be improved; internal administrators state what becomes of it. */
export function EnhancementRequestsPage() {
  const t = useTexts(enhancementRequestTexts)
  const { admin_enhancement_requests: title } = useTexts(adminMenuTexts)
  const { profile_view: viewProfile } = useTexts(userProfileTexts)
  const { users_only_employer: onlyEmployer } = useTexts(userListTexts)
  const states = useRequestStates()
  const { isInternal } = useSignedIn()
  const navigate = useNavigate()
  const { list, page } = useScreenList(enhancementRequestPages)
  const [answering, setAnswering] = useState<EnhancementRequest | null>(null)
  const sent = useCurrentRow(answering, page.rows, ({ requestNo }) => requestNo)
  const columns = columnsOf(t)
  return (
    <AdminPage title={title} subtitle={t.enhancement_requests_subtitle}>
      <FilterBar
        list={list}
        fields={[
          { name: 'name', kind: 'search', label: t.enhancement_requests_search },
          {
            name: 'state',
            kind: 'choice',
            label: t.enhancement_requests_state,
            unsetLabel: t.enhancement_requests_open,
            options: RequestState.options.map((value) => ({ value, label: states[value] })),
          },
        ]}
        columns={columns.slice(1)}
      />
      <ListTable
        list={list}
        page={page}
        empty={{ title: t.enhancement_requests_none, hint: t.enhancement_requests_none_hint }}
        caption={title}
        columns={columns}
        rowKey={({ requestNo }) => requestNo}
        rowName={(one) => formatMessage(t.enhancement_requests_about, { number: one.requestNo, name: fullName(one) })}
        rowTarget={(one) => (isInternal ? () => setAnswering(one) : undefined)}
        rowActions={(one) => [
          {
            entries: [
              {
                label: t.enhancement_requests_answer,
                icon: 'pencil',
                onSelect: () => setAnswering(one),
                ...(isInternal ? {} : { disabledReason: t.enhancement_requests_staff_only }),
              },
              {
                label: viewProfile,
                icon: 'user',
                onSelect: () => void navigate({ href: userProfile.link({ userId: one.userId, tabName: 'overview' }) }),
              },
              {
                label: onlyEmployer,
                icon: 'filter',
                onSelect: () => list.set({ filters: { employer: one.employerId } }),
              },
            ],
          },
        ]}
      />
      {sent && <AnswerRequestDialog sent={sent} onClose={() => setAnswering(null)} />}
    </AdminPage>
  )
}

const columnsOf = (t: Texts<typeof enhancementRequestTexts>): Column<EnhancementRequest>[] => [
  { key: 'number', title: t.enhancement_requests_number, oneLine: true, cell: ({ requestNo }) => requestNo },
  { key: 'lastNm', title: t.enhancement_requests_user, sortable: true, cell: fullName },
  { key: 'employer', title: t.enhancement_requests_employer, priority: 2, cell: ({ employerNm }) => employerNm },
  { key: 'sectionNm', title: t.enhancement_requests_application, sortable: true, cell: ({ sectionNm }) => sectionNm },
  {
    key: 'comment',
    title: t.enhancement_requests_comment,
    cell: ({ comment }) => <span className={classes['comment']}>{comment}</span>,
  },
  {
    key: 'createdDt',
    title: t.enhancement_requests_sent,
    sortable: true,
    oneLine: true,
    cell: ({ createdDt }) => formatInstant(createdDt),
  },
  {
    key: 'state',
    title: t.enhancement_requests_state,
    cell: ({ requestState }) => <RequestStateDot state={requestState} />,
  },
]
