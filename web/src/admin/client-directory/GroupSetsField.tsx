import { directoryGroupTexts } from '@portico/contract/scim/directory-group-texts.ts'
import { listPermissionSets } from '@portico/contract/permission-sets/permission-sets.ts'
import { callPage } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { Combobox, type Option, pageAt } from '../../patterns/Combobox.tsx'

interface GroupSetsFieldProps {
  clientId: number
  chosen: readonly Option[]
  error: string | undefined
  onChange: (chosen: readonly Option[]) => void
}

/** The permission sets that a group gives, of those that users of the client can get. */
export function GroupSetsField({ clientId, chosen, error, onChange }: GroupSetsFieldProps) {
  const t = useTexts(directoryGroupTexts)
  const { uid } = useSignedIn()
  const load = async (text: string, offset: number, signal: AbortSignal) => {
    const { rows, total } = await callPage(
      listPermissionSets,
      {
        params: { uid },
        query: {
          ...(text.trim() !== '' && { nm: text.trim() }),
          forClientId: clientId,
          ...pageAt(offset),
        },
      },
      signal,
    )
    return { rows: rows.map(({ setId, setNm }) => ({ value: String(setId), label: setNm })), total }
  }
  return (
    <Combobox
      multiple
      isFirst
      name="setIds"
      label={t.directory_sets}
      help={t.directory_sets_help}
      error={error}
      queryName={`permission sets for client ${clientId}`}
      load={load}
      selected={chosen}
      onChange={onChange}
    />
  )
}
