import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { ConfirmModal } from '../ui/ConfirmModal.tsx'
import { Alert } from '../ui/Alert.tsx'
import { Modal } from '../ui/Modal.tsx'
import { ModalActions } from '../ui/ModalActions.tsx'
import { ModalForm } from '../ui/ModalForm.tsx'
import { RecentMessages } from '../ui/RecentMessages.tsx'
import { TextField } from '../ui/TextField.tsx'
import classes from './KitPage.module.css'

const SERVER_TAKES_MS = 800

const afterAWhile = <Value,>(value: Value) =>
  new Promise<Value>((resolve) => {
    setTimeout(() => resolve(value), SERVER_TAKES_MS)
  })

/** Overlays, in the mode of the page. */
export function KitWindows() {
  const [opened, setOpened] = useState<'modal' | 'form' | 'failing' | 'confirm' | 'recent' | null>(null)
  const close = () => setOpened(null)
  return (
    <div className={classes['row']}>
      <Button onClick={() => setOpened('modal')}>Modal</Button>
      <Button onClick={() => setOpened('form')}>Modal form</Button>
      <Button onClick={() => setOpened('failing')}>Failing form</Button>
      <Button onClick={() => setOpened('confirm')}>Confirm</Button>
      <Button onClick={() => setOpened('recent')}>Recent messages</Button>
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
      <ModalForm
        opened={opened === 'form' || opened === 'failing'}
        onClose={close}
        title="Add a department"
        submitLabel="Add"
        cancelLabel="Cancel"
        closeAfterMs={1500}
        onSubmit={() =>
          afterAWhile(
            opened === 'form'
              ? { ok: true, message: 'The department has been added.' }
              : { ok: false, message: 'A department of this name exists.' },
          )
        }
      >
        <TextField label="Name" data-autofocus />
      </ModalForm>
      <ConfirmModal
        opened={opened === 'confirm'}
        onClose={close}
        title="Delete this application?"
        confirmLabel="Delete application"
        cancelLabel="Keep it"
        danger
        onConfirm={() => afterAWhile({ ok: true, message: 'The application has been deleted.' })}
      >
        <p>132 users lose it. You can undo this for 30 days.</p>
      </ConfirmModal>
    </div>
  )
}
