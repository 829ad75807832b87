import { Fragment } from 'react'
import { SERVICE_ENDING_DAYS, SERVICE_UNUSED_DAYS } from '@portico/contract/service-accounts/service-account-rules.ts'
import type { serviceAccountPageTexts } from '@portico/contract/service-accounts/service-account-page-texts.ts'
import type { ServiceAccount } from '@portico/contract/service-accounts/service-accounts.ts'
import { formatMessage, type Texts } from '../../api/texts.ts'
import type { Column } from '../../patterns/column.ts'
import { BreakableText } from '../../ui/BreakableText.tsx'
import { formatDayOf, formatInstant } from '../../ui/format.ts'
import { StatusDot } from '../../ui/StatusDot.tsx'

type Words = Texts<typeof serviceAccountPageTexts>

const tones = { active: 'success', unused: 'neutral', ending: 'warning', tokenless: 'error', ended: 'error' } as const

/** The states in the words of the filter. */
export const stateWords = (t: Words) => ({
  active: t.services_state_active,
  unused: t.services_state_unused,
  ending: t.services_state_ending,
  tokenless: t.services_state_tokenless,
  ended: t.services_state_ended_or_revoked,
})

/** The state of an account in one word or two. */
export function stateOf(t: Words, { stateCd, revokedDt }: ServiceAccount): string {
  if (revokedDt) return t.services_state_revoked
  return stateCd === 'ended' ? t.services_state_ended : stateWords(t)[stateCd]
}

/** The state of an account in a sentence; in a word where that says all. */
export function stateSentence(t: Words, account: ServiceAccount): string {
  const { stateCd, revokedDt, revokedByNm } = account
  if (revokedDt) {
    const moment = formatInstant(revokedDt)
    return revokedByNm === null
      ? formatMessage(t.service_revoked_at, { moment })
      : formatMessage(t.service_revoked_by, { moment, name: revokedByNm })
  }
  if (stateCd === 'unused') return formatMessage(t.services_state_unused_help, { days: SERVICE_UNUSED_DAYS })
  if (stateCd === 'ending') return formatMessage(t.services_state_ending_help, { days: SERVICE_ENDING_DAYS })
  return stateOf(t, account)
}

/** The day; its moment when it is pointed at. */
const dayOf = (moment: Date) => <time title={formatInstant(moment)}>{formatDayOf(moment)}</time>

/** The columns of the list; keys of sortable ones are the wire's. */
export const serviceAccountColumns = (t: Words): Column<ServiceAccount>[] => [
  {
    key: 'serviceAccountNm',
    title: t.services_name,
    sortable: true,
    cell: ({ serviceAccountNm }) => <BreakableText>{serviceAccountNm}</BreakableText>,
  },
  {
    key: 'clientNm',
    title: t.services_for,
    sortable: true,
    truncate: 'narrow',
    cell: ({ clientNm }) => clientNm ?? t.services_installation,
  },
  {
    key: 'ownerNm',
    title: t.services_owner,
    sortable: true,
    truncate: 'narrow',
    priority: 2,
    cell: ({ ownerNm }) => ownerNm,
  },
  {
    key: 'scopes',
    title: t.services_scopes,
    priority: 3,
    cell: ({ scopeList }) =>
      scopeList.map((scope, index) => (
        <Fragment key={scope}>
          {index > 0 && ', '}
          <BreakableText>{scope}</BreakableText>
        </Fragment>
      )),
  },
  {
    key: 'expireDt',
    title: t.services_expires,
    sortable: true,
    oneLine: true,
    cell: ({ expireDt }) => expireDt && dayOf(expireDt),
  },
  {
    key: 'lastUsedDt',
    title: t.services_last_used,
    sortable: true,
    oneLine: true,
    cell: ({ lastUsedDt }) => (lastUsedDt ? dayOf(lastUsedDt) : t.services_never_used),
  },
  {
    key: 'state',
    title: t.services_state,
    oneLine: true,
    cell: (account) => <StatusDot tone={tones[account.stateCd]}>{stateOf(t, account)}</StatusDot>,
  },
]
