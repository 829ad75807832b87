import { useSuspenseQuery } from '@tanstack/react-query'
import { getProfile } from '@portico/contract/account/account.ts'
import { MASKED_ANSWER, securityInfoIssues } from '@portico/contract/account/account-rules.ts'
import { saveSecurityInfo } from '@portico/contract/password/password.ts'
import { accountTexts } from '@portico/contract/account/account-texts.ts'
import { passwordTexts } from '@portico/contract/password/password-texts.ts'
import { request } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { FormPanel } from '../../patterns/FormPanel.tsx'
import { rulesSchema } from '../../patterns/rules-schema.ts'
import { useForm } from '../../patterns/use-form.ts'
import { PanelRow } from '../../ui/Panel.tsx'
import { toast } from '../../ui/toast.ts'
import { questionsQuery } from './account-queries.ts'
import { ownProfileQuery } from './own-profile.ts'
import { EditPanel } from './EditPanel.tsx'
import {
  SecurityQuestionFields,
  securitySecrets,
  type SecurityValues,
  useSecurityLabels,
} from './SecurityQuestionFields.tsx'

const questionIdOf = ({ securityQuestionId: id }: SecurityValues) => (id === '' ? null : Number(id))

/** The question for password recovery, and its masked answer (ACCT-007). */
export function SecurityQuestionPanel() {
  const t = useTexts(accountTexts)
  const words = useTexts(passwordTexts)
  const { data: profile } = useSuspenseQuery(ownProfileQuery())
  const { data: questions } = useSuspenseQuery(questionsQuery())
  const id = profile.securityQuestionId
  const question = questions.find(({ securityQuestionId }) => securityQuestionId === id)
  return (
    <EditPanel
      name="security-info"
      title={t.security_panel_title}
      help={t.security_panel_help}
      rows={
        <>
          <PanelRow title={words.security_info_question}>
            {question?.securityQuestionDscTxt ?? t.security_panel_none}
          </PanelRow>
          {question && <PanelRow title={words.security_info_answer}>{MASKED_ANSWER}</PanelRow>}
        </>
      }
      form={(close) => <SecurityQuestionForm storedQuestionId={id} close={close} />}
    />
  )
}

function SecurityQuestionForm({ storedQuestionId, close }: { storedQuestionId: number | null; close: () => void }) {
  const t = useTexts(accountTexts)
  const { uid } = useSignedIn()
  const words = useTexts(passwordTexts)
  const form = useForm({
    draftKey: 'security-info',
    schema: rulesSchema((values: SecurityValues) =>
      securityInfoIssues({ ...values, securityQuestionId: questionIdOf(values) }, storedQuestionId),
    ),
    messages: { ...t, ...words },
    initial: {
      securityQuestionId: String(storedQuestionId ?? ''),
      pswdPhrase: storedQuestionId === null ? '' : MASKED_ANSWER,
      securityConfirmPwd: '',
    },
    secret: securitySecrets,
    labels: useSecurityLabels(),
    invalidate: [getProfile],
    save: async (values) => {
      const body = { ...values, securityQuestionId: questionIdOf(values) }
      const { message } = await request(saveSecurityInfo, { params: { uid }, body })
      toast.success(message)
      return ''
    },
    afterSave: close,
  })
  return (
    <FormPanel title={t.security_panel_title} form={form} submitLabel={t.account_save} onCancel={close}>
      <SecurityQuestionFields form={form} storedQuestionId={storedQuestionId} />
    </FormPanel>
  )
}
