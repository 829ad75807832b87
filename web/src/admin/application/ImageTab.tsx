import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { applicationPageTexts } from '@portico/contract/catalog/application-page-texts.ts'
import { tileImageTexts } from '@portico/contract/home/tile-image-texts.ts'
import type { TileImage } from '@portico/contract/home/tile-images.ts'
import { listTexts } from '@portico/contract/texts/list-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { QueryContent } from '../../patterns/QueryContent.tsx'
import { Button } from '../../ui/Button.tsx'
import { catalogSectionsQuery } from '../application-search/application-queries.ts'
import { RemoveTileImageModal, TileImageDialog } from '../tile-images/TileImageDialog.tsx'
import classes from './ApplicationPage.module.css'
import { tileImageQuery } from './application-page-queries.ts'
import type { ApplicationTabProps } from './DetailsTab.tsx'
import { NeedsPage } from './NeedsPage.tsx'

/** The image of the tile that leads to the application. */
export function ImageTab({ application: { section } }: ApplicationTabProps) {
  const { application_image_none: none } = useTexts(applicationPageTexts)
  if (!section) return <p>{none}</p>
  return (
    <NeedsPage page="Database Maintenance">
      <SectionImage sectionId={section.sectionId} />
    </NeedsPage>
  )
}

function SectionImage({ sectionId }: { sectionId: number }) {
  const { list_failed: failed } = useTexts(listTexts)
  const { uid } = useSignedIn()
  const images = useQuery(tileImageQuery(uid, sectionId))
  return (
    <QueryContent query={images} failed={failed}>
      {({ rows: [image] }) => image && <ShownImage image={image} />}
    </QueryContent>
  )
}

function ShownImage({ image }: { image: TileImage }) {
  const t = useTexts(tileImageTexts)
  const page = useTexts(applicationPageTexts)
  const { uid } = useSignedIn()
  const sections = useSuspenseQuery(catalogSectionsQuery(uid)).data
  const [dialog, setDialog] = useState<'replace' | 'remove' | null>(null)
  const close = () => setDialog(null)
  const { sectionId, sectionNm: section, tileImage, uploadedFlg } = image
  const count = sections.find((each) => each.sectionId === sectionId)?.pageCnt ?? 1
  return (
    <div className={classes['parts']}>
      <p>
        {formatMessage(page.application_image_of, { section })}{' '}
        {formatMessage(page.application_image_shared, { count })}
      </p>
      <img
        className={classes['image']}
        src={tileImage}
        alt={uploadedFlg ? t.tile_images_uploaded : t.tile_images_generated}
      />
      <div className={classes['actions']}>
        <Button icon="upload" onClick={() => setDialog('replace')}>
          {t.tile_images_replace}
        </Button>
        {uploadedFlg && (
          <Button icon="trash" onClick={() => setDialog('remove')}>
            {t.tile_images_remove}
          </Button>
        )}
      </div>
      {dialog === 'replace' && <TileImageDialog section={image} onClose={close} />}
      {dialog === 'remove' && <RemoveTileImageModal section={image} onClose={close} />}
    </div>
  )
}
