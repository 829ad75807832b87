import { fullName } from '@portico/contract/users/full-name.ts'
import { useQuery } from '@tanstack/react-query'
import type { DocumentShare } from '@portico/contract/documents/documents.ts'
import { documentPageTexts } from '@portico/contract/documents/document-page-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDay, formatInstant } from '../../ui/format.ts'
import { Alert } from '../../ui/Alert.tsx'
import { toast } from '../../ui/toast.ts'
import { endShare, sharesQuery } from './document-queries.ts'
import classes from './ShareModal.module.css'

/** The recipients of a document, and who has opened it. */
export function Shares({ documentId }: { documentId: number }) {
  const t = useTexts(documentPageTexts)
  const { uid } = useSignedIn()
  const { data: shares, error } = useQuery(sharesQuery(uid, documentId))
  const end = async ({ documentShareDtlId, ...who }: DocumentShare) => {
    const done = formatMessage(t.share_ended, { person: fullName(who) })
    const { ok, message } = await endShare(uid, documentShareDtlId, done)
    if (ok) toast.success(message)
    else toast.error(message)
  }
  if (error) return <Alert tone="error">{error.message}</Alert>
  return (
    <div>
      <h3>{t.share_with}</h3>
      {shares?.length === 0 && <p className={classes['quiet']}>{t.share_nobody}</p>}
      <ul className={classes['people']}>
        {shares?.map((one) => (
          <li key={one.documentShareDtlId} className={classes['person']}>
            <span className={classes['words']}>
              {fullName(one)}
              <span className={classes['quiet']}>
                {one.clientNm},{' '}
                {one.openedDt === null
                  ? t.share_not_opened
                  : formatMessage(t.share_opened, { moment: formatInstant(one.openedDt) })}
                {one.expireDt !== null && `, ${formatMessage(t.share_until, { day: formatDay(one.expireDt) })}`}
              </span>
            </span>
            <Button
              size="s"
              aria-label={formatMessage(t.share_end, { person: fullName(one) })}
              onClick={() => void end(one)}
            >
              {t.share_end_short}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
