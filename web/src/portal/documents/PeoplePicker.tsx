import { useQuery } from '@tanstack/react-query'
import { VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { documentPageTexts } from '@portico/contract/texts/document-page-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { ChoiceField } from '../../ui/ChoiceField.tsx'
import { fill } from '../../ui/fill.ts'
import { ManyChoice } from '../../ui/ManyChoice.tsx'
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
  const clientId = picked ?? clients[0]?.clientId
  const { data: users } = useQuery({ ...sharingUsersQuery(uid, clientId ?? 0), enabled: clientId !== undefined })
  return (
    <div className={classes['picker']}>
      <ChoiceField
        label={t.share_client}
        value={String(clientId ?? '')}
        options={clients.map((client) => ({ value: String(client.clientId), label: client.clientNm }))}
        onChange={(event) => setPicked(Number(event.currentTarget.value))}
      />
      <SearchField
        label={t.share_find}
        clearLabel={t.documents_search_clear}
        value={word}
        onChange={setWord}
        data-autofocus
      />
      {users && <Found key={clientId} word={word} users={users} chosen={chosen} onChange={onChange} />}
    </div>
  )
}

interface FoundProps extends PeoplePickerProps {
  users: readonly { userId: number; firstNm: string; lastNm: string }[]
  word: string
}

/** Those whose name holds the word; how many they are is heard. */
function Found({ users, word, chosen, onChange }: FoundProps) {
  const t = useTexts(documentPageTexts)
  const [most, setMost] = useState(FIRST)
  const options = users
    .map(({ userId, firstNm, lastNm }) => ({ value: userId, label: `${firstNm} ${lastNm}` }))
    .filter(({ label }) => label.toLowerCase().includes(word.trim().toLowerCase()))
  const none = users.length === 0 ? t.share_no_people : t.share_no_match
  const count = options.length === 1 ? t.share_one_person : fill(t.share_people_count, { count: options.length })
  const isEmpty = options.length === 0
  return (
    <div>
      {/* The list has it as its name. */}
      <span className={classes['legend']} aria-hidden="true">
        {t.share_people}
      </span>
      <div className={classes['choices']}>
        {isEmpty ? (
          <p className={classes['quiet']} aria-hidden="true">
            {none}
          </p>
        ) : (
          <ManyChoice label={t.share_people} options={options.slice(0, most)} chosen={chosen} onChange={onChange} />
        )}
        {options.length > most && (
          <Button size="s" onClick={() => setMost(most + MORE)}>
            {t.share_more}
          </Button>
        )}
      </div>
      <VisuallyHidden role="status">{isEmpty ? none : count}</VisuallyHidden>
    </div>
  )
}
