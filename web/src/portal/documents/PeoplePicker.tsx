import { VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { documentPageTexts } from '@portico/contract/documents/document-page-texts.ts'
import { listTexts } from '@portico/contract/texts/list-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { LoadFailure } from '../../patterns/LoadFailure.tsx'
import { Button } from '../../ui/Button.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { MultiSelect } from '../../ui/MultiSelect.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { sharingClientsQuery, sharingUsersQuery } from './document-queries.ts'
import classes from './ShareModal.module.css'

/** Pause in typing before the server searches. */
const SEARCH_PAUSE_MS = 200

interface PeoplePickerProps {
  chosen: ReadonlySet<number>
  onChange: (chosen: ReadonlySet<number>) => void
}

/** People of a company, searched by the server; any number can be selected. */
export function PeoplePicker({ chosen, onChange }: PeoplePickerProps) {
  const t = useTexts(documentPageTexts)
  const { list_clear_search: clear } = useTexts(listTexts)
  const { uid } = useSignedIn()
  const sharing = useQuery(sharingClientsQuery(uid))
  const clients = sharing.data ?? []
  const [picked, setPicked] = useState<number | null>(null)
  const [word, setWord] = useState('')
  const clientId = picked ?? clients[0]?.clientId
  if (!sharing.data && sharing.isError)
    return <LoadFailure message={t.share_failed} onRetry={() => void sharing.refetch()} />
  return (
    <div className={classes['picker']}>
      <SelectField
        label={t.share_client}
        value={String(clientId ?? '')}
        options={clients.map((client) => ({ value: String(client.clientId), label: client.clientNm }))}
        onChange={(event) => setPicked(Number(event.currentTarget.value))}
      />
      <SearchField label={t.share_find} clearLabel={clear} value={word} onChange={setWord} data-autofocus />
      {clientId !== undefined && (
        <Found key={clientId} clientId={clientId} word={word.trim()} chosen={chosen} onChange={onChange} />
      )}
    </div>
  )
}

interface FoundProps extends PeoplePickerProps {
  clientId: number
  word: string
}

/** People whose name contains the word; their number is announced. */
function Found({ clientId, word, chosen, onChange }: FoundProps) {
  const t = useTexts(documentPageTexts)
  const { uid } = useSignedIn()
  const [searched] = useDebouncedValue(word, SEARCH_PAUSE_MS)
  const { data, hasNextPage, isFetchingNextPage, isPlaceholderData, isError, fetchNextPage, refetch } =
    useInfiniteQuery(sharingUsersQuery(uid, clientId, searched))
  const failure = isError && (
    <LoadFailure message={t.share_failed} onRetry={() => void (data ? fetchNextPage() : refetch())} />
  )
  if (!data) return failure || null
  const total = data.pages.at(-1)?.total ?? 0
  const options = data.pages
    .flatMap(({ rows }) => rows)
    .map(({ userId, firstNm, lastNm }) => ({ value: userId, label: `${firstNm} ${lastNm}` }))
  const none = searched === '' ? t.share_no_people : t.share_no_match
  const count = formatMessage(t.share_people_count, { count: total })
  const isEmpty = options.length === 0
  return (
    <div>
      {/* Accessible name of the list. */}
      <span className={classes['legend']} aria-hidden="true">
        {t.share_people}
      </span>
      <div className={classes['choices']} aria-busy={isPlaceholderData}>
        {isEmpty ? (
          <p className={classes['quiet']} aria-hidden="true">
            {none}
          </p>
        ) : (
          <MultiSelect label={t.share_people} options={options} selected={chosen} onChange={onChange} />
        )}
        {failure}
        {hasNextPage && !failure && (
          <Button size="s" onClick={() => !isFetchingNextPage && void fetchNextPage()}>
            {t.share_more}
          </Button>
        )}
      </div>
      <VisuallyHidden role="status">{isEmpty ? none : count}</VisuallyHidden>
    </div>
  )
}
