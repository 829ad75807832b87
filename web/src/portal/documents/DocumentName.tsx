import { UnstyledButton } from '@mantine/core'
import { documentPageTexts } from '@portico/contract/documents/document-page-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { Badge } from '../../ui/Badge.tsx'
import classes from './DocumentName.module.css'
import { openDocument } from './open-document.ts'

interface DocumentNameProps {
  document: { documentId: number; documentNm: string; unscannedFlg: boolean }
}

/** The name of a document as a download button, and a mark while it awaits its virus scan. */
export function DocumentName({ document }: DocumentNameProps) {
  const t = useTexts(documentPageTexts)
  return (
    <span className={classes['line']}>
      <UnstyledButton className={classes['name']} onClick={() => void openDocument(document)}>
        {document.documentNm}
      </UnstyledButton>
      {document.unscannedFlg && <Badge tone="warning">{t.documents_unscanned}</Badge>}
    </span>
  )
}
