import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { LicenseVersion } from '@portico/contract/licenses/licenses.ts'
import { licensePageTexts } from '@portico/contract/licenses/license-page-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { AdminPage } from '../../patterns/AdminPage.tsx'
import type { Column } from '../../patterns/column.ts'
import { DataTable } from '../../patterns/DataTable.tsx'
import { usePathId } from '../../patterns/path-ids.ts'
import { Button } from '../../ui/Button.tsx'
import { formatInstant } from '../../ui/format.ts'
import { Panel } from '../../ui/Panel.tsx'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { EndLicenseDialog } from './EndLicenseDialog.tsx'
import { LicenseDialog } from './LicenseDialog.tsx'
import { LicenseReader, type ReadText } from './LicenseReader.tsx'
import { licenseOptionsQuery, licenseVersionQuery } from './license-queries.ts'
import { licenseName, stateTones, stateWords, type Words, actInWords } from './license-words.ts'
import { licenses, licenseVersion } from './screen.ts'
import { WithdrawAskDialog } from './WithdrawAskDialog.tsx'

type Act = 'write' | 'withdraw' | 'end'

/** One version of a license, and the versions beside it. */
export function LicensePage() {
  const t = useTexts(licensePageTexts)
  const { uid } = useSignedIn()
  const license = useSuspenseQuery(licenseVersionQuery(uid, usePathId('licenseId'))).data
  const [dialog, setDialog] = useState<Act | null>(null)
  // A new version is written from the newest one, which may have come while the dialog is open.
  const newestId = license.versions[0]?.licenseId ?? license.licenseId
  const newest = useQuery({ ...licenseVersionQuery(uid, newestId), placeholderData: keepPreviousData }).data ?? license
  const close = () => setDialog(null)
  return (
    <AdminPage
      title={licenseName(t, license)}
      subtitle={leadOf(t, license)}
      actions={
        <>
          <Button root={(props) => <Link {...props} to={licenses.link()} />}>{t.license_all}</Button>
          {license.licenseId === newestId && <Acts license={license} onAct={setDialog} />}
        </>
      }
    >
      <LicenseReader key={license.licenseId} texts={textsOf(license)} />
      <Panel title={t.license_versions}>
        <DataTable
          caption={t.license_versions}
          columns={columnsOf(t)}
          rows={license.versions}
          rowKey={({ licenseId }) => licenseId}
          rowName={({ version }) => formatMessage(t.license_version_row, { number: version })}
          rowTarget={({ licenseId }) => licenseVersion.link({ licenseId })}
        />
        {license.versionCnt > license.versions.length && (
          <p>
            {formatMessage(t.license_newest_versions, { shown: license.versions.length, count: license.versionCnt })}
          </p>
        )}
      </Panel>
      {dialog === 'write' && <LicenseDialog license={newest} onClose={close} />}
      {dialog === 'withdraw' && <WithdrawAskDialog license={license} onClose={close} />}
      {dialog === 'end' && <EndLicenseDialog license={license} onClose={close} />}
    </AdminPage>
  )
}

interface ActsProps {
  license: LicenseVersion
  onAct: (act: Act) => void
}

/** What can be done with the newest version. */
function Acts({ license: { clientId, stateCd, askedDt }, onAct }: ActsProps) {
  const t = useTexts(licensePageTexts)
  const { uid } = useSignedIn()
  const { mayChangeFlg } = useSuspenseQuery(licenseOptionsQuery(uid)).data
  const disabledReason = mayChangeFlg ? undefined : t.licenses_portal_admin_only
  return (
    <>
      {askedDt && (
        <Button disabledReason={disabledReason} onClick={() => onAct('withdraw')}>
          {t.license_withdraw}
        </Button>
      )}
      {clientId !== null && stateCd === 'in-force' && (
        <Button disabledReason={disabledReason} onClick={() => onAct('end')}>
          {t.license_end}
        </Button>
      )}
      <Button kind="primary" icon="pencil" disabledReason={disabledReason} onClick={() => onAct('write')}>
        {t.license_write}
      </Button>
    </>
  )
}

const textsOf = ({ texts }: LicenseVersion) =>
  texts.map(({ languageCd, titleTxt, contentTxt }): ReadText => ({
    language: languageCd,
    title: titleTxt,
    html: contentTxt,
  })) as [ReadText, ...ReadText[]]

/** When a version was written, what has become of it, and whether it asks again. */
function leadOf(t: Words, license: LicenseVersion): string {
  if (!license.askedDt) return historyOf(t, license)
  return `${historyOf(t, license)} ${formatMessage(t.license_lead_asked, { asked: formatInstant(license.askedDt) })}`
}

function historyOf(t: Words, license: LicenseVersion): string {
  const { version, createdDt, createdByNm, stateCd, endedDt, endedByNm, licenseId, versions } = license
  const written = formatMessage(t.license_lead, { version, written: actInWords(createdDt, createdByNm) })
  if (stateCd === 'in-force') return `${written} ${t.license_lead_in_force}`
  if (!endedDt) return `${written} ${t.license_lead_replaced}`
  const ended = formatMessage(t.license_lead_ended, { ended: actInWords(endedDt, endedByNm) })
  return `${written} ${ended} ${licenseId === versions[0]?.licenseId ? t.license_lead_default : t.license_lead_replaced}`
}

const columnsOf = (t: Words): Column<LicenseVersion['versions'][number]>[] => [
  {
    key: 'version',
    title: t.license_version,
    cell: ({ version }) => formatMessage(t.license_version_row, { number: version }),
  },
  { key: 'title', title: t.licenses_title, cell: ({ titleTxt }) => titleTxt },
  {
    key: 'state',
    title: t.licenses_state,
    cell: ({ stateCd }) => <StatusDot tone={stateTones[stateCd]}>{stateWords(t)[stateCd]}</StatusDot>,
  },
  {
    key: 'written',
    title: t.licenses_written,
    cell: ({ createdDt, createdByNm }) => actInWords(createdDt, createdByNm),
  },
  {
    key: 'asked',
    title: t.license_asked_again,
    priority: 2,
    cell: ({ asksAgainFlg, askWithdrawnFlg }) => (askWithdrawnFlg ? t.license_withdrawn : asksAgainFlg ? '✓' : '–'),
  },
]
