import { useQuery } from '@tanstack/react-query'
import { isExportUnderWay, PERSON_EXPORT_KEPT_HOURS } from '@portico/contract/person-export/person-export-rules.ts'
import { personExportTexts } from '@portico/contract/person-export/person-export-texts.ts'
import {
  downloadPersonExport,
  getPersonExport,
  type PersonExport,
  requestPersonExport,
} from '@portico/contract/person-export/person-export.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { fullName } from '@portico/contract/users/full-name.ts'
import type { ListedUser } from '@portico/contract/users/users.ts'
import { call } from '../../api/call.ts'
import { downloadAttachment } from '../../api/files.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { QueryContent } from '../../patterns/QueryContent.tsx'
import { usePersonExport } from '../../patterns/person-export.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatInstant } from '../../ui/format.ts'
import { Modal } from '../../ui/Modal.tsx'
import { ModalActions } from '../../ui/ModalActions.tsx'
import { personExportQuery } from './person-export-queries.ts'
import classes from './PersonExportDialog.module.css'

interface PersonExportDialogProps {
  user: Pick<ListedUser, 'userId' | 'firstNm' | 'lastNm'>
  onClose: () => void
}

/** Has an archive with everything about a user made, and downloads it. */
export function PersonExportDialog({ user, onClose }: PersonExportDialogProps) {
  const t = useTexts(personExportTexts)
  const { uid } = useSignedIn()
  const name = fullName(user)
  const found = useQuery(personExportQuery(uid, user.userId))
  return (
    <Modal opened onClose={onClose} title={formatMessage(t.person_export_title, { name })} size="s">
      <div className={classes['lead']}>
        <p>{formatMessage(t.person_export_lead, { name })}</p>
        <p>{formatMessage(t.person_export_rules, { hours: PERSON_EXPORT_KEPT_HOURS })}</p>
      </div>
      <QueryContent query={found} failed={t.person_export_failed_to_load}>
        {(newest) => <Archive newest={newest} userId={user.userId} onClose={onClose} />}
      </QueryContent>
    </Modal>
  )
}

interface ArchiveProps {
  newest: PersonExport | null
  userId: number
  onClose: () => void
}

function Archive({ newest, userId, onClose }: ArchiveProps) {
  const t = useTexts(personExportTexts)
  const { close } = useTexts(generalTexts)
  const { uid } = useSignedIn()
  const params = { uid, userId }
  const { busy, problem, make, download } = usePersonExport({
    make: () => call(requestPersonExport, { params }),
    download: (exportId) => downloadAttachment(downloadPersonExport, { params: { ...params, exportId } }),
    shown: getPersonExport,
  })
  const isReady = newest?.stateCd === 'ready'
  return (
    <>
      <State newest={newest} />
      <ModalActions problem={problem !== null && <Alert tone="error">{problem}</Alert>}>
        <Button onClick={onClose}>{close}</Button>
        {!isExportUnderWay(newest) && (
          <Button kind={isReady ? 'secondary' : 'primary'} busy={busy === 'make'} onClick={make}>
            {newest === null ? t.person_export_make : t.person_export_make_again}
          </Button>
        )}
        {isReady && (
          <Button kind="primary" busy={busy === 'download'} onClick={() => download(newest.exportId)}>
            {t.person_export_download}
          </Button>
        )}
      </ModalActions>
    </>
  )
}

/** What became of the newest archive. */
function State({ newest }: { newest: PersonExport | null }) {
  const t = useTexts(personExportTexts)
  if (newest === null) return null
  if (isExportUnderWay(newest)) return <Alert tone="info">{t.person_export_working}</Alert>
  if (newest.stateCd === 'failed') return <Alert tone="error">{t.person_export_failed}</Alert>
  if (newest.stateCd === 'downloaded') return <Alert tone="info">{t.person_export_downloaded}</Alert>
  return <Alert tone="success">{formatMessage(t.person_export_ready, { time: formatInstant(newest.expiresDt) })}</Alert>
}
