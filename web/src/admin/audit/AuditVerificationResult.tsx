import { useQuery } from '@tanstack/react-query'
import { auditPageTexts } from '@portico/contract/audit/audit-page-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { Alert } from '../../ui/Alert.tsx'
import { formatInstant } from '../../ui/format.ts'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { auditVerificationQuery } from './audit-queries.ts'

/** When the audit trail was last verified, and whether it was intact. */
export function AuditVerificationResult() {
  const t = useTexts(auditPageTexts)
  const { uid } = useSignedIn()
  const { data: verification, isError } = useQuery(auditVerificationQuery(uid))
  if (isError)
    return (
      <StatusDot tone="warning" wraps>
        {t.audit_verification_failed}
      </StatusDot>
    )
  if (verification === undefined) return null
  if (verification === null)
    return (
      <StatusDot tone="neutral" wraps>
        {t.audit_not_verified}
      </StatusDot>
    )
  const time = formatInstant(verification.verifiedDt)
  if (verification.intactFlg)
    return (
      <StatusDot tone="success" wraps>
        {formatMessage(t.audit_intact, { time, count: verification.sealCnt })}
      </StatusDot>
    )
  return (
    <Alert tone="error" live={false} title={formatMessage(t.audit_not_intact, { time })}>
      {formatMessage(t.audit_problem, { problem: verification.problemTxt ?? '' })}
    </Alert>
  )
}
