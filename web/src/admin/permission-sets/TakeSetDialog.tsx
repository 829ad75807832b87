import { useQuery } from '@tanstack/react-query'
import { permissionSetPageTexts } from '@portico/contract/permission-sets/permission-set-page-texts.ts'
import { givePermissionSet, takePermissionSet } from '@portico/contract/permission-sets/permission-sets.ts'
import { listTexts } from '@portico/contract/texts/list-texts.ts'
import { fullName } from '@portico/contract/users/full-name.ts'
import { request } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { DeleteDialog } from '../../patterns/DeleteDialog.tsx'
import { QueryContent } from '../../patterns/QueryContent.tsx'
import { changedByAct } from '../give-access/follow-access-change.ts'
import { setsOfUserQuery } from './permission-set-queries.ts'
import classes from './PermissionSets.module.css'

interface TakeSetDialogProps {
  set: { setId: number; setNm: string }
  /** When the set would have ended by itself: Undo gives it until then. */
  endDt: Date | null
  user: { userId: number; firstNm: string; lastNm: string }
  onClose: () => void
}

/** Takes a set from a user, after it says what ends. */
export function TakeSetDialog({ set: { setId, setNm }, endDt, user, onClose }: TakeSetDialogProps) {
  const t = useTexts(permissionSetPageTexts)
  const { list_failed: failed } = useTexts(listTexts)
  const { uid } = useSignedIn()
  const sets = useQuery(setsOfUserQuery(uid, user.userId))
  const call = { params: { uid, setId }, body: { userIds: [user.userId] } }
  return (
    <DeleteDialog
      call={takePermissionSet}
      input={call}
      title={formatMessage(t.set_take_title, { name: setNm, user: fullName(user) })}
      confirmLabel={t.set_take}
      invalidate={changedByAct}
      undo={async () => (await request(givePermissionSet, { ...call, body: { ...call.body, endDt } })).message}
      onClose={onClose}
    >
      <QueryContent query={sets} failed={failed}>
        {(held) => <Ends names={held.find((one) => one.setId === setId)?.endsList ?? []} />}
      </QueryContent>
    </DeleteDialog>
  )
}

function Ends({ names }: { names: readonly string[] }) {
  const t = useTexts(permissionSetPageTexts)
  if (names.length === 0) return <p>{t.set_take_nothing}</p>
  return (
    <>
      <p>{t.set_take_lead}</p>
      <ul className={classes['access']}>
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </>
  )
}
