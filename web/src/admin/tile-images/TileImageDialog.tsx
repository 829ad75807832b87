import { useEffect, useState } from 'react'
import { brandingTexts } from '@portico/contract/branding/branding-texts.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { tileImageTexts } from '@portico/contract/home/tile-image-texts.ts'
import {
  listTileImages,
  removeTileImage,
  type TileImage,
  undoTileImage,
  uploadTileImage,
} from '@portico/contract/home/tile-images.ts'
import { ApiError, request } from '../../api/call.ts'
import { upload } from '../../api/files.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { CLOSE_AFTER_MS } from '../../patterns/close-delays.ts'
import { DeleteDialog } from '../../patterns/DeleteDialog.tsx'
import { ImageUpload } from '../../patterns/ImageUpload.tsx'
import { runAction } from '../../patterns/run-action.ts'
import { offerUndo } from '../../patterns/use-action.ts'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'

interface TileImageDialogProps {
  section: TileImage
  onClose: () => void
}

/** True where the browser can show it: a broken image is refused before it is confirmed. */
const isImage = (file: File): Promise<boolean> =>
  createImageBitmap(file).then(
    (bitmap) => {
      bitmap.close()
      return true
    },
    () => false,
  )

/** Takes a change back; resolves with what was done. */
const takeBack = async (uid: number, undoId: number): Promise<string> =>
  (await request(undoTileImage, { params: { uid }, body: { undoId } })).message

/** Chooses an image for a tile, shows it and asks for confirmation (DBMT-031, DBMT-032). */
export function TileImageDialog({ section, onClose }: TileImageDialogProps) {
  const t = useTexts(tileImageTexts)
  const { cancel } = useTexts(generalTexts)
  const { image_type_refused: typeRefused } = useTexts(brandingTexts)
  const { uid } = useSignedIn()
  const [chosen, setChosen] = useState<{ file: File; address: string } | null>(null)
  useEffect(() => () => void (chosen && URL.revokeObjectURL(chosen.address)), [chosen])
  const save = (file: File) =>
    runAction(async () => {
      const { sectionId: tileId, versionTxt } = section
      const { data } = await upload(uploadTileImage, { file, params: { uid, tileId }, fields: { versionTxt } })
      if (data) offerUndo(t.tile_image_saved, () => takeBack(uid, data.undoId), [listTileImages])
      return t.tile_image_saved
    }, [listTileImages])
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
        onUpload={async (file) => {
          if (!(await isImage(file))) throw new ApiError(typeRefused, { code: '422', status: 422 })
          setChosen({ file, address: URL.createObjectURL(file) })
        }}
      />
      <p>{t.tile_image_body}</p>
    </ConfirmModal>
  )
}

/** Removes the image of a tile once it is confirmed; the portal draws it then. */
export function RemoveTileImageModal({ section, onClose }: TileImageDialogProps) {
  const t = useTexts(tileImageTexts)
  const { uid } = useSignedIn()
  const { sectionId: tileId, sectionNm: name, versionTxt } = section
  return (
    <DeleteDialog
      title={formatMessage(t.tile_image_remove_title, { name })}
      confirmLabel={t.tile_image_remove_confirm}
      closeAfterMs={CLOSE_AFTER_MS.file}
      call={removeTileImage}
      input={{ params: { uid, tileId }, query: { versionTxt } }}
      invalidate={[listTileImages]}
      undo={({ data }) => takeBack(uid, data.undoId)}
      onClose={onClose}
    >
      <p>{t.tile_image_remove_body}</p>
    </DeleteDialog>
  )
}
