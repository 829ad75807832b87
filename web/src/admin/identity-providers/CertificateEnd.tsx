import { useState } from 'react'
import { identityProviderPageTexts } from '@portico/contract/federation/identity-provider-page-texts.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { formatDayOf } from '../../ui/format.ts'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { daysUntil, toneOfDays } from './certificate-days.ts'

/** The last day of a certificate, with the days that are left. */
export function CertificateEnd({ at }: { at: Date | null }) {
  const t = useTexts(identityProviderPageTexts)
  const [now] = useState(() => new Date())
  if (at === null) return '–'
  const days = daysUntil(at, now)
  const left =
    days > 0
      ? formatMessage(t.provider_cert_days, { days })
      : t[days < 0 ? 'provider_cert_ended' : 'provider_cert_today']
  return <StatusDot tone={toneOfDays(days)}>{`${formatDayOf(at)}, ${left}`}</StatusDot>
}
