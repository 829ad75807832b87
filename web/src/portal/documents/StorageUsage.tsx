import { DOCUMENT_QUOTA } from '@portico/contract/documents/documents.ts'
import { documentPageTexts } from '@portico/contract/documents/document-page-texts.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { formatBytes } from '../../ui/format.ts'
import { Progress } from '../../ui/Progress.tsx'
import classes from './DocumentLibraryPage.module.css'

/** Share of the quota from which the bar warns. */
const NEARLY_FULL_RATIO = 0.9

/** Used share of the quota (DOCS-068, DOCS-069). */
export function StorageUsage({ used }: { used: number }) {
  const t = useTexts(documentPageTexts)
  const ratio = used / DOCUMENT_QUOTA
  const usedText = formatMessage(t.documents_used_of, { used: formatBytes(used), quota: formatBytes(DOCUMENT_QUOTA) })
  return (
    <div className={classes['space']}>
      <Progress
        label={t.documents_used}
        fraction={ratio}
        valueText={usedText}
        tone={ratio >= NEARLY_FULL_RATIO ? 'full' : 'plain'}
      />
      <span>
        {usedText}. {t.documents_used_help}
      </span>
    </div>
  )
}
