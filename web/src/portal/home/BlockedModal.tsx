import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { ModalActions } from '../../ui/ModalActions.tsx'
import { fill } from '../../ui/fill.ts'
import { homePageTexts } from '@portico/contract/texts/home-page-texts.ts'
import type { Blocked } from './use-launch.ts'

/** The browser let no window open by itself: a press of the person's own always may. */
export function BlockedModal({ blocked: { name, url }, onClose }: { blocked: Blocked; onClose: () => void }) {
  const { close } = useTexts(generalTexts)
  const page = useTexts(homePageTexts)
  const words = fill(page.launch_open_here, { name })
  return (
    <Modal opened onClose={onClose} title={name} size="s" closeLabel={close}>
      <p>{fill(page.launch_blocked, { name })}</p>
      <ModalActions>
        <Button
          kind="primary"
          icon="external"
          root={({ className, children }) => (
            <a
              className={className}
              href={url}
              target="_blank"
              rel="noopener noreferrer"
              onClick={onClose}
              data-autofocus
            >
              {children}
            </a>
          )}
        >
          {words}
        </Button>
      </ModalActions>
    </Modal>
  )
}
