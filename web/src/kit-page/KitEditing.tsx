import { useState } from 'react'
import * as z from 'zod/mini'
import { AdminPage } from '../patterns/AdminPage.tsx'
import { CLOSE_AFTER_MS } from '../patterns/close-delays.ts'
import { Combobox, type Option } from '../patterns/Combobox.tsx'
import { loadFrom } from '../patterns/local-options.ts'
import { QueryContent } from '../patterns/QueryContent.tsx'
import { DetailDrawer } from '../patterns/DetailDrawer.tsx'
import { DiffView } from '../patterns/DiffView.tsx'
import { EditDialog } from '../patterns/EditDialog.tsx'
import { requiredChoice, requiredEmail, requiredText, webAddress, wholeNumber } from '../patterns/field-schemas.ts'
import { FormPanel } from '../patterns/FormPanel.tsx'
import { FormProblem } from '../patterns/FormProblem.tsx'
import { RemoteChangesAlert } from '../patterns/RemoteChangesAlert.tsx'
import { ReviewChanges } from '../patterns/ReviewChanges.tsx'
import { RichTextField } from '../patterns/RichTextField.tsx'
import { SuccessThenGo } from '../patterns/SuccessThenGo.tsx'
import { TabbedPage } from '../patterns/TabbedPage.tsx'
import { useForm } from '../patterns/use-form.ts'
import { UploadFlow } from '../patterns/UploadFlow.tsx'
import type { UploadTarget } from '../patterns/use-uploads.ts'
import { Button } from '../ui/Button.tsx'
import { CheckField } from '../ui/CheckField.tsx'
import { SelectField } from '../ui/SelectField.tsx'
import { TextField } from '../ui/TextField.tsx'
import { toast } from '../ui/toast.ts'
import classes from './KitPage.module.css'

const client = z.object({
  name: requiredText(50, 2),
  email: requiredEmail(),
  website: webAddress(),
  seats: wholeNumber({ min: 1, max: 500 }),
  plan: requiredChoice(),
  isActive: z.boolean(),
})

const before = {
  name: 'Meridian',
  email: 'help@meridian.example',
  website: '',
  seats: '12',
  plan: 'small',
  isActive: true,
}
const labels = { name: 'Name', email: 'E-mail', website: 'Website', seats: 'Seats', plan: 'Plan', isActive: 'Active' }
const plans = [
  { value: '', label: 'Select One' },
  { value: 'small', label: 'Small' },
  { value: 'large', label: 'Large' },
]

const save = () => Promise.resolve('The client has been saved.')

function useClientForm(draftKey: string) {
  return useForm({ schema: client, initial: before, draftKey, labels, save })
}

function ClientFields({ form }: { form: ReturnType<typeof useClientForm> }) {
  return (
    <>
      <TextField {...form.field('name')} data-autofocus />
      <TextField {...form.field('email')} type="email" />
      <TextField {...form.field('website')} type="url" />
      <TextField {...form.field('seats')} inputMode="numeric" />
      <SelectField {...form.field('plan')} options={plans} />
      <CheckField {...form.check('isActive')} />
    </>
  )
}

function ClientDialog({ onClose }: { onClose: () => void }) {
  const form = useClientForm('kit-dialog')
  return (
    <EditDialog
      form={form}
      title="Edit client"
      submitLabel="Save client"
      closeAfterMs={CLOSE_AFTER_MS.record}
      onClose={onClose}
    >
      <ClientFields form={form} />
    </EditDialog>
  )
}

function ClientPanel() {
  const form = useClientForm('kit-panel')
  return (
    <FormPanel title="Client" form={form} submitLabel="Save client">
      <ClientFields form={form} />
    </FormPanel>
  )
}

const towns: readonly Option[] = Array.from({ length: 250 }, (_, index) => ({
  value: String(index),
  label: `Town ${index}`,
}))

const loadTowns = loadFrom(() => towns)

const notLoaded = { data: undefined, isError: true, refetch: () => undefined }

/** Takes every file and sends none. */
const nowhere: UploadTarget<never> = { check: () => null, send: () => Promise.resolve(null) }

const stale = {
  version: 1,
  change: { changedByNm: 'Ada Root', changedDt: new Date('2026-03-04T09:30:00Z') },
  load: () => Promise.resolve(),
}

/** Editing a record: forms, dialogs, choices, and the list of changes. */
export function KitEditing() {
  const [opened, setOpened] = useState<'dialog' | 'drawer' | 'uploads' | null>(null)
  const [chosen, setChosen] = useState<readonly Option[]>(towns.slice(0, 2))
  const [message, setMessage] = useState('<p>The portal is <strong>closed</strong> on Sunday.</p>')
  const close = () => setOpened(null)
  const after = { ...before, name: 'Meridian Health', website: 'https://meridian.example', isActive: false }
  return (
    <div className={classes['group']}>
      <div className={classes['row']}>
        <Button onClick={() => setOpened('dialog')}>Edit dialog</Button>
        <Button onClick={() => setOpened('drawer')}>Detail drawer</Button>
        <Button onClick={() => setOpened('uploads')}>Uploads</Button>
        <Button onClick={() => toast.success('The client has been deleted.', { label: 'Undo', run: () => undefined })}>
          Toast with undo
        </Button>
      </div>
      {opened === 'dialog' && <ClientDialog onClose={close} />}
      {opened === 'uploads' && (
        <UploadFlow
          title="Upload files"
          help="Nothing is sent from this page."
          target={nowhere}
          pending={{ files: [] }}
          onStored={() => undefined}
          askToReplace={() => null}
          onClose={close}
        />
      )}
      {opened === 'drawer' && (
        <DetailDrawer title="Changes of Meridian" onClose={close}>
          <DiffView label="Changes" before={before} after={after} labels={labels} />
          <QueryContent query={notLoaded} failed="We couldn’t load the comments. Check your connection and try again.">
            {() => null}
          </QueryContent>
        </DetailDrawer>
      )}
      <AdminPage title="A screen of the administration" subtitle="Its frame, with tabs">
        <TabbedPage
          label="Client"
          tabs={[
            { id: 'details', title: 'Details', panel: <ClientPanel /> },
            {
              id: 'review',
              title: 'Review',
              panel: (
                <ReviewChanges
                  before={before}
                  after={after}
                  labels={labels}
                  confirmLabel="Save client"
                  isBusy={false}
                  onBack={() => undefined}
                  onConfirm={() => undefined}
                />
              ),
            },
            {
              id: 'saved',
              title: 'Saved',
              panel: <SuccessThenGo message="The client has been saved." target="/kit" />,
            },
          ]}
        />
      </AdminPage>
      <form>
        <FormProblem problem={{ message: 'The client could not be saved.', fields: [] }} />
        <FormProblem problem={{ message: 'Ada Root changed this client.', fields: [], stale }} />
        <RemoteChangesAlert
          changes={{ before, after, labels, change: stale.change, version: 2, changedByBoth: ['Website'] }}
        />
      </form>
      <Combobox label="Towns" queryName="kit-towns" load={loadTowns} selected={chosen} onChange={setChosen} multiple />
      <RichTextField
        name="message"
        label="Message"
        help="Formatting that other users read."
        value={message}
        onChange={setMessage}
        onBlur={() => undefined}
      />
    </div>
  )
}
