import { useState } from 'react'
import { DIRECTORY_REQUESTS_KEPT, type DirectoryRequest } from '@portico/contract/scim/directory-groups.ts'
import { directoryRequestTexts } from '@portico/contract/scim/directory-request-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, type Texts, useTexts } from '../../api/texts.ts'
import type { Column } from '../../patterns/column.ts'
import { DetailDrawer } from '../../patterns/DetailDrawer.tsx'
import { FilterBar } from '../../patterns/FilterBar.tsx'
import { useListPage } from '../../patterns/list-query.ts'
import { useListSearch } from '../../patterns/list-search.ts'
import { ListTable } from '../../patterns/ListTable.tsx'
import { BreakableText } from '../../ui/BreakableText.tsx'
import { formatNumber, formatSecond } from '../../ui/format.ts'
import { StatusDot } from '../../ui/StatusDot.tsx'
import classes from './ClientDirectoryTab.module.css'
import { directoryRequestSearch, directoryRequestsQuery } from './directory-queries.ts'
import { indentJson } from '../../patterns/indent-json.ts'

interface DirectoryRequestsTabProps {
  clientId: number
  name: string
}

/** What the directory of a client has asked for lately, and why it was refused. */
export function DirectoryRequestsTab({ clientId, name }: DirectoryRequestsTabProps) {
  const t = useTexts(directoryRequestTexts)
  const { uid } = useSignedIn()
  const list = useListSearch(directoryRequestSearch)
  const page = useListPage(directoryRequestsQuery(uid, clientId, list))
  const [shown, setShown] = useState<DirectoryRequest | null>(null)
  return (
    <div className={classes['tab']}>
      <p>{formatMessage(t.directory_requests_lead, { name, count: DIRECTORY_REQUESTS_KEPT })}</p>
      <FilterBar
        list={list}
        fields={[
          {
            name: 'outcome',
            kind: 'choice',
            label: t.directory_requests_outcome,
            options: [
              { value: 'refused', label: t.directory_requests_refused },
              { value: 'done', label: t.directory_requests_done },
            ],
          },
        ]}
      />
      <ListTable
        list={list}
        page={page}
        empty={{ title: t.directory_requests_none, hint: t.directory_requests_none_hint }}
        caption={t.directory_requests_caption}
        columns={columnsOf(t)}
        rowKey={({ requestId }) => requestId}
        rowName={nameOf}
        rowActions={(request) => [
          { entries: [{ label: t.directory_request_details, icon: 'eye', onSelect: () => setShown(request) }] },
        ]}
      />
      {shown && <RequestDrawer request={shown} onClose={() => setShown(null)} />}
    </div>
  )
}

const nameOf = ({ methodCd, pathTxt }: DirectoryRequest) => `${methodCd} ${pathTxt}`

const isRefused = ({ statusCd }: DirectoryRequest) => statusCd >= 400

const reasonOf = ({ reasonCd, reasonTxt }: DirectoryRequest) =>
  [reasonCd, reasonTxt].filter((part) => part !== null).join(': ')

const columnsOf = (t: Texts<typeof directoryRequestTexts>): Column<DirectoryRequest>[] => [
  {
    key: 'requestDt',
    title: t.directory_request_time,
    sortable: true,
    oneLine: true,
    cell: ({ requestDt }) => formatSecond(requestDt),
  },
  {
    key: 'request',
    title: t.directory_request_name,
    cell: (request) => <BreakableText>{nameOf(request)}</BreakableText>,
  },
  { key: 'userNm', title: t.directory_request_person, truncate: 'narrow', cell: ({ userNm }) => userNm ?? '–' },
  {
    key: 'statusCd',
    title: t.directory_request_status,
    oneLine: true,
    cell: (request) => (
      <StatusDot tone={isRefused(request) ? 'error' : 'success'}>{String(request.statusCd)}</StatusDot>
    ),
  },
  {
    key: 'reason',
    title: t.directory_request_reason,
    isWidest: true,
    cell: (request) => reasonOf(request) || '–',
  },
  {
    key: 'durationMs',
    title: t.directory_request_duration,
    align: 'end',
    oneLine: true,
    priority: 3,
    cell: ({ durationMs }) => formatNumber(durationMs),
  },
]

interface RequestDrawerProps {
  request: DirectoryRequest
  onClose: () => void
}

function RequestDrawer({ request, onClose }: RequestDrawerProps) {
  const t = useTexts(directoryRequestTexts)
  const { requestDt, statusCd, bodyTxt } = request
  return (
    <DetailDrawer title={nameOf(request)} onClose={onClose}>
      <p>
        {formatSecond(requestDt)}
        {' · '}
        {statusCd}
      </p>
      {isRefused(request) && <p>{reasonOf(request)}</p>}
      <h3>{t.directory_request_body}</h3>
      {bodyTxt === null ? (
        <p>{t.directory_request_no_body}</p>
      ) : (
        <pre className={classes['body'] ?? ''}>{indentJson(bodyTxt)}</pre>
      )}
    </DetailDrawer>
  )
}
