import type { AccessChangeKind } from '@portico/contract/access-changes/access-change-rules.ts'
import { giveAccessTexts } from '@portico/contract/access-changes/give-access-texts.ts'
import { fullName } from '@portico/contract/users/full-name.ts'
import { listUsers, type UserStatusCode, userStatuses } from '@portico/contract/users/users.ts'
import { call } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { Combobox, type Option, pageAt } from '../../patterns/Combobox.tsx'

/** Access is given to active users; it ends for inactive ones as well. */
const statusesOf: Record<AccessChangeKind, UserStatusCode[]> = {
  give: [userStatuses.active],
  end: [userStatuses.active, userStatuses.inactive],
}

interface PeoplePickerProps {
  kind: AccessChangeKind
  /** Only users of this client. */
  employerId?: number | null
  /** Typed before the dialog had loaded. */
  typed: string
  chosen: readonly Option[]
  error: string | undefined
  onChange: (chosen: readonly Option[]) => void
}

/** Users that an act can change as far as the administrator sees them, found by name, user ID or email; any number can be selected. */
export function PeoplePicker({ kind, employerId = null, typed, chosen, error, onChange }: PeoplePickerProps) {
  const t = useTexts(giveAccessTexts)
  const { uid } = useSignedIn()
  const load = async (text: string, offset: number, signal: AbortSignal) => {
    const { result, totalResults } = await call(
      listUsers,
      {
        params: { uid },
        body: {
          ...(text.trim() !== '' && { nm: text.trim() }),
          userStatusIds: statusesOf[kind],
          ...(employerId !== null && { employerId }),
          orderByColumn: 'lastNm',
          ...pageAt(offset),
        },
      },
      signal,
    )
    return {
      rows: result.map((user) => ({
        value: String(user.userId),
        label: formatMessage(t.give_access_person, {
          name: fullName(user),
          userNm: user.userNm,
          employerNm: user.employerNm,
        }),
      })),
      total: totalResults,
    }
  }
  return (
    <Combobox
      multiple
      isFirst
      name="userIds"
      label={t.give_access_people}
      help={t.give_access_people_help}
      error={error}
      queryName={`people of an act ${employerId ?? ''}`}
      typed={typed}
      load={load}
      selected={chosen}
      onChange={onChange}
    />
  )
}
