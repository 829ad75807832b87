import type { LeftOutReason, LeftOutUser } from '@portico/contract/access-changes/access-changes.ts'
import { giveAccessTexts } from '@portico/contract/access-changes/give-access-texts.ts'
import { fullName } from '@portico/contract/users/full-name.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'

/** Users that are listed; the others are counted. */
const LISTED_MAX = 20

interface UserListProps {
  label: string
  count: number
  users: readonly { userId: number; firstNm: string; lastNm: string; text: string }[]
}

/** Users by name, each with a text; none where there are none. */
export function UserList({ label, count, users }: UserListProps) {
  const t = useTexts(giveAccessTexts)
  if (count === 0) return null
  const listed = users.slice(0, LISTED_MAX)
  return (
    <section>
      <h3>{label}</h3>
      <ul aria-label={label}>
        {listed.map((user) => (
          <li key={user.userId}>
            <strong>{fullName(user)}</strong> {user.text}
          </li>
        ))}
        {count > listed.length && <li>{formatMessage(t.give_access_more, { count: count - listed.length })}</li>}
      </ul>
    </section>
  )
}

interface LeftOutListProps {
  count: number
  reasons: readonly LeftOutReason[]
  leftOut: readonly LeftOutUser[]
}

/** Whom an act leaves as they are: how many for each reason, and the first of them by name. */
export function LeftOutList({ count, reasons, leftOut }: LeftOutListProps) {
  const t = useTexts(giveAccessTexts)
  return (
    <>
      {reasons.length > 0 && (
        <ul>
          {reasons.map(({ message, userCnt }) => (
            <li key={message}>{formatMessage(t.give_access_reason_count, { reason: message, count: userCnt })}</li>
          ))}
        </ul>
      )}
      <UserList
        label={t.give_access_left_out_users}
        count={count}
        users={leftOut.map((user) => ({ ...user, text: user.message }))}
      />
    </>
  )
}
