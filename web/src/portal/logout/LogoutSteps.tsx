import type { LogoutStep } from '@portico/contract/logout-chain/logout-chain.ts'
import { logoutTexts } from '@portico/contract/logout-chain/logout-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { StatusDot } from '../../ui/StatusDot.tsx'
import classes from './LogoutSteps.module.css'

const tones = {
  waiting: 'neutral',
  current: 'info',
  done: 'success',
  'no-answer': 'warning',
  skipped: 'warning',
  'not-supported': 'warning',
} as const

/** Every application with what became of it (decision M7). */
export function LogoutSteps({ steps, currentId }: { steps: readonly LogoutStep[]; currentId: number | null }) {
  const t = useTexts(logoutTexts)
  const words = {
    waiting: t.logout_waiting,
    current: t.logout_current,
    done: t.logout_done,
    'no-answer': t.logout_no_answer,
    skipped: t.logout_skipped,
    'not-supported': t.logout_not_supported,
  }
  return (
    <ul className={classes['steps']} aria-label={t.logout_list}>
      {steps.map(({ systemId, systemNm, outcome }) => {
        const state = systemId === currentId ? 'current' : outcome
        return (
          <li key={systemId}>
            <span className={classes['name']}>{systemNm}</span>
            <StatusDot tone={tones[state]}>{words[state]}</StatusDot>
          </li>
        )
      })}
    </ul>
  )
}
