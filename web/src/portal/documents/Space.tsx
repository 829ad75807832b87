import { DOCUMENT_QUOTA } from '@portico/contract/documents.ts'
import { documentPageTexts } from '@portico/contract/texts/document-page-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { byteText } from '../../ui/byte-text.ts'
import { fill } from '../../ui/fill.ts'
import { Progress } from '../../ui/Progress.tsx'
import classes from './DocumentLibraryPage.module.css'

/** From here on the bar warns. */
const NEARLY_FULL = 0.9

/** How much of the quota is used (DOCS-068, DOCS-069). */
export function Space({ used }: { used: number }) {
  const t = useTexts(documentPageTexts)
  const share = used / DOCUMENT_QUOTA
  const words = fill(t.documents_used_of, { used: byteText(used), quota: byteText(DOCUMENT_QUOTA) })
  return (
    <div className={classes['space']}>
      <Progress
        label={t.documents_used}
        share={share}
        valueText={words}
        tone={share >= NEARLY_FULL ? 'full' : 'plain'}
      />
      <span>
        {words}. {t.documents_used_help}
      </span>
    </div>
  )
}
