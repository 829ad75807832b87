import { VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type FirstStep, type FirstStepKind, getOverview } from '@portico/contract/overview/overview.ts'
import { overviewTexts } from '@portico/contract/overview/overview-texts.ts'
import { saveListPreferences } from '@portico/contract/preferences/preferences.ts'
import { call } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { useAction } from '../../patterns/use-action.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { focusHeadingAfterAction } from '../../ui/focus-heading-after-action.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { addUser } from '../add-user/screen.ts'
import { addApplication } from '../application-settings/screen.ts'
import { clientSettings, defaultBranding } from '../branding/screen.ts'
import classes from './FirstSteps.module.css'

/** Where a step is done; null: on the server. */
const placeOf: Readonly<Record<FirstStepKind, string | null>> = {
  mail: null,
  secondFactor: paths.accountSettings(),
  client: clientSettings.link(),
  application: addApplication.link(),
  user: addUser.link(),
  brand: defaultBranding.link(),
  backup: null,
}

/** What a fresh installation needs, with what is done already. */
export function FirstSteps({ steps }: { steps: readonly FirstStep[] }) {
  const t = useTexts(overviewTexts)
  const hide = useHiding()
  const done = steps.filter(({ doneFlg }) => doneFlg).length
  return (
    <Panel
      title={t.first_steps}
      help={formatMessage(t.first_steps_done, { done, count: steps.length })}
      actions={
        <div ref={focusHeadingAfterAction}>
          <Button kind="quiet" size="s" busy={hide.isPending} onClick={hide.run}>
            {t.first_steps_hide}
          </Button>
        </div>
      }
    >
      <ul className={classes['steps']}>
        {steps.map((step) => (
          <Step key={step.stepCd} step={step} />
        ))}
      </ul>
    </Panel>
  )
}

function useHiding() {
  const t = useTexts(overviewTexts)
  const { uid } = useSignedIn()
  const params = { uid, listNm: 'overview' } as const
  const action = useAction(saveListPreferences, {
    invalidate: [getOverview],
    success: t.first_steps_hidden,
    undo: async () => {
      await call(saveListPreferences, { params, body: { hiddenColumns: [] } })
      return t.first_steps_shown
    },
  })
  return {
    isPending: action.isPending,
    run: () => void action.run({ params, body: { hiddenColumns: ['firstSteps'] } }),
  }
}

function Step({ step: { stepCd, doneFlg } }: { step: FirstStep }) {
  const t = useTexts(overviewTexts)
  const title = t[`first_step_${stepCd}`]
  const place = placeOf[stepCd]
  return (
    <li className={classes['step']}>
      {doneFlg ? (
        <span className={classes['done']}>
          <Icon name="success" />
        </span>
      ) : (
        <span className={classes['mark']} />
      )}
      <div className={classes['words']}>
        {doneFlg || place === null ? title : <Link to={place}>{title}</Link>}
        <VisuallyHidden> ({doneFlg ? t.first_step_is_done : t.first_step_is_open})</VisuallyHidden>
        {!doneFlg && <p>{t[`first_step_${stepCd}_how`]}</p>}
      </div>
    </li>
  )
}
