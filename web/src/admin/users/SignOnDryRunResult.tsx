import { useQuery } from '@tanstack/react-query'
import { formatMessage } from '@portico/contract/texts/format-message.ts'
import { dryRunTexts } from '@portico/contract/texts/sign-on-dry-run-texts.ts'
import { dryRunSignOn, type SignOnDryRun } from '@portico/contract/sign-on-dry-run.ts'
import { query } from '../../api/query.ts'
import { useSignedIn } from '../../api/session.ts'
import { type Texts, useTexts } from '../../api/texts.ts'
import { DataTable } from '../../patterns/DataTable.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { StatusDot } from '../../ui/StatusDot.tsx'

interface SignOnDryRunProps {
  userId: number
  pageId: number
  /** Of the user. */
  name: string
}

/** What an application would get of a user, decoded, with the checks on the way. */
export function SignOnDryRunResult({ userId, pageId, name }: SignOnDryRunProps) {
  const t = useTexts(dryRunTexts)
  const { uid } = useSignedIn()
  const { data, error } = useQuery(query(dryRunSignOn, { params: { uid, userId, tilePageId: pageId } }))
  if (error) return <Alert tone="error">{error.message || t.dry_run_failed_to_load}</Alert>
  if (!data) return null
  const title = formatMessage(t.dry_run_title, { page: data.pageNm })
  return (
    <section aria-label={title}>
      <p>{formatMessage(t.dry_run_lead, { system: data.systemNm, name })}</p>
      <DataTable
        caption={t.dry_run_checks}
        columns={[
          { key: 'check', title: t.dry_run_check, cell: ({ checkCd }) => t[`dry_run_${checkCd}`] },
          {
            key: 'result',
            title: t.dry_run_result,
            oneLine: true,
            cell: ({ passedFlg }) => (
              <StatusDot tone={passedFlg ? 'success' : 'error'}>
                {passedFlg ? t.dry_run_passed : t.dry_run_failed}
              </StatusDot>
            ),
          },
        ]}
        rows={data.checks}
        rowKey={({ checkCd }) => checkCd}
      />
      <DataTable
        caption={title}
        columns={[
          { key: 'name', title: t.dry_run_attribute, cell: ({ label }) => label },
          { key: 'value', title: t.dry_run_values, cell: ({ value }) => value },
        ]}
        rows={rowsOf(data, t)}
        rowKey={({ label }) => label}
      />
    </section>
  )
}

/** The parts of the answer, then its attributes. */
function rowsOf(run: SignOnDryRun, t: Texts<typeof dryRunTexts>): { label: string; value: string }[] {
  const name = run.nameTxt ?? (run.nameMadeLaterFlg ? t.dry_run_name_later : t.dry_run_none)
  const general = [
    { label: t.dry_run_protocol, value: t[`dry_run_protocol_${run.protocolCd}`] },
    { label: t.dry_run_address, value: run.addressTxt ?? t.dry_run_none },
  ]
  if (run.protocolCd === 'address') return general
  return [
    ...general,
    { label: t.dry_run_audience, value: run.audienceTxt ?? t.dry_run_none },
    { label: t.dry_run_name, value: name },
    { label: t.dry_run_encrypted, value: run.encryptedFlg ? t.dry_run_yes : t.dry_run_no },
    ...run.attributes.map(({ attributeNm, values }) => ({
      label: attributeNm,
      value: values.join(', ') || t.dry_run_none,
    })),
  ]
}
