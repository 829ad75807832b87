import * as z from 'zod/mini'
import { emulatedLogin, EMULATION_MINUTES, EMULATION_REASON_MAX } from '@portico/contract/emulation/emulation.ts'
import { emulationTexts } from '@portico/contract/emulation/emulation-texts.ts'
import type { ListedUser } from '@portico/contract/users/users.ts'
import { ApiError, request } from '../../api/call.ts'
import { beginEmulation, useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { paths } from '../../paths.ts'
import { CLOSE_AFTER_MS } from '../../patterns/close-delays.ts'
import { EditDialog } from '../../patterns/EditDialog.tsx'
import { requiredText } from '../../patterns/field-schemas.ts'
import { useForm } from '../../patterns/use-form.ts'
import { CheckField } from '../../ui/CheckField.tsx'
import { TextAreaField } from '../../ui/TextAreaField.tsx'
import { fullName } from '@portico/contract/users/full-name.ts'

interface SignOnAsDialogProps {
  user: Pick<ListedUser, 'userId' | 'firstNm' | 'lastNm'>
  /** The page to return to, on which the user's row gets the focus again. */
  returnTo: string
  onClose: () => void
}

/** Asks for the reason and signs on as the user, to look only unless that is unchecked (EMUL-008, EMUL-009, E8). */
export function SignOnAsDialog({ user, returnTo, onClose }: SignOnAsDialogProps) {
  const t = useTexts(emulationTexts)
  const { uid, userName, firstName } = useSignedIn()
  const name = fullName(user)
  const form = useForm({
    schema: z.object({ reason: requiredText(EMULATION_REASON_MAX), readOnly: z.boolean() }),
    initial: { reason: '', readOnly: true },
    draftKey: `sign-on-as-${user.userId}`,
    labels: { reason: t.emulation_reason, readOnly: t.emulation_look_only },
    save: async (values) => {
      const answer = await request(emulatedLogin, {
        params: { uid, userId: user.userId },
        body: { host: location.host, ...values },
      })
      if (!answer.csrfToken) throw new ApiError(answer.message)
      beginEmulation({
        login: answer.data,
        csrfToken: answer.csrfToken,
        administrator: { id: uid, userNm: userName, firstNm: firstName },
        returnTo,
      })
      location.assign(paths.home())
      return formatMessage(t.emulation_opening, { name })
    },
  })
  return (
    <EditDialog
      form={form}
      title={t.emulation_action}
      submitLabel={t.emulation_action}
      closeAfterMs={CLOSE_AFTER_MS.record}
      onClose={onClose}
    >
      <p>{formatMessage(t.emulation_body, { name, minutes: EMULATION_MINUTES })}</p>
      <TextAreaField
        data-autofocus
        {...form.field('reason')}
        rows={2}
        help={formatMessage(t.emulation_reason_help, { name })}
      />
      <CheckField
        {...form.check('readOnly')}
        help={form.values.readOnly ? t.emulation_look_only_help : formatMessage(t.emulation_act_help, { name })}
      />
    </EditDialog>
  )
}
