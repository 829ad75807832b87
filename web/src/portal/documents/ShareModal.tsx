import type { UserDocument } from '@portico/contract/documents/documents.ts'
import { documentPageTexts } from '@portico/contract/documents/document-page-texts.ts'
import { documentTexts } from '@portico/contract/documents/document-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { CLOSE_AFTER_MS } from '../../patterns/close-delays.ts'
import type { Option } from '../../patterns/Combobox.tsx'
import { EditDialog } from '../../patterns/EditDialog.tsx'
import { rulesSchema } from '../../patterns/rules-schema.ts'
import { useForm } from '../../patterns/use-form.ts'
import { DateField } from '../../patterns/DateField.tsx'
import { isCalendarDay } from '../../ui/calendar-day.ts'
import { share } from './document-queries.ts'
import { PeoplePicker } from './PeoplePicker.tsx'
import { Shares } from './Shares.tsx'
import classes from './ShareModal.module.css'

type ShareValues = { people: readonly Option[]; expireDt: string }

const shareForm = rulesSchema(({ people, expireDt }: ShareValues) => [
  ...(people.length === 0 ? [{ field: 'people', text: 'document_no_users' }] : []),
  ...(expireDt === '' || isCalendarDay(expireDt) ? [] : [{ field: 'expireDt', text: 'field_date' }]),
])

/** Current recipients of the document, who has opened it, and a form to add more (DOCS-016). */
export function ShareModal({ document, onClose }: { document: UserDocument; onClose: () => void }) {
  const t = useTexts(documentPageTexts)
  const words = useTexts(documentTexts)
  const { uid } = useSignedIn()
  const { documentId, documentNm: name } = document
  const form = useForm({
    draftKey: `share-${documentId}`,
    schema: shareForm,
    messages: words,
    initial: { people: [], expireDt: '' },
    labels: { people: t.share_people, expireDt: t.share_expiry },
    save: ({ people, expireDt }) =>
      share(
        uid,
        { documentId, sharedUserIdList: people.map(({ value }) => Number(value)), expireDt: expireDt || null },
        t.share_done,
      ),
  })
  return (
    <EditDialog
      form={form}
      onClose={onClose}
      title={formatMessage(t.share_title, { name })}
      submitLabel={t.share_confirm}
      closeAfterMs={CLOSE_AFTER_MS.file}
    >
      <Shares documentId={documentId} />
      <PeoplePicker
        chosen={form.values.people}
        error={form.errorOf('people')}
        onChange={(next) => form.set('people', next)}
      />
      <div className={classes['expiry']}>
        <DateField {...form.field('expireDt')} />
      </div>
    </EditDialog>
  )
}
