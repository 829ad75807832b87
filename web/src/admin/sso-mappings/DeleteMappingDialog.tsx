import {
  deleteSsoMapping,
  deleteSsoMappingApplication,
  deleteSsoMappingCustomer,
  listSsoMappings,
  restoreSsoMapping,
  type SsoMapping,
} from '@portico/contract/sso-mappings.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { ssoMappingPageTexts } from '@portico/contract/texts/sso-mapping-page-texts.ts'
import { request } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { CLOSE_AFTER_MS } from '../../patterns/close-delays.ts'
import { useAction } from '../../patterns/use-action.ts'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'

export type Deletion =
  | { kind: 'employer'; mapping: SsoMapping }
  | { kind: 'application' | 'customer'; mapping: SsoMapping; part: { id: number; name: string } }

interface DeleteMappingDialogProps {
  deletion: Deletion
  onClose: () => void
}

/** Deletes an employer, or one of the applications and customers that its new accounts begin with (DBMT-041). */
export function DeleteMappingDialog({ deletion, onClose }: DeleteMappingDialogProps) {
  const t = useTexts(ssoMappingPageTexts)
  const { cancel } = useTexts(generalTexts)
  const { uid } = useSignedIn()
  const options = {
    invalidate: [listSsoMappings],
    undo: async ({ data: { undoId } }: { data: { undoId: number } }) =>
      (await request(restoreSsoMapping, { params: { uid }, body: { undoId } })).message,
  }
  const removeEmployer = useAction(deleteSsoMapping, options)
  const removeApplication = useAction(deleteSsoMappingApplication, options)
  const removeCustomer = useAction(deleteSsoMappingCustomer, options)
  const { kind, mapping } = deletion
  const employer = mapping.employerName
  const title = {
    employer: t.sso_mapping_delete_employer_title,
    application: t.sso_mapping_delete_application_title,
    customer: t.sso_mapping_delete_customer_title,
  }[kind]
  const remove = () => {
    if (deletion.kind === 'employer') return removeEmployer.submit({ params: { uid, employerId: mapping.employerId } })
    const { id } = deletion.part
    return deletion.kind === 'application'
      ? removeApplication.submit({ params: { uid, employerPageId: id } })
      : removeCustomer.submit({ params: { uid, employerClientMasterId: id } })
  }
  return (
    <ConfirmModal
      opened
      danger
      onClose={onClose}
      title={title}
      confirmLabel={title}
      cancelLabel={cancel}
      closeAfterMs={CLOSE_AFTER_MS.catalog}
      onConfirm={remove}
    >
      <p>
        {deletion.kind === 'employer'
          ? formatMessage(t.sso_mapping_delete_employer_body, { employer })
          : formatMessage(t.sso_mapping_delete_part_body, { employer, name: deletion.part.name })}
      </p>
    </ConfirmModal>
  )
}
