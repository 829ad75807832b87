import { onlineManager } from '@tanstack/react-query'
import { useParentMatches, useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { ApiError, isUnfetched } from '../api/call.ts'
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
  const { error_title: title } = useTexts(shellTexts)
  const sentence = useSentence(error)
  const isInFrame = useParentMatches({
    select: (above) => above.some(({ routeId }) => routeId === '/content-authenticated'),
  })
  // The frame has a main part already.
  const Place = isInFrame ? 'div' : 'main'
  const router = useRouter()
  return (
    <Place className={classes['page']}>
      <h1 className={classes['title']}>{title}</h1>
      <EmptyState
        drawing="cloud"
        compact
        title={sentence}
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

/** Tells the server of the error; returns what the person is told, who learns that it was reported once it was. */
function useSentence(error: unknown): string {
  const { offline } = useTexts(generalTexts)
  const { error_hint: hint, error_reported: reported } = useTexts(shellTexts)
  const router = useRouter()
  const [told, setTold] = useState<{ error: unknown; arrived: boolean } | null>(null)
  useEffect(() => {
    void report(error, router.state.location.pathname).then((arrived) => setTold({ error, arrived }))
  }, [error, router])
  const arrived = told !== null && told.error === error ? told.arrived : undefined
  if (error instanceof ApiError) return error.message
  if (isUnfetched(error) && (arrived === false || !onlineManager.isOnline())) return offline
  return arrived ? `${reported} ${hint}` : hint
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
