import { Link } from '@tanstack/react-router'
import type { UserOverview } from '@portico/contract/users/user-overview.ts'
import { userOverviewTexts } from '@portico/contract/users/user-overview-texts.ts'
import type { UserProfile } from '@portico/contract/users/user-profile.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { linkTo } from '../../patterns/link-to.ts'
import { formatDayOf } from '../../ui/format.ts'
import { Panel } from '../../ui/Panel.tsx'
import { accessRequests } from '../access-requests/screen.ts'
import classes from './OverviewTab.module.css'
import { userProfile } from './screen.ts'

interface RequestsPanelProps {
  profile: Pick<UserProfile, 'user'>
  overview: UserOverview
}

/** What the user asked for and still waits for, with links to where it is decided. */
export function RequestsPanel({ profile: { user }, overview: { requests } }: RequestsPanelProps) {
  const t = useTexts(userOverviewTexts)
  const employer = user.pendingEmployerNm
  const isEmpty = requests.length === 0 && employer === null
  return (
    <Panel title={t.user_overview_requests}>
      {isEmpty && <p className={classes['none']}>{t.user_overview_requests_none}</p>}
      {!isEmpty && (
        <ul className={classes['list']}>
          {employer !== null && (
            <li>
              <span className={classes['entry']}>{formatMessage(t.user_overview_employer_request, { employer })}</span>
              <Link to={userProfile.link({ userId: user.userId, tabName: 'userDetails' })}>
                {t.user_overview_employer_review}
              </Link>
            </li>
          )}
          {requests.map((request) => (
            <Request key={request.accessRequestId} request={request} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Request({ request }: { request: UserOverview['requests'][number] }) {
  const t = useTexts(userOverviewTexts)
  const { accessRequestId, pageNm, requestedDt, decidableFlg } = request
  const values = { application: pageNm, date: formatDayOf(requestedDt) }
  return (
    <li>
      <span className={classes['entry']}>{formatMessage(t.user_overview_request, values)}</span>
      {decidableFlg ? (
        <Link
          {...linkTo(accessRequests.link(), { request: accessRequestId })}
          aria-label={formatMessage(t.user_overview_request_decide_about, values)}
        >
          {t.user_overview_request_decide}
        </Link>
      ) : (
        <span className={classes['note']}>{t.user_overview_request_others}</span>
      )}
    </li>
  )
}
