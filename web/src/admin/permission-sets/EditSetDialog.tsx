import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { permissionSetPageTexts } from '@portico/contract/permission-sets/permission-set-page-texts.ts'
import {
  createPermissionSet,
  type PermissionSet,
  type PermissionSetPlan,
  planPermissionSet,
} from '@portico/contract/permission-sets/permission-sets.ts'
import { searchEmployers } from '@portico/contract/users/users.ts'
import { call } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, type Texts, useTexts } from '../../api/texts.ts'
import { callLookup } from '../../patterns/call-lookup.ts'
import { EditDialog } from '../../patterns/EditDialog.tsx'
import { LookupFilter } from '../../patterns/LookupFilter.tsx'
import { UnsavedChanges } from '../../patterns/UnsavedChanges.tsx'
import { SaveCanceled, useForm } from '../../patterns/use-form.ts'
import { toast } from '../../ui/toast.ts'
import { CheckField } from '../../ui/CheckField.tsx'
import { TextAreaField } from '../../ui/TextAreaField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { AccessChoice } from '../give-access/AccessChoice.tsx'
import { userSystemsQuery } from '../permissions/assignable-queries.ts'
import {
  accessOf,
  fieldsOfSet,
  fieldsOfSuggestion,
  givenBody,
  schemaFor,
  setBody,
  type SuggestedSet,
} from './permission-set-form.ts'
import { changedByAct } from '../give-access/follow-access-change.ts'
import { SetCustomersField } from './SetCustomersField.tsx'
import { SetReview } from './SetReview.tsx'

interface EditSetDialogProps {
  /** Null: a new one. */
  set: PermissionSet | null
  /** What a new one begins with. */
  suggested?: SuggestedSet | undefined
  /** Typed before the dialog had loaded. */
  typed: string
  onClose: () => void
}

/** Adds a set, or changes one: what it is called and gives, then what that changes for its users. */
export function EditSetDialog({ set, suggested, typed, onClose }: EditSetDialogProps) {
  const t = useTexts(permissionSetPageTexts)
  const { uid, isInternal } = useSignedIn()
  const systems = useQuery(userSystemsQuery(uid))
  const [review, setReview] = useState<{ body: ReturnType<typeof setBody>; plan: PermissionSetPlan } | null>(null)
  const form = useForm({
    schema: schemaFor(isInternal),
    initial: fieldsOfSet(set),
    typedAhead: suggested ? fieldsOfSuggestion(suggested, typed) : ({ setNm }) => ({ setNm: setNm + typed }),
    draftKey: set ? `permission-set-${set.setId}-${set.versionNr}` : draftKeyOfNew(suggested),
    messages: t,
    labels: {
      setNm: t.sets_name,
      descriptionTxt: t.set_description,
      requestableFlg: t.set_requestable,
      clientId: t.set_client,
      systemIds: t.set_applications,
      pages: t.sets_gives,
      customerIds: t.set_customers,
    },
    invalidate: set ? [] : changedByAct,
    save: async (values) => {
      if (set) {
        const plan = await call(planPermissionSet, { params: { uid, setId: set.setId }, body: givenBody(values) })
        setReview({ plan, body: setBody(values) })
        throw new SaveCanceled()
      }
      const clientId = values.clientId === '' ? null : Number(values.clientId)
      await call(createPermissionSet, { params: { uid }, body: { ...setBody(values), clientId } })
      return t.set_added
    },
    afterSave: (message) => {
      toast.success(message)
      onClose()
    },
  })
  if (set && review)
    return (
      <>
        <SetReview {...review} set={set} onBack={() => setReview(null)} onSaved={form.reset} onClose={onClose} />
        <UnsavedChanges form={form} />
      </>
    )
  return (
    <EditDialog
      form={form}
      size="l"
      title={set ? formatMessage(t.set_change_title, { name: set.setNm }) : t.sets_add}
      submitLabel={set ? t.set_review : t.set_add_submit}
      onClose={onClose}
    >
      {set && <p>{t.set_change_lead}</p>}
      <TextField {...form.field('setNm')} help={t.set_name_help} data-autofocus />
      <TextAreaField {...form.field('descriptionTxt')} rows={2} help={t.set_description_help} />
      <CheckField {...form.check('requestableFlg')} help={t.set_requestable_help} />
      {!set && (
        <LookupFilter
          name="clientId"
          label={t.set_client}
          help={clientHelp(isInternal, t)}
          error={form.errorOf('clientId')}
          lookup={callLookup(uid, searchEmployers)}
          value={form.values.clientId}
          onChange={(value) => {
            form.set('clientId', value)
            // Sets of all clients give none, and their field is gone.
            if (value === '') form.set('customerIds', null)
          }}
        />
      )}
      <AccessChoice
        kind="give"
        withoutRights
        stopped={new Set(set?.items.flatMap(({ systemId, givenFlg }) => (givenFlg ? [] : [systemId])))}
        isFirst={false}
        name="systemIds"
        error={form.errorOf('systemIds')}
        typed=""
        systems={systems}
        fields={accessOf(form.values)}
        onChange={(next) => {
          form.set('systemIds', next.systems)
          form.set('pages', next.pages)
        }}
      />
      <SetCustomersField
        set={set}
        clientId={form.values.clientId}
        chosen={form.values.customerIds}
        error={form.errorOf('customerIds')}
        onChange={(chosen) => form.set('customerIds', chosen)}
      />
    </EditDialog>
  )
}

/** A suggestion is no part of the draft of another set. */
const draftKeyOfNew = (suggested: SuggestedSet | undefined): string =>
  suggested ? 'add-suggested-permission-set' : 'add-permission-set'

const clientHelp = (isInternal: boolean, t: Texts<typeof permissionSetPageTexts>): string =>
  isInternal ? t.set_client_help : t.set_client_help_own
