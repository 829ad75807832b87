import { useState } from 'react'
import { deleteLink } from '@portico/contract/links/links.ts'
import { DeleteDialog } from '../patterns/DeleteDialog.tsx'
import { KeystrokeBuffer } from '../patterns/KeystrokeBuffer.tsx'
import { ShownOnceDialog } from '../patterns/ShownOnceDialog.tsx'
import { Button } from '../ui/Button.tsx'
import { UnsavedChanges } from '../patterns/UnsavedChanges.tsx'
import { ConfirmModal } from '../ui/ConfirmModal.tsx'
import { Alert } from '../ui/Alert.tsx'
import { Modal } from '../ui/Modal.tsx'
import { ModalActions } from '../ui/ModalActions.tsx'
import { KeystrokeField } from '../ui/KeystrokeField.tsx'
import { RecentMessages } from '../ui/RecentMessages.tsx'
import { TextField } from '../ui/TextField.tsx'
import classes from './KitPage.module.css'

const SERVER_TAKES_MS = 800

const afterAWhile = <Value,>(value: Value) =>
  new Promise<Value>((resolve) => {
    setTimeout(() => resolve(value), SERVER_TAKES_MS)
  })

const noLink = { uid: 0, userLinkId: 0 }

interface LateModalProps {
  typed: string
  onClose: () => void
}

const LateModal = ({ typed, onClose }: LateModalProps) => (
  <Modal opened onClose={onClose} title="Find a user">
    <TextField label="Name" defaultValue={typed} data-autofocus />
  </Modal>
)
const loadLateModal = () => afterAWhile(LateModal)

/** Overlays, in the mode of the page. */
export function KitWindows() {
  const [opened, setOpened] = useState<
    'modal' | 'confirm' | 'failing' | 'delete' | 'recent' | 'late' | 'early' | 'unsaved' | 'secret' | null
  >(null)
  const close = () => setOpened(null)
  return (
    <div className={classes['row']}>
      <Button onClick={() => setOpened('modal')}>Modal</Button>
      <Button onClick={() => setOpened('confirm')}>Confirm</Button>
      <Button onClick={() => setOpened('failing')}>Failing confirm</Button>
      <Button onClick={() => setOpened('delete')}>Delete dialog</Button>
      <Button onClick={() => setOpened('late')}>Dialog that loads</Button>
      <Button onClick={() => setOpened('early')}>Field of a loading dialog</Button>
      <Button onClick={() => setOpened('recent')}>Recent messages</Button>
      <Button onClick={() => setOpened('unsaved')}>Unsaved changes</Button>
      <Button onClick={() => setOpened('secret')}>Secret</Button>
      {opened === 'secret' && (
        <ShownOnceDialog
          title="Secret of the archive"
          lead="Copy it now. It is shown this once."
          secret="whsec_archive"
          copyLabel="Copy secret"
          onClose={close}
        />
      )}
      <UnsavedChanges form={{ leaving: opened === 'unsaved' ? { stay: close, leave: close } : null }} />
      {opened === 'late' && (
        <KeystrokeBuffer label="Name" load={loadLateModal} onClose={close}>
          {(Loaded, typed) => <Loaded typed={typed} onClose={close} />}
        </KeystrokeBuffer>
      )}
      {opened === 'early' && <KeystrokeField label="Name" text="" onText={() => undefined} onClose={close} />}
      {opened === 'delete' && (
        <DeleteDialog call={deleteLink} input={{ params: noLink }} title="Delete link" onClose={close}>
          <p>There is no such link: the server refuses this.</p>
        </DeleteDialog>
      )}
      <RecentMessages
        opened={opened === 'recent'}
        onClose={close}
        title="Recent messages"
        emptyText="There have been no messages yet."
      />
      <Modal opened={opened === 'modal'} onClose={close} title="All announcements">
        <p>There are no announcements.</p>
        <ModalActions
          problem={
            <Alert tone="error" live={false}>
              The announcements could not be read.
            </Alert>
          }
        >
          <Button onClick={close}>Close</Button>
        </ModalActions>
      </Modal>
      <ConfirmModal
        opened={opened === 'confirm' || opened === 'failing'}
        onClose={close}
        title="Delete this application?"
        confirmLabel="Delete application"
        cancelLabel="Keep it"
        danger
        onConfirm={() =>
          afterAWhile(
            opened === 'confirm'
              ? { ok: true, message: 'The application has been deleted.' }
              : { ok: false, message: 'Another administrator changed this application.' },
          )
        }
      >
        <p>132 users lose it. You can undo this for 30 days.</p>
      </ConfirmModal>
    </div>
  )
}
