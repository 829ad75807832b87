import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { UserDocument } from '@portico/contract/documents.ts'
import { documentPageTexts } from '@portico/contract/texts/document-page-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { Badge } from '../../ui/Badge.tsx'
import { byteText } from '../../ui/byte-text.ts'
import { fill } from '../../ui/fill.ts'
import { MenuButton } from '../../ui/MenuButton.tsx'
import { momentText } from '../../ui/moment-text.ts'
import { type Column, Table } from '../../ui/Table.tsx'
import { useTyped } from '../../ui/typed.ts'
import { documentsQuery } from './document-queries.ts'
import { DeleteModal } from './DeleteModal.tsx'
import { DocumentName } from './DocumentName.tsx'
import { ListFrame, type ListProps } from './ListFrame.tsx'
import { openDocument } from './open-document.ts'
import { ShareModal } from './ShareModal.tsx'
import { VersionsModal } from './VersionsModal.tsx'

type Doing = { what: WindowProps['what']; documentId: number } | null

/** The document that a window is about, also when its row has gone: the window says what was done. */
function useConcerned(rows: readonly UserDocument[], doing: Doing): UserDocument | undefined {
  const found = rows.find(({ documentId }) => documentId === doing?.documentId)
  const [last, setLast] = useState(found)
  if (found && found !== last) setLast(found)
  return found ?? (last?.documentId === doing?.documentId ? last : undefined)
}

/** My own documents (DOCS-007, DOCS-011). */
export function OwnDocuments({ search, onSearch }: ListProps) {
  const t = useTexts(documentPageTexts)
  const { uid } = useSignedIn()
  const { data, isPlaceholderData } = useSuspenseQuery(documentsQuery(uid, search)) as PageData
  // A window in which somebody was writing opens again after signing in.
  const [doing, setDoing] = useTyped<Doing>('own-documents-doing', null)
  const concerned = useConcerned(data.rows, doing)
  const { sort = 'recordAddDt', dir = sort === 'recordAddDt' ? 'desc' : 'asc' } = search
  return (
    <>
      <ListFrame
        search={search}
        onSearch={onSearch}
        total={data.total}
        shown={data.rows.length}
        empty={{ drawing: 'list', title: t.documents_own_none, hint: t.documents_own_none_hint }}
      >
        <Table
          caption={t.documents_tab_own}
          columns={columnsOf(t)}
          rows={data.rows}
          rowKey={({ documentId }) => documentId}
          sorting={{ key: sort, direction: dir }}
          onSort={({ key, direction }) => onSearch(({ page: _, ...kept }) => ({ ...kept, sort: key, dir: direction }))}
          stale={isPlaceholderData ?? false}
          actionsTitle={t.documents_actions}
          actions={(document) => (
            <MenuButton
              label={fill(t.documents_actions_of, { name: document.documentNm })}
              groups={[
                {
                  entries: [
                    { label: t.documents_open, icon: 'download', onSelect: () => void openDocument(document) },
                    {
                      label: t.documents_share,
                      icon: 'users',
                      onSelect: () => setDoing({ what: 'share', documentId: document.documentId }),
                    },
                    {
                      label: t.documents_versions,
                      icon: 'clock',
                      onSelect: () => setDoing({ what: 'versions', documentId: document.documentId }),
                    },
                  ],
                },
                {
                  entries: [
                    {
                      label: t.documents_delete,
                      icon: 'trash',
                      tone: 'danger',
                      onSelect: () => setDoing({ what: 'delete', documentId: document.documentId }),
                    },
                  ],
                },
              ]}
            />
          )}
        />
      </ListFrame>
      {concerned && doing && <Window what={doing.what} document={concerned} onClose={() => setDoing(null)} />}
    </>
  )
}

interface WindowProps {
  what: 'share' | 'versions' | 'delete'
  document: UserDocument
  onClose: () => void
}

function Window({ what, ...about }: WindowProps) {
  if (what === 'share') return <ShareModal {...about} />
  return what === 'versions' ? <VersionsModal {...about} /> : <DeleteModal {...about} />
}

interface PageData {
  data: { rows: UserDocument[]; total: number }
  isPlaceholderData?: boolean
}

const columnsOf = (t: Readonly<Record<keyof typeof documentPageTexts, string>>): Column<UserDocument>[] => [
  {
    key: 'documentNm',
    title: t.documents_name,
    sortable: true,
    cell: (document) => (
      <>
        <DocumentName document={document} />{' '}
        {document.sharedCnt > 0 && <Badge>{fill(t.documents_shared_with, { count: document.sharedCnt })}</Badge>}
      </>
    ),
  },
  {
    key: 'documentTypeTxt',
    oneLine: true,
    title: t.documents_type,
    sortable: true,
    cell: ({ documentTypeTxt }) => documentTypeTxt.toUpperCase(),
  },
  {
    key: 'documentSizeByteCnt',
    oneLine: true,
    title: t.documents_size,
    sortable: true,
    align: 'end',
    cell: ({ documentSizeByteCnt }) => byteText(documentSizeByteCnt),
  },
  {
    key: 'recordAddDt',
    oneLine: true,
    title: t.documents_added,
    sortable: true,
    cell: ({ recordAddDt }) => momentText(recordAddDt),
  },
]
