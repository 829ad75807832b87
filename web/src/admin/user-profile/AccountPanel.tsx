import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { userListTexts } from '@portico/contract/users/user-list-texts.ts'
import type { UserOverview } from '@portico/contract/users/user-overview.ts'
import { userOverviewTexts } from '@portico/contract/users/user-overview-texts.ts'
import type { UserProfile } from '@portico/contract/users/user-profile.ts'
import { userProfileTexts } from '@portico/contract/users/user-profile-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { formatDayOf, formatInstant } from '../../ui/format.ts'
import { usePhoneNumbers } from '../../patterns/phone-numbers.ts'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { statusText, statusTone } from '../users/user-columns.tsx'
import { userListOptionsQuery, userStatusesQuery } from '../users/user-queries.ts'
import { emailLines, factorLines, failuresLine, passwordLine, phoneLines, sessionsLine } from './account-facts.ts'
import classes from './OverviewTab.module.css'

interface AccountPanelProps {
  profile: Pick<UserProfile, 'user'>
  overview: UserOverview
  now: Date
}

/** Status, employer, how to reach the user, second factor, sessions and sign-ins. */
export function AccountPanel({ profile: { user }, overview, now }: AccountPanelProps) {
  const t = useTexts(userOverviewTexts)
  const list = useTexts(userListTexts)
  const profile = useTexts(userProfileTexts)
  const phones = usePhoneNumbers()
  const { uid } = useSignedIn()
  const statuses = useSuspenseQuery(userStatusesQuery(uid)).data
  const isOff = useSuspenseQuery(userListOptionsQuery(uid)).data.securityProvider === 'off'
  const { statusDt, statusByNm } = overview
  const since = { status: statusText(user, list, statuses), date: formatDayOf(statusDt), name: statusByNm ?? '' }
  const facts: readonly (readonly [term: string, fact: ReactNode])[] = [
    [
      t.user_overview_status,
      <StatusDot key="status" tone={statusTone(user)} wraps>
        {formatMessage(statusByNm === null ? t.user_overview_since : t.user_overview_since_by, since)}
      </StatusDot>,
    ],
    [t.user_overview_employer, [user.employerNm, user.departmentNm, user.jobTitleDscTxt].filter(Boolean).join(' · ')],
    [profile.profile_email, linesOf(emailLines(user, { ...t, ...profile }))],
    [t.user_overview_phone, linesOf(phoneLines(user, phones, { ...t, ...profile }))],
    [t.user_overview_second_factor, linesOf(factorLines(overview, { isRequired: user.mfaEnabled, isOff }, t))],
    [t.user_overview_sessions, sessionsLine(overview, t)],
    [t.user_overview_last_sign_in, user.lastLoginDt === null ? t.user_overview_never : formatInstant(user.lastLoginDt)],
    [t.user_overview_failed, failuresLine(overview, t)],
    [t.user_overview_password, passwordLine(user, overview, t, now)],
    [t.user_overview_added, formatDayOf(user.recordAddDt)],
  ]
  return (
    <Panel title={t.user_overview_account}>
      <PanelBody>
        <dl className={classes['facts']}>
          {facts.map(([term, fact]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{fact}</dd>
            </div>
          ))}
        </dl>
      </PanelBody>
    </Panel>
  )
}

const linesOf = (lines: readonly string[]) => lines.map((line) => <div key={line}>{line}</div>)
