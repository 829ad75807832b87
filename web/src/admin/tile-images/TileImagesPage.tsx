import { useState } from 'react'
import { adminMenuTexts } from '@portico/contract/texts/admin-menu-texts.ts'
import { tileImageTexts } from '@portico/contract/home/tile-image-texts.ts'
import type { TileImage } from '@portico/contract/home/tile-images.ts'
import { type Texts, useTexts } from '../../api/texts.ts'
import { AdminPage } from '../../patterns/AdminPage.tsx'
import type { Column } from '../../patterns/column.ts'
import { FilterBar } from '../../patterns/FilterBar.tsx'
import { useScreenList } from '../../patterns/screen-list.ts'
import { ListTable } from '../../patterns/ListTable.tsx'
import { formatInstant } from '../../ui/format.ts'
import { tileImagePages } from './tile-image-queries.ts'
import { RemoveTileImageModal, TileImageDialog } from './TileImageDialog.tsx'
import classes from './TileImagesPage.module.css'

/** The images of tiles, one for each section (DBMT-007, DBMT-031). */
export function TileImagesPage() {
  const t = useTexts(tileImageTexts)
  const { admin_image_management: title } = useTexts(adminMenuTexts)
  const { list, page } = useScreenList(tileImagePages)
  const [dialog, setDialog] = useState<{ what: 'replace' | 'remove'; section: TileImage } | null>(null)
  const close = () => setDialog(null)
  return (
    <AdminPage title={title} subtitle={t.tile_images_subtitle}>
      <FilterBar list={list} fields={[{ name: 'name', kind: 'search', label: t.tile_images_search }]} />
      <ListTable
        list={list}
        page={page}
        empty={{ title: t.tile_images_none, hint: t.tile_images_none_hint }}
        caption={title}
        columns={columnsOf(t)}
        rowKey={({ sectionId }) => sectionId}
        rowName={({ sectionNm }) => sectionNm}
        rowTarget={(section) => () => setDialog({ what: 'replace', section })}
        rowActions={(section) => [
          {
            entries: [
              {
                label: t.tile_images_replace,
                icon: 'upload',
                onSelect: () => setDialog({ what: 'replace', section }),
              },
              ...(section.uploadedFlg
                ? [
                    {
                      label: t.tile_images_remove,
                      icon: 'trash' as const,
                      tone: 'danger' as const,
                      onSelect: () => setDialog({ what: 'remove', section }),
                    },
                  ]
                : []),
            ],
          },
        ]}
      />
      {dialog?.what === 'replace' && <TileImageDialog section={dialog.section} onClose={close} />}
      {dialog?.what === 'remove' && <RemoveTileImageModal section={dialog.section} onClose={close} />}
    </AdminPage>
  )
}

const columnsOf = (t: Texts<typeof tileImageTexts>): Column<TileImage>[] => [
  { key: 'sectionNm', title: t.tile_images_section, sortable: true, cell: ({ sectionNm }) => sectionNm },
  {
    key: 'image',
    title: t.tile_images_image,
    cell: ({ tileImage, uploadedFlg }) => (
      <img
        className={classes['image']}
        src={tileImage}
        alt={uploadedFlg ? t.tile_images_uploaded : t.tile_images_generated}
      />
    ),
  },
  {
    key: 'changedDt',
    title: t.tile_images_changed,
    sortable: true,
    oneLine: true,
    cell: ({ changedDt }) => (changedDt ? formatInstant(changedDt) : t.tile_images_generated),
  },
]
