import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { documentPageTexts } from '@portico/contract/texts/document-page-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { ChoiceField } from '../../ui/ChoiceField.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { sharingClientsQuery, sharingUsersQuery } from './document-queries.ts'
import classes from './ShareModal.module.css'

/** DOCS-070. */
const FIRST = 150
const MORE = 100

interface PeoplePickerProps {
  chosen: ReadonlySet<number>
  onChange: (chosen: ReadonlySet<number>) => void
}

/** People of a company, of whom any number can be ticked. */
export function PeoplePicker({ chosen, onChange }: PeoplePickerProps) {
  const t = useTexts(documentPageTexts)
  const { uid } = useSignedIn()
  const { data: clients = [] } = useQuery(sharingClientsQuery(uid))
  const [picked, setPicked] = useState<number | null>(null)
  const [word, setWord] = useState('')
  const [most, setMost] = useState(FIRST)
  const listId = useId()
  const clientId = picked ?? clients[0]?.clientId
  const { data: users } = useQuery({ ...sharingUsersQuery(uid, clientId ?? 0), enabled: clientId !== undefined })
  const found = (users ?? []).filter(({ firstNm, lastNm }) =>
    `${firstNm} ${lastNm}`.toLowerCase().includes(word.trim().toLowerCase()),
  )
  const tick = (userId: number) => {
    const next = new Set(chosen)
    if (!next.delete(userId)) next.add(userId)
    onChange(next)
  }
  return (
    <div className={classes['picker']}>
      <ChoiceField
        label={t.share_client}
        value={String(clientId ?? '')}
        options={clients.map((client) => ({ value: String(client.clientId), label: client.clientNm }))}
        onChange={(event) => {
          setPicked(Number(event.currentTarget.value))
          setMost(FIRST)
        }}
      />
      <SearchField
        label={t.share_find}
        clearLabel={t.documents_search_clear}
        value={word}
        onChange={setWord}
        data-autofocus
      />
      <fieldset className={classes['choices']} id={listId}>
        <legend className={classes['legend']}>{t.share_people}</legend>
        {users && found.length === 0 && <p className={classes['quiet']}>{t.share_no_people}</p>}
        {found.slice(0, most).map(({ userId, firstNm, lastNm }) => (
          <label key={userId} className={classes['choice']}>
            <input type="checkbox" checked={chosen.has(userId)} onChange={() => tick(userId)} />
            {firstNm} {lastNm}
          </label>
        ))}
        {found.length > most && (
          <Button size="s" onClick={() => setMost(most + MORE)}>
            {t.share_more}
          </Button>
        )}
      </fieldset>
    </div>
  )
}
