import { Link } from '@tanstack/react-router'
import { userOverviewTexts } from '@portico/contract/users/user-overview-texts.ts'
import type { UserProfile, UserSystem } from '@portico/contract/users/user-profile.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { grantNotes, grantNoteTexts } from './grant-notes.ts'
import classes from './OverviewTab.module.css'
import { userProfile } from './screen.ts'

/** So many applications are shown; the permissions have all. */
const SHOWN_MAX = 10

/** The applications that a user has, those that end first on top, with who gave them and when they were opened last. */
export function AccessPanel({
  profile: { user, userSystems },
}: {
  profile: Pick<UserProfile, 'user' | 'userSystems'>
}) {
  const t = useTexts(userOverviewTexts)
  const count = userSystems.length - SHOWN_MAX
  const permissions = userProfile.link({ userId: user.userId, tabName: 'permissions' })
  return (
    <Panel title={t.user_overview_access} actions={<Link to={permissions}>{t.user_overview_access_all}</Link>}>
      {userSystems.length === 0 && <p className={classes['none']}>{t.user_overview_access_none}</p>}
      {userSystems.length > 0 && (
        <ul className={classes['list']}>
          {userSystems
            .toSorted((one, other) => endOf(one) - endOf(other))
            .slice(0, SHOWN_MAX)
            .map((system) => (
              <Application key={system.systemId} system={system} />
            ))}
          {count > 0 && <li className={classes['note']}>{formatMessage(t.user_overview_access_more, { count })}</li>}
        </ul>
      )}
    </Panel>
  )
}

const endOf = ({ endDt }: UserSystem) => endDt?.getTime() ?? Number.MAX_SAFE_INTEGER

function Application({ system }: { system: UserSystem }) {
  const t = useTexts(grantNoteTexts)
  const { systemNm, adminFlg, sensitiveDataAccessFlg, endDt } = system
  const notes = grantNotes(endDt?.toISOString() ?? null, system, t)
  return (
    <li>
      <div className={classes['entry']}>
        <div className={classes['name']}>
          <span>{systemNm}</span>
          {adminFlg && <Badge>{t.permission_admin}</Badge>}
          {sensitiveDataAccessFlg && <Badge>{t.permission_sensitive}</Badge>}
        </div>
        {notes !== '' && <div className={classes['note']}>{notes}</div>}
      </div>
    </li>
  )
}
