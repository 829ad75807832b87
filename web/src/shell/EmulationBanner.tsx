import { VisuallyHidden } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { emulatedLogout } from '@portico/contract/emulation/emulation.ts'
import { emulationTexts } from '@portico/contract/emulation/emulation-texts.ts'
import { call } from '../api/call.ts'
import type { Emulation } from '../api/emulation.ts'
import { returnToAdministrator, useSignedIn } from '../api/session.ts'
import { formatMessage, useTexts } from '../api/texts.ts'
import { Button } from '../ui/Button.tsx'
import { runAction } from '../patterns/run-action.ts'
import { paths } from '../paths.ts'
import { Icon } from '../ui/Icon.tsx'
import { toast } from '../ui/toast.ts'
import { hasActiveApps } from './sign-out.ts'
import classes from './EmulationBanner.module.css'

/** Minutes left at which screen readers announce the time. */
const ANNOUNCED_MINUTES = [5, 1]

/** Who acts as whom and for how long, above every page, with the way back (EMUL-001, EMUL-014). */
export function EmulationBanner({ emulation }: { emulation: Emulation }) {
  const t = useTexts(emulationTexts)
  const { uid } = useSignedIn()
  const navigate = useNavigate()
  const [isLeaving, setLeaving] = useState(false)
  const { administrator, personName: name, isReadOnly, endsAt } = emulation
  const seconds = useSecondsUntil(endsAt)
  const goBack = async () => {
    setLeaving(true)
    const { ok, message } = await runAction(async () => {
      if (await hasActiveApps('E')) void navigate({ to: paths.logout(), search: { logoutMode: 'E' } })
      else {
        await call(emulatedLogout, { params: { uid: administrator.id, userId: uid } })
        returnToAdministrator('returned')
      }
      return ''
    })
    if (ok) return
    setLeaving(false)
    toast.error(message)
  }
  const minutes = Math.ceil(seconds / 60)
  return (
    <section className={classes['banner']} aria-label={t.emulation_banner}>
      <div className={classes['bar']}>
        <Icon name="eye" />
        <p className={classes['words']}>
          <strong>{formatMessage(t.emulation_who, { administrator: administrator.firstNm, name })}</strong>{' '}
          <span>{isReadOnly ? t.emulation_looking : t.emulation_acting}</span>
          {' · '}
          <span className={classes['time']}>
            {seconds > 60
              ? formatMessage(t.emulation_minutes_left, { minutes })
              : formatMessage(t.emulation_seconds_left, { seconds })}
          </span>
        </p>
        <Button size="s" busy={isLeaving} aria-label={t.emulation_return} onClick={() => void goBack()}>
          <span className={classes['long']}>{t.emulation_return}</span>
          <span className={classes['short']}>{t.emulation_return_short}</span>
        </Button>
        <VisuallyHidden role="status">
          {ANNOUNCED_MINUTES.includes(minutes) && formatMessage(t.emulation_ends_soon, { name, minutes })}
        </VisuallyHidden>
      </div>
    </section>
  )
}

/** Whole seconds until the end; at the end the tab is the administrator's again. */
function useSecondsUntil(endsAt: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const check = () => {
      setNow(Date.now())
      if (Date.now() >= endsAt) returnToAdministrator('over')
    }
    check()
    const timer = setInterval(check, 1000)
    // Timers are late after the computer slept.
    document.addEventListener('visibilitychange', check)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', check)
    }
  }, [endsAt])
  return Math.max(0, Math.ceil((endsAt - now) / 1000))
}
