import { useState } from 'react'
import { type SignOnSystem, type SignOnTrial, trySignOn } from '@portico/contract/sign-on-settings.ts'
import { formatMessage } from '@portico/contract/texts/format-message.ts'
import { signOnSettingPageTexts } from '@portico/contract/texts/sign-on-setting-page-texts.ts'
import { tileAccessTexts } from '@portico/contract/texts/tile-access-texts.ts'
import { listUsers } from '@portico/contract/users.ts'
import { call } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { type Texts, useTexts } from '../../api/texts.ts'
import { Combobox, type Option } from '../../patterns/Combobox.tsx'
import { DataTable } from '../../patterns/DataTable.tsx'
import { DetailDrawer } from '../../patterns/DetailDrawer.tsx'
import { messageOfFailure } from '../../patterns/run-action.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatInstant } from '../../ui/format.ts'
import { StatusDot } from '../../ui/StatusDot.tsx'
import classes from './TryDrawer.module.css'

const PAGE = 60
type Words = Texts<typeof signOnSettingPageTexts>

/** What the application of a system would get of a user. */
export function TryDrawer({ system, onClose }: { system: SignOnSystem; onClose: () => void }) {
  const t = useTexts(signOnSettingPageTexts)
  const { uid } = useSignedIn()
  const [user, setUser] = useState<Option | null>(null)
  const [trial, setTrial] = useState<SignOnTrial | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const run = async () => {
    if (!user) return setProblem(t.sso_try_user_missing)
    setProblem(null)
    setBusy(true)
    try {
      const params = { uid, appSystemId: system.systemId }
      setTrial(await call(trySignOn, { params, body: { userId: Number(user.value) } }))
    } catch (error) {
      setTrial(null)
      setProblem(messageOfFailure(error))
    }
    return setBusy(false)
  }
  return (
    <DetailDrawer title={formatMessage(t.sso_try_title, { name: system.systemNm })} onClose={onClose}>
      <div className={classes['content']}>
        <p>{t.sso_try_lead}</p>
        <Combobox
          label={t.sso_try_user}
          error={problem ?? undefined}
          queryName="sign-on-trial-users"
          load={async (text, offset) => {
            const body = { nm: text, pageNo: offset / PAGE + 1, pageSize: PAGE } as const
            const { result, totalResults } = await call(listUsers, { params: { uid }, body })
            const rows = result.map(({ userId, firstNm, lastNm, userNm }) => ({
              value: String(userId),
              label: `${firstNm} ${lastNm} (${userNm})`,
            }))
            return { rows, total: totalResults }
          }}
          selected={user ? [user] : []}
          onChange={([next]) => {
            setUser(next ?? null)
            setTrial(null)
            setProblem(null)
          }}
        />
        <div>
          <Button kind="primary" busy={isBusy} onClick={() => void run()}>
            {t.sso_try}
          </Button>
        </div>
        <div role="status" className={classes['content']}>
          {trial && <TrialResult trial={trial} t={t} />}
        </div>
      </div>
    </DetailDrawer>
  )
}

function TrialResult({ trial, t }: { trial: SignOnTrial; t: Words }) {
  const gates = useTexts(tileAccessTexts)
  const { checks, sent, pages, user } = trial
  const name = `${user.firstNm} ${user.lastNm}`
  const isGood = checks.every(({ passedFlg }) => passedFlg)
  const failedGates = new Set(
    pages.flatMap((page) => page.gates.filter(({ stateCd }) => stateCd === 'failed').map(({ gateCd }) => gateCd)),
  )
  const detailOf = ({ checkCd, passedFlg, detailTxt }: SignOnTrial['checks'][number]) =>
    checkCd === 'PERMISSION' && !passedFlg
      ? [...failedGates].map((code) => gates[`tile_gate_${code}`]).join(', ')
      : detailTxt
  return (
    <>
      <Alert tone={isGood ? 'success' : 'warning'}>
        {formatMessage(isGood ? t.sso_try_all_passed : t.sso_try_some_failed, { name })}
      </Alert>
      <DataTable
        caption={t.sso_try_checks}
        columns={[
          {
            key: 'check',
            title: t.sso_try_check,
            cell: (one) => [t[`sso_check_${one.checkCd}`], detailOf(one)].filter((part) => part !== '').join(': '),
          },
          {
            key: 'result',
            title: t.sso_try_result,
            oneLine: true,
            cell: ({ passedFlg }) => (
              <StatusDot tone={passedFlg ? 'success' : 'error'}>
                {passedFlg ? t.sso_try_passed : t.sso_try_failed}
              </StatusDot>
            ),
          },
        ]}
        rows={checks}
        rowKey={({ checkCd }) => checkCd}
      />
      {sent ? (
        <DataTable
          caption={t.sso_try_sent}
          columns={[
            { key: 'what', title: t.sso_try_what, cell: ({ what }) => what },
            { key: 'value', title: t.sso_try_value, cell: ({ value }) => value },
          ]}
          rows={sentRows(sent, t)}
          rowKey={({ what }) => what}
        />
      ) : (
        <p>{t.sso_try_nothing}</p>
      )}
    </>
  )
}

function sentRows(sent: NonNullable<SignOnTrial['sent']>, t: Words) {
  const format = sent.nameFormatTxt === null ? '' : ` (${sent.nameFormatTxt.split(':').at(-1) ?? ''})`
  return [
    { what: t.sso_try_name, value: (sent.nameTxt ?? t.sso_try_new_name) + format },
    { what: t.sso_try_issuer, value: sent.issuerTxt },
    { what: t.sso_try_audience, value: sent.audienceTxt },
    { what: t.sso_try_recipient, value: sent.recipientUrlTxt },
    { what: t.sso_try_valid_until, value: formatInstant(sent.notOnOrAfterDt) },
    { what: t.sso_try_encrypted, value: sent.encryptedFlg ? t.sso_try_yes : t.sso_try_no },
    ...(sent.accountNm === null ? [] : [{ what: t.sso_try_account, value: sent.accountNm }]),
    ...sent.attributes.map(({ attributeNm, valueList }) => ({ what: attributeNm, value: valueList.join(', ') || '–' })),
  ]
}
