import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { filePageTexts } from '@portico/contract/files/file-page-texts.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatBytes, formatInstant } from '../../ui/format.ts'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { savePublishedFile } from '../../patterns/download-file.ts'
import { fileQuery } from './open-file.ts'
import classes from './OpenFilePage.module.css'

/** What the address of a published file opens: the download, and what it is. */
export function OpenFilePage() {
  const t = useTexts(filePageTexts)
  const { fileNm = '' } = useParams({ strict: false })
  const { data: file } = useSuspenseQuery(fileQuery(String(fileNm)))
  const startedFor = useRef('')
  useEffect(() => {
    if (startedFor.current === file.fileNm) return
    startedFor.current = file.fileNm
    void savePublishedFile(file.fileNm)
  }, [file.fileNm])
  const details = formatMessage(t.file_page_details, {
    type: file.fileTypeTxt.toUpperCase(),
    size: formatBytes(file.fileSizeByteCnt),
    time: formatInstant(file.changedDt),
  })
  return (
    <div className={classes['page']}>
      <PageHeading title={file.fileNm} subtitle={details} />
      {file.unscannedFlg && (
        <div>
          <Badge tone="warning">{t.files_unscanned}</Badge>
        </div>
      )}
      <p>{t.file_page_starts}</p>
      <div>
        <Button kind="primary" icon="download" onClick={() => void savePublishedFile(file.fileNm)}>
          {t.file_page_download}
        </Button>
      </div>
    </div>
  )
}
