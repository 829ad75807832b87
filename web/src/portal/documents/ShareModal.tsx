import type { UserDocument } from '@portico/contract/documents.ts'
import { documentPageTexts } from '@portico/contract/texts/document-page-texts.ts'
import { documentTexts } from '@portico/contract/texts/document-texts.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { formatMessage } from '@portico/contract/texts/format-message.ts'
import { ModalForm } from '../../ui/ModalForm.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useTyped } from '../../ui/typed.ts'
import { CLOSE_AFTER_MS } from './DeleteModal.tsx'
import { share } from './document-queries.ts'
import { PeoplePicker } from './PeoplePicker.tsx'
import { Shares } from './Shares.tsx'
import classes from './ShareModal.module.css'

/** Current recipients of the document, who has opened it, and a form to add more (DOCS-016). */
export function ShareModal({ document, onClose }: { document: UserDocument; onClose: () => void }) {
  const t = useTexts(documentPageTexts)
  const words = useTexts(documentTexts)
  const general = useTexts(generalTexts)
  const { uid } = useSignedIn()
  const [{ people, expiry }, setTyped] = useTyped<{ people: readonly number[]; expiry: string }>(
    `share-${document.documentId}`,
    { people: [], expiry: '' },
  )
  const chosen = new Set(people)
  const submit = () => {
    if (people.length === 0) return Promise.resolve({ ok: false as const, message: words.document_no_users })
    const body = { documentId: document.documentId, sharedUserIdList: [...people], expireDt: expiry || null }
    return share(uid, body, t.share_done)
  }
  return (
    <ModalForm
      opened
      onClose={onClose}
      title={formatMessage(t.share_title, { name: document.documentNm })}
      submitLabel={t.share_confirm}
      cancelLabel={general.cancel}
      closeAfterMs={CLOSE_AFTER_MS}
      onSubmit={submit}
    >
      <Shares documentId={document.documentId} />
      <PeoplePicker chosen={chosen} onChange={(next) => setTyped({ people: [...next], expiry })} />
      <div className={classes['expiry']}>
        <TextField
          type="date"
          label={t.share_expiry}
          value={expiry}
          onChange={(event) => setTyped({ people, expiry: event.currentTarget.value })}
        />
      </div>
    </ModalForm>
  )
}
