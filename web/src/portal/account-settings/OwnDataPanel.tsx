import { useSuspenseQuery } from '@tanstack/react-query'
import { downloadOwnExport, getOwnExport, requestOwnExport } from '@portico/contract/person-export/own-export.ts'
import { ownExportTexts } from '@portico/contract/person-export/own-export-texts.ts'
import { isExportUnderWay, OWN_EXPORT_KEPT_DAYS } from '@portico/contract/person-export/person-export-rules.ts'
import type { PersonExport } from '@portico/contract/person-export/person-export.ts'
import { call } from '../../api/call.ts'
import { downloadAttachment } from '../../api/files.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { usePersonExport } from '../../patterns/person-export.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatInstant } from '../../ui/format.ts'
import { Panel, PanelBody, PanelRow } from '../../ui/Panel.tsx'
import { ownExportQuery } from './own-export-queries.ts'

/** Has an archive with everything about the user made, and downloads it. */
export function OwnDataPanel() {
  const t = useTexts(ownExportTexts)
  const { uid } = useSignedIn()
  const { data: newest } = useSuspenseQuery(ownExportQuery(uid))
  const { busy, problem, make, download } = usePersonExport({
    make: () => call(requestOwnExport, { params: { uid } }),
    download: (exportId) => downloadAttachment(downloadOwnExport, { params: { uid, exportId } }),
    shown: getOwnExport,
  })
  const isUnderWay = isExportUnderWay(newest)
  return (
    <Panel
      title={t.own_export_title}
      help={`${t.own_export_help} ${formatMessage(t.own_export_rules, { days: OWN_EXPORT_KEPT_DAYS })}`}
      actions={
        <Button busy={busy === 'make'} {...(isUnderWay && { disabledReason: t.own_export_under_way })} onClick={make}>
          {newest === null ? t.own_export_request : t.own_export_request_again}
        </Button>
      }
    >
      {newest !== null && (
        <PanelRow
          title={t.own_export_state}
          action={
            newest.stateCd === 'ready' && (
              <Button kind="primary" busy={busy === 'download'} onClick={() => download(newest.exportId)}>
                {t.own_export_download}
              </Button>
            )
          }
        >
          <State newest={newest} />
        </PanelRow>
      )}
      {problem !== null && (
        <PanelBody>
          <Alert tone="error">{problem}</Alert>
        </PanelBody>
      )}
    </Panel>
  )
}

/** What became of the newest archive; announced when it changes. */
function State({ newest: { stateCd, expiresDt } }: { newest: PersonExport }) {
  const t = useTexts(ownExportTexts)
  const words = {
    queued: t.own_export_working,
    running: t.own_export_working,
    ready: formatMessage(t.own_export_ready, { time: formatInstant(expiresDt) }),
    failed: t.own_export_failed,
    downloaded: t.own_export_downloaded,
  }
  return <span role="status">{words[stateCd]}</span>
}
