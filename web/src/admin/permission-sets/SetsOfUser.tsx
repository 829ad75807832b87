import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { permissionSetPageTexts } from '@portico/contract/permission-sets/permission-set-page-texts.ts'
import type { SetOfUser } from '@portico/contract/permission-sets/permission-sets.ts'
import { listTexts } from '@portico/contract/texts/list-texts.ts'
import type { ProfileUser } from '@portico/contract/users/user-profile.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { KeystrokeBuffer } from '../../patterns/KeystrokeBuffer.tsx'
import { lazyDialog } from '../../patterns/lazy-part.tsx'
import { QueryContent } from '../../patterns/QueryContent.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDay, formatDayOf } from '../../ui/format.ts'
import { dayOfEnd } from '../permissions/permissions-form.ts'
import { Panel, PanelBody, PanelRow } from '../../ui/Panel.tsx'
import { setsOfUserQuery } from './permission-set-queries.ts'
import { permissionSetPage } from './screen.ts'
import { byGroups } from './set-groups.ts'

const loadGive = () => import('./GiveUserSetDialog.tsx')
const loadEnd = () => import('./SetEndDialog.tsx')
const TakeSetDialog = lazyDialog(() => import('./TakeSetDialog.tsx').then((module) => module.TakeSetDialog))

interface SetsOfUserProps {
  user: Pick<ProfileUser, 'userId' | 'employerId' | 'firstNm' | 'lastNm'>
  /** Why the administrator can't change the user. */
  disabledReason: string | undefined
}

/** The sets that a user has, with what gives one more and takes one. */
export function SetsOfUser({ user, disabledReason }: SetsOfUserProps) {
  const t = useTexts(permissionSetPageTexts)
  const { list_failed: failed } = useTexts(listTexts)
  const { uid } = useSignedIn()
  const sets = useQuery(setsOfUserQuery(uid, user.userId))
  const [isGiving, setIsGiving] = useState(false)
  const [taken, setTaken] = useState<SetOfUser | null>(null)
  const [ended, setEnded] = useState<SetOfUser | null>(null)
  return (
    <Panel
      title={t.user_sets}
      actions={
        <Button icon="plus" disabledReason={disabledReason} onClick={() => setIsGiving(true)}>
          {t.user_sets_give}
        </Button>
      }
    >
      <QueryContent query={sets} failed={failed}>
        {(held) =>
          held.length === 0 ? (
            <PanelBody>{t.user_sets_none}</PanelBody>
          ) : (
            held.map((set) => (
              <HeldSet
                key={set.setId}
                set={set}
                disabledReason={disabledReason}
                onEnd={() => setEnded(set)}
                onTake={() => setTaken(set)}
              />
            ))
          )
        }
      </QueryContent>
      {isGiving && (
        <KeystrokeBuffer label={t.set_choice} load={loadGive} onClose={() => setIsGiving(false)}>
          {({ GiveUserSetDialog }, typed) => (
            <GiveUserSetDialog user={user} typed={typed} onClose={() => setIsGiving(false)} />
          )}
        </KeystrokeBuffer>
      )}
      {ended && (
        <KeystrokeBuffer label={t.set_end} load={loadEnd} onClose={() => setEnded(null)}>
          {({ SetEndDialog }, typed) => (
            <SetEndDialog set={ended} user={user} typed={typed} onClose={() => setEnded(null)} />
          )}
        </KeystrokeBuffer>
      )}
      {taken && <TakeSetDialog set={taken} endDt={taken.endDt} user={user} onClose={() => setTaken(null)} />}
    </Panel>
  )
}

interface HeldSetProps {
  set: SetOfUser
  disabledReason: string | undefined
  onEnd: () => void
  onTake: () => void
}

function HeldSet({ set, disabledReason, onEnd, onTake }: HeldSetProps) {
  const t = useTexts(permissionSetPageTexts)
  const { setId, setNm, versionNr, givesList, givenDt, endDt, givenByNm } = set
  const refused = disabledReason ?? byGroups(set, t.set_take_by_groups)
  const since = formatDayOf(givenDt)
  const group = byGroups(set, t.user_sets_by_groups)
  const giver = group ?? (givenByNm === null ? undefined : formatMessage(t.user_sets_given_by, { name: givenByNm }))
  return (
    <PanelRow
      title={<Link to={permissionSetPage.link({ setId, tabName: 'contents' })}>{setNm}</Link>}
      action={
        <>
          <Button aria-label={formatMessage(t.user_sets_end, { name: setNm })} disabledReason={refused} onClick={onEnd}>
            {t.user_sets_end_short}
          </Button>{' '}
          <Button
            aria-label={formatMessage(t.user_sets_take, { name: setNm })}
            disabledReason={refused}
            onClick={onTake}
          >
            {t.set_take_short}
          </Button>
        </>
      }
    >
      <p>
        {[
          formatMessage(t.set_version, { version: String(versionNr) }),
          formatMessage(t.user_sets_since, { date: since }),
          ...(endDt ? [formatMessage(t.user_sets_until, { date: formatDay(dayOfEnd(endDt.toISOString())) })] : []),
          ...(giver === undefined ? [] : [giver]),
        ].join(' · ')}
      </p>
      <p>{givesList.join('; ')}</p>
    </PanelRow>
  )
}
