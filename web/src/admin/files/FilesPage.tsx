import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { deleteFile, listFiles, type MaintainedFile, undoFileChange } from '@portico/contract/files/files.ts'
import { adminMenuTexts } from '@portico/contract/texts/admin-menu-texts.ts'
import { filePageTexts } from '@portico/contract/files/file-page-texts.ts'
import { fileTexts } from '@portico/contract/files/file-texts.ts'
import { call } from '../../api/call.ts'
import { invalidate } from '../../api/query.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, texts, type Texts, useTexts } from '../../api/texts.ts'
import { AdminPage } from '../../patterns/AdminPage.tsx'
import { CLOSE_AFTER_MS } from '../../patterns/close-delays.ts'
import { DeleteDialog } from '../../patterns/DeleteDialog.tsx'
import type { Column } from '../../patterns/column.ts'
import { savePublishedFile } from '../../patterns/download-file.ts'
import { FilterBar } from '../../patterns/FilterBar.tsx'
import { useScreenList } from '../../patterns/screen-list.ts'
import { ListTable } from '../../patterns/ListTable.tsx'
import { type PendingUpload, UploadFlow } from '../../patterns/UploadFlow.tsx'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatBytes, formatInstant } from '../../ui/format.ts'
import { isModalOpen } from '../../ui/modal-stack.ts'
import { toast } from '../../ui/toast.ts'
import { useFileDrop } from '../../ui/use-file-drop.ts'
import { fileLimitQuery, filePages, publishedFiles } from './file-queries.ts'
import { ReplaceFileDialog } from './ReplaceFileDialog.tsx'

type DialogState = { what: 'replace' | 'delete'; file: MaintainedFile } | null

/** Files that every signed-in user can open (DBMT-002, DBMT-006, DBMT-033). */
export function FilesPage() {
  const t = useTexts(filePageTexts)
  const { admin_file_management: title } = useTexts(adminMenuTexts)
  const { uid } = useSignedIn()
  const maxBytes = useSuspenseQuery(fileLimitQuery(uid)).data
  const [pending, setPending] = useState<PendingUpload | null>(null)
  const [dialog, setDialog] = useState<DialogState>(null)
  useFileDrop((files) => {
    // Never one dialog over another.
    if (!isModalOpen()) setPending({ files })
  }, pending === null)
  return (
    <AdminPage
      title={title}
      subtitle={t.files_subtitle}
      actions={
        <Button kind="primary" icon="upload" onClick={() => setPending({ files: [] })}>
          {t.files_upload}
        </Button>
      }
    >
      <FileTable title={title} onDialog={setDialog} />
      {pending && <UploadFiles pending={pending} maxBytes={maxBytes} onClose={() => setPending(null)} />}
      {dialog?.what === 'replace' && (
        <ReplaceFileDialog existing={dialog.file} chosen={null} maxBytes={maxBytes} onClose={() => setDialog(null)} />
      )}
      {dialog?.what === 'delete' && <DeleteFileDialog file={dialog.file} onClose={() => setDialog(null)} />}
    </AdminPage>
  )
}

function FileTable({ title, onDialog }: { title: string; onDialog: (dialog: DialogState) => void }) {
  const t = useTexts(filePageTexts)
  const { list, page } = useScreenList(filePages)
  return (
    <>
      <FilterBar list={list} fields={[{ name: 'name', kind: 'search', label: t.files_search }]} />
      <ListTable
        list={list}
        page={page}
        empty={{ title: t.files_none, hint: t.files_none_hint }}
        caption={title}
        columns={columnsOf(t)}
        rowKey={({ fileNm }) => fileNm}
        rowName={({ fileNm }) => fileNm}
        rowActions={(file) => [
          {
            entries: [
              { label: t.files_open, icon: 'download', onSelect: () => void savePublishedFile(file.fileNm) },
              { label: t.files_copy, icon: 'copy', onSelect: () => void copyAddress(file.fileNm) },
              { label: t.files_replace, icon: 'upload', onSelect: () => onDialog({ what: 'replace', file }) },
            ],
          },
          {
            entries: [
              {
                label: t.files_delete,
                icon: 'trash',
                tone: 'danger',
                onSelect: () => onDialog({ what: 'delete', file }),
              },
            ],
          },
        ]}
      />
    </>
  )
}

/** The address stays the same as long as a file of this name is published. */
async function copyAddress(name: string) {
  const t = texts(filePageTexts)
  const address = location.origin + paths.openFile(encodeURIComponent(name))
  // Browsers may forbid it.
  const isCopied = await navigator.clipboard.writeText(address).then(
    () => true,
    () => false,
  )
  if (isCopied) toast.success(formatMessage(t.files_copied, { name }))
  else toast.error(formatMessage(t.files_copy_failed, { address }))
}

interface UploadFilesProps {
  pending: PendingUpload
  maxBytes: number
  onClose: () => void
}

function UploadFiles({ pending, maxBytes, onClose }: UploadFilesProps) {
  const t = useTexts(filePageTexts)
  const { uid } = useSignedIn()
  return (
    <UploadFlow
      title={t.files_upload}
      help={formatMessage(t.files_upload_help, { limit: formatBytes(maxBytes) })}
      target={publishedFiles(uid, maxBytes)}
      pending={pending}
      onStored={() => void invalidate(listFiles)}
      askToReplace={(file, existing, next) => (
        <ReplaceFileDialog key={existing.fileId} existing={existing} chosen={file} maxBytes={maxBytes} onClose={next} />
      )}
      onClose={onClose}
    />
  )
}

function DeleteFileDialog({ file, onClose }: { file: MaintainedFile; onClose: () => void }) {
  const t = useTexts(filePageTexts)
  const sentences = useTexts(fileTexts)
  const { uid } = useSignedIn()
  return (
    <DeleteDialog
      title={formatMessage(t.file_delete_title, { name: file.fileNm })}
      confirmLabel={t.file_delete_confirm}
      closeAfterMs={CLOSE_AFTER_MS.file}
      call={deleteFile}
      input={{ params: { uid, fileId: file.fileId } }}
      invalidate={[listFiles]}
      success={sentences.file_deleted}
      undo={async ({ data: { undoId } }) => {
        await call(undoFileChange, { params: { uid }, body: { undoId } })
        return sentences.file_restored
      }}
      onClose={onClose}
    >
      <p>{t.file_delete_body}</p>
    </DeleteDialog>
  )
}

const columnsOf = (t: Texts<typeof filePageTexts>): Column<MaintainedFile>[] => [
  {
    key: 'fileNm',
    title: t.files_name,
    sortable: true,
    cell: ({ fileNm, unscannedFlg }) => (
      <>
        {fileNm} {unscannedFlg && <Badge tone="warning">{t.files_unscanned}</Badge>}
      </>
    ),
  },
  {
    key: 'fileTypeTxt',
    title: t.files_type,
    sortable: true,
    oneLine: true,
    cell: ({ fileTypeTxt }) => fileTypeTxt.toUpperCase(),
  },
  {
    key: 'fileSizeByteCnt',
    title: t.files_size,
    sortable: true,
    oneLine: true,
    align: 'end',
    cell: ({ fileSizeByteCnt }) => formatBytes(fileSizeByteCnt),
  },
  { key: 'changedByNm', title: t.files_changed_by, sortable: true, cell: ({ changedByNm }) => changedByNm },
  {
    key: 'changedDt',
    title: t.files_changed,
    sortable: true,
    oneLine: true,
    cell: ({ changedDt }) => formatInstant(changedDt),
  },
]
