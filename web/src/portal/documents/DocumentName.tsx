import { UnstyledButton } from '@mantine/core'
import classes from './DocumentName.module.css'
import { openDocument } from './open-document.ts'

/** The name of a document; a press on it fetches it. */
export function DocumentName({ document }: { document: { documentId: number; documentNm: string } }) {
  return (
    <UnstyledButton className={classes['name']} onClick={() => void openDocument(document)}>
      {document.documentNm}
    </UnstyledButton>
  )
}
