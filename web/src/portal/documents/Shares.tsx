import { useQuery } from '@tanstack/react-query'
import type { DocumentShare } from '@portico/contract/documents.ts'
import { documentPageTexts } from '@portico/contract/texts/document-page-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { dayText } from '../../ui/day-text.ts'
import { fill } from '../../ui/fill.ts'
import { Message } from '../../ui/Message.tsx'
import { momentText } from '../../ui/moment-text.ts'
import { toast } from '../../ui/toast.ts'
import { endShare, sharesQuery } from './document-queries.ts'
import classes from './ShareModal.module.css'

/** With whom a document is shared, and who has opened it. */
export function Shares({ documentId }: { documentId: number }) {
  const t = useTexts(documentPageTexts)
  const { uid } = useSignedIn()
  const { data: shares, error } = useQuery(sharesQuery(uid, documentId))
  const end = async ({ documentShareDtlId, ...who }: DocumentShare) => {
    const done = fill(t.share_ended, { person: nameOf(who) })
    const { ok, message } = await endShare(uid, documentShareDtlId, done)
    if (ok) toast.success(message)
    else toast.error(message)
  }
  if (error) return <Message tone="error">{error.message}</Message>
  return (
    <div>
      <h3>{t.share_with}</h3>
      {shares?.length === 0 && <p className={classes['quiet']}>{t.share_nobody}</p>}
      <ul className={classes['people']}>
        {shares?.map((one) => (
          <li key={one.documentShareDtlId} className={classes['person']}>
            <span className={classes['words']}>
              {nameOf(one)}
              <span className={classes['quiet']}>
                {one.clientNm},{' '}
                {one.openedDt === null
                  ? t.share_not_opened
                  : fill(t.share_opened, { moment: momentText(one.openedDt) })}
                {one.expireDt !== null && `, ${fill(t.share_until, { day: dayText(one.expireDt) })}`}
              </span>
            </span>
            <Button size="s" aria-label={fill(t.share_end, { person: nameOf(one) })} onClick={() => void end(one)}>
              {t.share_end_short}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

const nameOf = ({ firstNm, lastNm }: { firstNm: string; lastNm: string }) => `${firstNm} ${lastNm}`
