import * as z from 'zod/mini'
import { SERVICE_OVERLAP_MAX_DAYS } from '@portico/contract/service-accounts/service-account-rules.ts'
import { serviceAccountPageTexts } from '@portico/contract/service-accounts/service-account-page-texts.ts'
import {
  listServiceAccounts,
  rotateServiceToken,
  type ServiceAccount,
} from '@portico/contract/service-accounts/service-accounts.ts'
import { call } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { EditDialog } from '../../patterns/EditDialog.tsx'
import { useForm } from '../../patterns/use-form.ts'
import { SelectField } from '../../ui/SelectField.tsx'
import type { ShownToken } from './NewTokenDialog.tsx'

/** Days for which a former token can go on. */
const OVERLAPS = [1, 7, 14, SERVICE_OVERLAP_MAX_DAYS]

const rotation = z.object({ overlapDays: z.string() })

interface RotateTokenDialogProps {
  account: ServiceAccount
  onClose: () => void
  /** Called with the new token, which is stated this once. */
  onToken: (token: ShownToken) => void
}

/** Makes a further token of a service account, for which the former one goes on for a while. */
export function RotateTokenDialog({ account, onClose, onToken }: RotateTokenDialogProps) {
  const t = useTexts(serviceAccountPageTexts)
  const { uid } = useSignedIn()
  const { serviceAccountId, serviceAccountNm, ownerId } = account
  const form = useForm({
    schema: rotation,
    initial: { overlapDays: '7' },
    draftKey: `rotate-service-token-${serviceAccountId}`,
    labels: { overlapDays: t.service_rotate_overlap },
    invalidate: [listServiceAccounts],
    save: async ({ overlapDays }) => {
      const body = { overlapDays: Number(overlapDays) }
      const made = await call(rotateServiceToken, { params: { uid, serviceAccountId }, body })
      onToken({ serviceAccountNm, ownerId, ...made })
      return ''
    },
  })
  return (
    <EditDialog
      form={form}
      size="s"
      onClose={onClose}
      title={formatMessage(t.service_rotate_title, { name: serviceAccountNm })}
      submitLabel={t.service_rotate_submit}
    >
      <p>{t.service_rotate_lead}</p>
      <SelectField
        {...form.field('overlapDays')}
        data-autofocus
        optionalMark={undefined}
        options={[
          { value: '0', label: t.service_rotate_now },
          ...OVERLAPS.map((days) => ({
            value: String(days),
            label: formatMessage(t.service_rotate_days, { days }),
          })),
        ]}
      />
    </EditDialog>
  )
}
