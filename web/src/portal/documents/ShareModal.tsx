import { useState } from 'react'
import type { UserDocument } from '@portico/contract/documents.ts'
import { documentPageTexts } from '@portico/contract/texts/document-page-texts.ts'
import { documentTexts } from '@portico/contract/texts/document-texts.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { fill } from '../../ui/fill.ts'
import { ModalForm } from '../../ui/ModalForm.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { CLOSE_AFTER_MS } from './DeleteModal.tsx'
import { share } from './document-queries.ts'
import { PeoplePicker } from './PeoplePicker.tsx'
import { Shares } from './Shares.tsx'
import classes from './ShareModal.module.css'

/** Who may open the document, who has, and who else shall (DOCS-016). */
export function ShareModal({ document, onClose }: { document: UserDocument; onClose: () => void }) {
  const t = useTexts(documentPageTexts)
  const words = useTexts(documentTexts)
  const general = useTexts(generalTexts)
  const { uid } = useSignedIn()
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [expiry, setExpiry] = useState('')
  const submit = () => {
    if (chosen.size === 0) return Promise.resolve({ ok: false as const, message: words.document_no_users })
    const body = { documentId: document.documentId, sharedUserIdList: [...chosen], expireDt: expiry || null }
    return share(uid, body, t.share_done)
  }
  return (
    <ModalForm
      opened
      onClose={onClose}
      title={fill(t.share_title, { name: document.documentNm })}
      submitLabel={t.share_confirm}
      cancelLabel={general.cancel}
      closeAfterMs={CLOSE_AFTER_MS}
      onSubmit={submit}
    >
      <Shares documentId={document.documentId} />
      <PeoplePicker chosen={chosen} onChange={setChosen} />
      <div className={classes['expiry']}>
        <TextField
          type="date"
          label={t.share_expiry}
          value={expiry}
          onChange={(event) => setExpiry(event.currentTarget.value)}
        />
      </div>
    </ModalForm>
  )
}
