import { useQuery } from '@tanstack/react-query'
import type { UserDocument } from '@portico/contract/documents/documents.ts'
import { documentPageTexts } from '@portico/contract/documents/document-page-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { Badge } from '../../ui/Badge.tsx'
import { formatBytes, formatInstant } from '../../ui/format.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { toast } from '../../ui/toast.ts'
import { restoreEarlierVersion, versionsQuery } from './document-queries.ts'
import { openDocument } from './open-document.ts'
import classes from './ShareModal.module.css'

/** Earlier versions of the document, and buttons to restore them. */
export function VersionsModal({ document, onClose }: { document: UserDocument; onClose: () => void }) {
  const t = useTexts(documentPageTexts)
  const { uid } = useSignedIn()
  const { data: versions = [], error } = useQuery(versionsQuery(uid, document.documentId))
  const restore = async (number: number) => {
    const { ok, message } = await restoreEarlierVersion(
      uid,
      document.documentId,
      number,
      formatMessage(t.version_restored, { number }),
    )
    if (ok) toast.success(message)
    else toast.error(message)
  }
  return (
    <Modal opened onClose={onClose} title={formatMessage(t.versions_title, { name: document.documentNm })}>
      {error && <Alert tone="error">{error.message}</Alert>}
      <ul className={classes['people']}>
        {versions.map(({ versionNbr: number, documentSizeByteCnt, recordAddDt }, index) => (
          <li key={number} className={classes['person']}>
            <span className={classes['words']}>
              {formatMessage(t.version_number, { number })} {index === 0 && <Badge>{t.version_present}</Badge>}
              <span className={classes['quiet']}>
                {formatInstant(recordAddDt)}, {formatBytes(documentSizeByteCnt)}
              </span>
            </span>
            <IconButton
              label={formatMessage(t.version_download, { number })}
              icon="download"
              onClick={() => void openDocument(document, number)}
            />
            {index > 0 && (
              <IconButton
                label={formatMessage(t.version_restore, { number })}
                icon="refresh"
                onClick={() => void restore(number)}
              />
            )}
          </li>
        ))}
      </ul>
      <p className={classes['quiet']}>{t.versions_help}</p>
    </Modal>
  )
}
