import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { documentPageTexts } from '@portico/contract/documents/document-page-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { Combobox, type Option } from '../../patterns/Combobox.tsx'
import { LoadFailure } from '../../patterns/LoadFailure.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { loadSharingUsers, sharingClientsQuery } from './document-queries.ts'
import classes from './ShareModal.module.css'

interface PeoplePickerProps {
  chosen: readonly Option[]
  error: string | undefined
  onChange: (chosen: readonly Option[]) => void
}

/** People of a company, searched by the server; any number can be selected, of several companies too. */
export function PeoplePicker({ chosen, error, onChange }: PeoplePickerProps) {
  const t = useTexts(documentPageTexts)
  const { uid } = useSignedIn()
  const sharing = useQuery(sharingClientsQuery(uid))
  const clients = sharing.data ?? []
  const [picked, setPicked] = useState<number | null>(null)
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
      <Combobox
        name="people"
        label={t.share_people}
        error={error}
        queryName={`people of ${clientId}`}
        load={(text, offset, signal) => loadSharingUsers(uid, clientId, text, offset, signal)}
        selected={chosen}
        onChange={onChange}
        multiple
        isFirst
      />
    </div>
  )
}
