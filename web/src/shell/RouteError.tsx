import { useParentMatches, useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { ApiError } from '../api/call.ts'
import { report } from '../api/client-log.ts'
import { useTexts } from '../api/texts.ts'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import classes from './RouteError.module.css'
import { shellTexts } from '@portico/contract/texts/shell-texts.ts'

/** Stands where a page could not be drawn: says what to do, and tells the server. */
export function RouteError({ error }: ErrorComponentProps) {
  const t = useTexts(generalTexts)
  const { error_title: title, error_hint: hint } = useTexts(shellTexts)
  const router = useRouter()
  const isInFrame = useParentMatches({
    select: (above) => above.some(({ routeId }) => routeId === '/content-authenticated'),
  })
  // The frame has a main part already.
  const Place = isInFrame ? 'div' : 'main'
  useEffect(() => {
    report(error, router.state.location.pathname)
  }, [error, router])
  return (
    <Place className={classes['page']}>
      <h1 className={classes['title']}>{title}</h1>
      <EmptyState
        drawing="cloud"
        compact
        title={error instanceof ApiError ? error.message : hint}
        action={
          <Button kind="primary" icon="refresh" onClick={() => void router.invalidate()}>
            {t.try_again}
          </Button>
        }
        live
      />
      {error instanceof ApiError && error.requestId !== null && <Reference id={error.requestId} />}
    </Place>
  )
}

/** By this the server's log finds the call that failed. */
function Reference({ id }: { id: string }) {
  const t = useTexts(shellTexts)
  const { copied, copy_refused: refused } = useTexts(generalTexts)
  return (
    <p className={classes['reference']}>
      {t.error_reference} <code>{id}</code>
      <CopyButton
        kind="quiet"
        size="s"
        text={id}
        label={t.error_reference_copy}
        doneLabel={copied}
        refusedLabel={refused}
      />
    </p>
  )
}
