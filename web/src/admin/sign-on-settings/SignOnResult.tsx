import { dryRunTexts } from '@portico/contract/sign-on-settings/sign-on-dry-run-texts.ts'
import { tileAccessTexts } from '@portico/contract/tile-access/tile-access-texts.ts'
import type { SignOnDryRun } from '@portico/contract/sign-on-settings/sign-on-settings.ts'
import { formatMessage, type Texts, useTexts } from '../../api/texts.ts'
import { DataTable } from '../../patterns/DataTable.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { BreakableText } from '../../ui/BreakableText.tsx'
import { formatInstant } from '../../ui/format.ts'
import { StatusDot } from '../../ui/StatusDot.tsx'

/** What an application would get of a user, decoded, with the checks on the way. */
export function SignOnResult({ result }: { result: SignOnDryRun }) {
  const t = useTexts(dryRunTexts)
  const { checks, sent, user, protocolCd, systemNm } = result
  const detailOf = useCheckDetails(result)
  const name = `${user.firstNm} ${user.lastNm}`
  const isGood = checks.every(({ passedFlg }) => passedFlg)
  const isPlain = checks.every(({ checkCd }) => checkCd !== 'SETTINGS') && protocolCd === 'none'
  return (
    <>
      {isPlain ? (
        <p>{formatMessage(t.dry_run_plain, { system: systemNm })}</p>
      ) : (
        <Alert tone={isGood ? 'success' : 'warning'}>
          {formatMessage(isGood ? t.dry_run_all_passed : t.dry_run_some_failed, { name })}
        </Alert>
      )}
      <DataTable
        caption={t.dry_run_checks}
        columns={[
          {
            key: 'check',
            title: t.dry_run_check,
            cell: (one) => [t[`dry_run_check_${one.checkCd}`], detailOf(one)].filter((part) => part !== '').join(': '),
          },
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
        rows={checks}
        rowKey={({ checkCd }) => checkCd}
      />
      {sent && (
        <DataTable
          caption={t.dry_run_sent}
          columns={[
            { key: 'what', title: t.dry_run_what, cell: ({ what }) => what },
            { key: 'value', title: t.dry_run_value, cell: ({ value }) => <BreakableText>{value}</BreakableText> },
          ]}
          rows={sentRows(sent, t)}
          rowKey={({ what }) => what}
        />
      )}
      {!sent && !isPlain && <p>{t.dry_run_nothing}</p>}
    </>
  )
}

/** What a check is about; of a missing permission the gates that the user lacks. */
function useCheckDetails({ pages }: SignOnDryRun) {
  const gates = useTexts(tileAccessTexts)
  const failed = new Set(
    pages.flatMap((page) => page.gates.filter(({ stateCd }) => stateCd === 'failed').map(({ gateCd }) => gateCd)),
  )
  return ({ checkCd, passedFlg, detailTxt }: SignOnDryRun['checks'][number]) =>
    checkCd === 'PERMISSION' && !passedFlg
      ? [...failed].map((code) => gates[`tile_gate_${code}`]).join(', ')
      : detailTxt
}

function sentRows(sent: NonNullable<SignOnDryRun['sent']>, t: Texts<typeof dryRunTexts>) {
  return [
    { what: t.dry_run_name, value: sent.nameTxt ?? t.dry_run_new_name },
    ...(sent.nameFormatTxt === null ? [] : [{ what: t.dry_run_format, value: sent.nameFormatTxt }]),
    { what: t.dry_run_issuer, value: sent.issuerTxt },
    { what: t.dry_run_audience, value: sent.audienceTxt },
    { what: t.dry_run_recipient, value: sent.recipientUrlTxt },
    { what: t.dry_run_valid_until, value: formatInstant(sent.notOnOrAfterDt) },
    { what: t.dry_run_encrypted, value: sent.encryptedFlg ? t.dry_run_yes : t.dry_run_no },
    ...(sent.accountNm === null ? [] : [{ what: t.dry_run_account, value: sent.accountNm }]),
    ...sent.attributes.map(({ attributeNm, valueList }) => ({ what: attributeNm, value: valueList.join(', ') || '–' })),
  ]
}
