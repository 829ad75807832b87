import {
  deleteSsoMapping,
  deleteSsoMappingApplication,
  deleteSsoMappingCustomer,
  listSsoMappings,
  restoreSsoMapping,
  type SsoMapping,
} from '@portico/contract/sso-mappings/sso-mappings.ts'
import { ssoMappingPageTexts } from '@portico/contract/sso-mappings/sso-mapping-page-texts.ts'
import { request } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { CLOSE_AFTER_MS } from '../../patterns/close-delays.ts'
import { DeleteDialog } from '../../patterns/DeleteDialog.tsx'

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
  const { uid } = useSignedIn()
  const { employerName: employer, employerId } = deletion.mapping
  const common = {
    closeAfterMs: CLOSE_AFTER_MS.catalog,
    invalidate: [listSsoMappings],
    undo: async ({ data: { undoId } }: { data: { undoId: number } }) =>
      (await request(restoreSsoMapping, { params: { uid }, body: { undoId } })).message,
    onClose,
  }
  if (deletion.kind === 'employer')
    return (
      <DeleteDialog
        {...common}
        title={t.sso_mapping_delete_employer_title}
        call={deleteSsoMapping}
        input={{ params: { uid, employerId } }}
      >
        <p>{formatMessage(t.sso_mapping_delete_employer_body, { employer })}</p>
      </DeleteDialog>
    )
  const { id, name } = deletion.part
  const body = <p>{formatMessage(t.sso_mapping_delete_part_body, { employer, name })}</p>
  return deletion.kind === 'application' ? (
    <DeleteDialog
      {...common}
      title={t.sso_mapping_delete_application_title}
      call={deleteSsoMappingApplication}
      input={{ params: { uid, employerPageId: id } }}
    >
      {body}
    </DeleteDialog>
  ) : (
    <DeleteDialog
      {...common}
      title={t.sso_mapping_delete_customer_title}
      call={deleteSsoMappingCustomer}
      input={{ params: { uid, employerClientMasterId: id } }}
    >
      {body}
    </DeleteDialog>
  )
}
