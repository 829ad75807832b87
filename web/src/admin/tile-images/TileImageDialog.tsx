import { useEffect, useState } from 'react'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { tileImageTexts } from '@portico/contract/texts/tile-image-texts.ts'
import { listTileImages, type TileImage, uploadTileImage } from '@portico/contract/tile-images.ts'
import { upload } from '../../api/files.ts'
import { invalidate } from '../../api/query.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { CLOSE_AFTER_MS } from '../../patterns/close-delays.ts'
import { ImageUpload } from '../../patterns/ImageUpload.tsx'
import { runAction } from '../../patterns/run-action.ts'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'

interface TileImageDialogProps {
  section: TileImage
  onClose: () => void
}

/** Chooses an image for a tile, shows it and asks for confirmation (DBMT-031, DBMT-032). */
export function TileImageDialog({ section, onClose }: TileImageDialogProps) {
  const t = useTexts(tileImageTexts)
  const { cancel } = useTexts(generalTexts)
  const { uid } = useSignedIn()
  const [chosen, setChosen] = useState<{ file: File; address: string } | null>(null)
  useEffect(() => () => void (chosen && URL.revokeObjectURL(chosen.address)), [chosen])
  const save = (file: File) =>
    runAction(async () => {
      const { sectionId: tileId, versionTxt } = section
      try {
        await upload(uploadTileImage, { file, params: { uid, tileId }, fields: { versionTxt } })
      } finally {
        await invalidate(listTileImages)
      }
      return t.tile_image_saved
    })
  return (
    <ConfirmModal
      opened
      size="m"
      title={formatMessage(t.tile_image_title, { name: section.sectionNm })}
      confirmLabel={t.tile_image_confirm}
      cancelLabel={cancel}
      closeAfterMs={CLOSE_AFTER_MS.file}
      onClose={onClose}
      onConfirm={async () => (chosen ? save(chosen.file) : null)}
      {...(chosen ? {} : { disabledReason: t.tile_image_choose_first })}
    >
      <ImageUpload
        label={t.tile_images_image}
        image={chosen?.address ?? section.tileImage}
        source={section.uploadedFlg || chosen ? t.tile_images_uploaded : t.tile_images_generated}
        onUpload={(file) => {
          setChosen({ file, address: URL.createObjectURL(file) })
          return Promise.resolve()
        }}
      />
      <p>{t.tile_image_body}</p>
    </ConfirmModal>
  )
}
