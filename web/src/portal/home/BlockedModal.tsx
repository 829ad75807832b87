import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { ModalActions } from '../../ui/ModalActions.tsx'
import { homePageTexts } from '@portico/contract/home/home-page-texts.ts'
import type { Blocked } from './use-launch.ts'

/** Shown when the browser blocked a new window: a direct click on this link is always allowed. */
export function BlockedModal({ blocked: { name, url }, onClose }: { blocked: Blocked; onClose: () => void }) {
  const { close } = useTexts(generalTexts)
  const page = useTexts(homePageTexts)
  const words = formatMessage(page.launch_open_here, { name })
  return (
    <Modal opened onClose={onClose} title={name} size="s" closeLabel={close}>
      <p>{formatMessage(page.launch_blocked, { name })}</p>
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
